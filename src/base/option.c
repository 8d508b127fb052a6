#include "base/option.h"

#include <string.h>

// The state of the parser: the arguments that are still to be read.
typedef struct scan {
  const ft_option *table;
  char **next, **end;
  ft_words *positional;
  ft_error *error;
} scan;

static const ft_option *find_name (const ft_option *table, const char *name,
                                   size_t length) {
  for (const ft_option *o = table; o->name; o++)
    if (strlen (o->name) == length && !memcmp (o->name, name, length))
      return o;
  return NULL;
}

static const ft_option *find_letter (const ft_option *table, char letter) {
  for (const ft_option *o = table; o->name; o++)
    if (o->letter == letter)
      return o;
  return NULL;
}

static bool report_unknown (scan *s, const char *word, size_t length) {
  FT_STACK (const char *) names = {0};
  for (const ft_option *o = s->table; o->name; o++)
    FT_PUSH (names, o->name);
  FT_PUSH (names, NULL);
  char *name = ft_strndup (word, length);
  const char *near = ft_nearest (name, names.begin);
  if (near)
    ft_error_set (s->error, FT_EXIT_USAGE,
                  "unknown option '--%s'; did you mean '--%s'?", name, near);
  else
    ft_error_set (s->error, FT_EXIT_USAGE, "unknown option '--%s'", name);
  free (name);
  FT_RELEASE (names);
  return false;
}

static bool report_bad_choice (scan *s, const ft_option *o, const char *value) {
  char list[256] = "";
  for (const char *const *c = o->choices; *c; c++) {
    size_t n = strlen (list);
    snprintf (list + n, sizeof list - n, "%s%s", n ? ", " : "", *c);
  }
  bool several = o->type == &ft_option_choices;
  size_t length = strlen (value);
  if (several)
    value = ft_choices_wrong (o, value, &length);
  char *word = ft_strndup (value, length);
  const char *near = ft_nearest (word, o->choices);
  if (near && !strcmp (near, word))
    ft_error_set (s->error, FT_EXIT_USAGE, "--%s: '%s' is there twice", o->name,
                  word);
  else
    ft_error_set (
        s->error, FT_EXIT_USAGE, "--%s: expected %s of %s; found '%s'%s%s%s",
        o->name, several ? "one or more" : "one", list, word,
        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  free (word);
  return false;
}

static bool store (scan *s, const ft_option *o, const char *value) {
  if (o->type->parse (o, value))
    return true;
  if (!o->type->expected)
    return report_bad_choice (s, o, value);
  ft_error_set (s->error, FT_EXIT_USAGE, "--%s: expected %s; found '%s'",
                o->name, o->type->expected, value);
  return false;
}

static bool store_next (scan *s, const ft_option *o) {
  if (s->next < s->end)
    return store (s, o, *s->next++);
  ft_error_set (s->error, FT_EXIT_USAGE, "--%s needs a value, %s", o->name,
                o->metavar);
  return false;
}

static bool read_long (scan *s, const char *word) {
  const char *equal = strchr (word, '=');
  size_t length = equal ? (size_t)(equal - word) : strlen (word);
  const ft_option *o = find_name (s->table, word, length);
  if (!o)
    return report_unknown (s, word, length);
  if (o->type->parse)
    return equal ? store (s, o, equal + 1) : store_next (s, o);
  if (equal) {
    ft_error_set (s->error, FT_EXIT_USAGE, "--%s takes no value", o->name);
    return false;
  }
  *(bool *)o->to = true;
  return true;
}

static bool read_letters (scan *s, const char *letters) {
  for (; *letters; letters++) {
    const ft_option *o = find_letter (s->table, *letters);
    if (!o) {
      ft_error_set (s->error, FT_EXIT_USAGE, "unknown option '-%c'", *letters);
      return false;
    }
    if (o->type->parse)
      return letters[1] ? store (s, o, letters + 1) : store_next (s, o);
    *(bool *)o->to = true;
  }
  return true;
}

bool ft_options_parse (const ft_option *table, int argc, char **argv,
                       ft_words *positional, ft_error *error) {
  scan s = {table, argv + (argc > 0), argv + argc, positional, error};
  bool ended = false, fine = true;
  while (fine && s.next < s.end) {
    const char *word = *s.next++;
    if (ended || word[0] != '-' || !word[1])
      FT_PUSH (*positional, word);
    else if (!strcmp (word, "--"))
      ended = true;
    else
      fine = word[1] == '-' ? read_long (&s, word + 2)
                            : read_letters (&s, word + 1);
  }
  return fine;
}

static void help_row (FILE *file, const ft_option *o) {
  char left[80], letter[8] = "    ";
  if (o->letter)
    snprintf (letter, sizeof letter, "-%c, ", o->letter);
  snprintf (left, sizeof left, "  %s--%s%s%s", letter, o->name,
            o->metavar ? " " : "", o->metavar ? o->metavar : "");
  bool wide = strlen (left) > 29;
  fprintf (file, wide ? "%s\n" : "%-30s", left);
  const char *line = o->help, *end;
  for (bool first = !wide; line; line = end ? end + 1 : NULL, first = false) {
    end = strchr (line, '\n');
    fprintf (file, "%*s%.*s\n", first ? 0 : 30, "",
             end ? (int)(end - line) : (int)strlen (line), line);
  }
}

void ft_options_help (FILE *file, const ft_option *table) {
  for (const ft_option *o = table; o->name; o++)
    help_row (file, o);
}

// ---- '--list-options' -------------------------------------------------------

static void list_choices (FILE *file, const char *const *choices) {
  for (const char *const *c = choices; c && *c; c++)
    fprintf (file, "%s%s", c == choices ? "" : ",", *c);
}

// The help text on one line.
static void list_help (FILE *file, const char *help) {
  for (; *help; help++)
    putc (*help == '\n' ? ' ' : *help, file);
}

static void print_list (FILE *file, const ft_option *table) {
  for (const ft_option *o = table; o->name; o++) {
    fprintf (file, "--%s\t", o->name);
    if (o->letter)
      fprintf (file, "-%c", o->letter);
    fprintf (file, "\t%s\t", o->metavar ? o->metavar : "");
    list_choices (file, o->choices);
    putc ('\t', file);
    list_help (file, o->help);
    putc ('\n', file);
  }
}

bool ft_options_listed (const ft_option *table, int argc, char **argv) {
  if (argc != 2 || strcmp (argv[1], "--list-options") != 0)
    return false;
  print_list (stdout, table);
  return true;
}
