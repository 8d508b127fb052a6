#include "cli/db_print.h"

#include <string.h>
#include <time.h>

#include "db/database.h"
#include "report/row.h"

static const char *text_of (const json_t *value, const char *name) {
  const char *text = json_string_value (json_object_get (value, name));
  return text ? text : "";
}

static long long number_of (const json_t *value, const char *name) {
  return (long long)json_integer_value (json_object_get (value, name));
}

static void add_day (ft_strbuf *line, const json_t *value, const char *name) {
  time_t at = (time_t)number_of (value, name);
  struct tm day;
  char text[16] = "?";
  if (gmtime_r (&at, &day))
    strftime (text, sizeof text, "%Y-%m-%d", &day);
  ft_strbuf_add (line, "%s", text);
}

static void add_owner (ft_strbuf *line, const json_t *finding) {
  if (!*text_of (finding, "owner"))
    return;
  ft_strbuf_add (line, "  owner ");
  ft_row_name (line, text_of (finding, "owner"));
}

void ft_db_add_pairs (ft_strbuf *line, long long others) {
  if (others > 0)
    ft_strbuf_add (line, "  and %lld more pair%s", others, others == 1 ? "" : "s");
}

static void print_row (FILE *file, const json_t *finding, long long others) {
  ft_strbuf line = {0};
  const char *class = text_of (finding, "class");
  ft_strbuf_add (&line, "%s  %-10s  ", text_of (finding, "fingerprint"),
                 text_of (finding, "state"));
  add_day (&line, finding, "first_seen");
  ft_strbuf_add (&line, " to ");
  add_day (&line, finding, "last_seen");
  ft_strbuf_add (&line, "  %4lldx  ", number_of (finding, "reports"));
  ft_row_name (&line, text_of (finding, "title"));
  ft_strbuf_add (&line, "%s%s%s", *class ? " (" : "", class, *class ? ")" : "");
  ft_db_add_pairs (&line, others);
  add_owner (&line, finding);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

void ft_db_print_list (FILE *file, json_t *findings, bool all) {
  size_t size = json_array_size (findings), bugs = ft_findings_group (findings), i;
  const json_t *finding;
  json_array_foreach (findings, i, finding) {
    long long pairs = number_of (finding, "pairs");
    if (all || pairs)
      print_row (file, finding, all ? 0 : pairs - 1);
  }
  fprintf (file, "%zu finding%s", size, size == 1 ? "" : "s");
  if (bugs < size)
    fprintf (file, " of %zu bug%s%s", bugs, bugs == 1 ? "" : "s",
             all ? "" : "; --all lists each");
  fputc ('\n', file);
}

// " build=v1 host=a"
static void add_facts (ft_strbuf *line, const json_t *value,
                       const char *const *names) {
  for (; *names; names++)
    if (*text_of (value, *names)) {
      ft_strbuf_add (line, "  %s ", *names);
      ft_row_name (line, text_of (value, *names));
    }
}

static void write_history (FILE *file, const json_t *finding, const char *name,
                           const char *head, const char *const *facts) {
  const json_t *list = json_object_get (finding, name);
  for (size_t i = 0; i < json_array_size (list); i++) {
    const json_t *value = json_array_get (list, i);
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "  ");
    add_day (&line, value, "time");
    ft_strbuf_add (&line, "  ");
    ft_row_name (&line, text_of (value, head));
    add_facts (&line, value, facts);
    ft_strbuf_add (&line, "%s",
                   number_of (value, "confirmed") ? "  confirmed" : "");
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
}

// "classes: crash 3x, none 1x"
static void print_classes (FILE *file, const json_t *classes) {
  for (size_t i = 0; i < json_array_size (classes); i++) {
    const json_t *one = json_array_get (classes, i);
    fprintf (file, "%s%s %lldx", i ? ", " : "classes: ", text_of (one, "class"),
             number_of (one, "reports"));
  }
  if (json_array_size (classes))
    fputc ('\n', file);
}

void ft_db_print_finding (FILE *file, const json_t *finding) {
  static const char *const build[] = {"build", "text", NULL};
  static const char *const why[] = {"reason", "who", NULL};
  static const char *const origin[] = {
      "build", "revision", "host", "label", "schedule", "seed", "class", NULL};
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "%s  ", text_of (finding, "fingerprint"));
  ft_row_name (&line, text_of (finding, "title"));
  add_owner (&line, finding);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
  fprintf (file, "state: %s\n", text_of (finding, "state"));
  write_history (file, finding, "history", "state", why);
  print_classes (file, json_object_get (finding, "classes"));
  fprintf (file, "reports:\n");
  write_history (file, finding, "reports", "source", origin);
  if (json_array_size (json_object_get (finding, "verifications")))
    fprintf (file, "on other builds:\n");
  write_history (file, finding, "verifications", "outcome", build);
}

void ft_db_print_days (FILE *file, const json_t *days) {
  fprintf (file, "day         reports  seen   new  returned  fixed\n");
  for (size_t i = 0; i < json_array_size (days); i++) {
    const json_t *day = json_array_get (days, i);
    fprintf (file, "%s  %7lld  %4lld  %4lld  %8lld  %5lld\n",
             text_of (day, "day"), number_of (day, "reports"),
             number_of (day, "seen"), number_of (day, "first_seen"),
             number_of (day, "returned"), number_of (day, "fixed"));
  }
}
