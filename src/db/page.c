#include "db/page.h"

#include <string.h>
#include <time.h>

enum { HEIGHT = 160, LEFT = 40, STEP = 26, BAR = 18 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>foretrace: findings</title>\n<style>\n"
    ":root { color-scheme: light dark; --seen: #8aa4c0; --new: #c0392b; }\n"
    "body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto;"
    " max-width: 72rem; padding: 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "th, td { text-align: left; padding: .3rem .6rem; vertical-align: top;"
    " border-bottom: 1px solid #8884; }\n"
    "td:nth-child(1) { font-family: ui-monospace, monospace; }\n"
    "td { white-space: nowrap; }\n"
    "td:nth-child(3), td:last-child { white-space: normal;"
    " overflow-wrap: anywhere; }\n"
    ".scroll { overflow-x: auto; }\n"
    "svg text { font-size: 11px; fill: currentColor; }\n"
    ".seen { fill: var(--seen); } .new { fill: var(--new); }\n"
    ".state-new, .state-returned { color: var(--new); font-weight: 600; }\n"
    ".state-fixed, .state-suppressed { opacity: .6; }\n"
    "</style>\n";

static void write_text (FILE *file, const char *text) {
  for (; *text; text++)
    switch (*text) {
    case '<':
      fputs ("&lt;", file);
      break;
    case '>':
      fputs ("&gt;", file);
      break;
    case '&':
      fputs ("&amp;", file);
      break;
    case '"':
      fputs ("&quot;", file);
      break;
    default:
      fputc ((unsigned char)*text < 0x20 ? ' ' : *text, file);
    }
}

static const char *text_of (const json_t *value, const char *name) {
  const char *text = json_string_value (json_object_get (value, name));
  return text ? text : "";
}

static long long number_of (const json_t *value, const char *name) {
  return (long long)json_integer_value (json_object_get (value, name));
}

// ---- the picture
// -----------------------------------------------------------------

static long long most_seen (const json_t *days) {
  long long most = 1;
  for (size_t i = 0; i < json_array_size (days); i++) {
    long long seen = number_of (json_array_get (days, i), "seen");
    most = seen > most ? seen : most;
  }
  return most;
}

static void write_bar (FILE *file, const char *class, long long at,
                       long long count, long long most) {
  long long height = count * HEIGHT / most;
  if (count)
    fprintf (file,
             "<rect class=\"%s\" x=\"%lld\" y=\"%lld\" width=\"%d\" "
             "height=\"%lld\"/>\n",
             class, at, HEIGHT + 10 - height, BAR, height > 1 ? height : 1);
}

static void write_day (FILE *file, const json_t *day, long long at,
                       long long most) {
  const char *name = text_of (day, "day");
  fprintf (file,
           "<g><title>%s: %lld reports, %lld findings seen, %lld for the first "
           "time, %lld returned, %lld fixed</title>\n",
           name, number_of (day, "reports"), number_of (day, "seen"),
           number_of (day, "first_seen"), number_of (day, "returned"),
           number_of (day, "fixed"));
  fprintf (file,
           "<rect x=\"%lld\" y=\"10\" width=\"%d\" height=\"%d\" "
           "fill=\"transparent\"/>\n",
           at, STEP, HEIGHT);
  write_bar (file, "seen", at, number_of (day, "seen"), most);
  write_bar (file, "new", at, number_of (day, "first_seen"), most);
  fprintf (file, "<text x=\"%lld\" y=\"%d\">%s</text></g>\n", at, HEIGHT + 26,
           strlen (name) == 10 ? name + 8 : name);
}

static void write_picture (FILE *file, const json_t *days) {
  long long most = most_seen (days);
  size_t size = json_array_size (days);
  fprintf (file,
           "<div class=\"scroll\"><svg role=\"img\" aria-label=\"findings by "
           "day\" width=\"%zu\" height=\"%d\">\n",
           LEFT + size * STEP + 10, HEIGHT + 34);
  fprintf (
      file,
      "<text x=\"0\" y=\"18\">%lld</text><text x=\"0\" y=\"%d\">0</text>\n",
      most, HEIGHT + 10);
  for (size_t i = 0; i < size; i++)
    write_day (file, json_array_get (days, i), (long long)(LEFT + i * STEP),
               most);
  fputs ("</svg></div>\n<p>Findings seen on a day, and in <span "
         "class=\"state-new\">red</span> those seen for the first time.</p>\n",
         file);
}

// ---- the table
// -------------------------------------------------------------------

static void write_cell (FILE *file, const char *text) {
  fputs ("<td>", file);
  write_text (file, text);
}

static void write_date (FILE *file, const json_t *finding, const char *name) {
  time_t at = (time_t)number_of (finding, name);
  struct tm day;
  char text[16] = "?";
  if (gmtime_r (&at, &day))
    strftime (text, sizeof text, "%Y-%m-%d", &day);
  write_cell (file, text);
}

static void write_finding (FILE *file, const json_t *finding) {
  fputs ("<tr>", file);
  write_cell (file, text_of (finding, "fingerprint"));
  fprintf (file, "<td class=\"state-%s\">%s", text_of (finding, "state"),
           text_of (finding, "state"));
  write_cell (file, text_of (finding, "title"));
  write_cell (file, text_of (finding, "class"));
  write_date (file, finding, "first_seen");
  write_date (file, finding, "last_seen");
  fprintf (file, "<td>%lld<td>%lld", number_of (finding, "reports"),
           number_of (finding, "confirmed"));
  write_cell (file, text_of (finding, "owner"));
  write_cell (file, text_of (finding, "reason"));
  fputs ("</tr>\n", file);
}

void ft_db_page (FILE *file, const char *path, const json_t *days,
                 const json_t *findings) {
  fputs (head, file);
  fputs ("<h1>Findings in ", file);
  write_text (file, path);
  fputs ("</h1>\n", file);
  write_picture (file, days);
  fputs ("<div class=\"scroll\"><table>\n<tr><th>fingerprint<th>state"
         "<th>finding<th>consequence<th>first seen<th>last seen<th>reports"
         "<th>confirmed<th>owner<th>reason</tr>\n",
         file);
  for (size_t i = 0; i < json_array_size (findings); i++)
    write_finding (file, json_array_get (findings, i));
  fputs ("</table></div>\n</html>\n", file);
}
