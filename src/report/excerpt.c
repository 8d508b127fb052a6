#include "report/excerpt.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "report/row.h"

enum { AROUND = 1, WIDEST_LINE = 300 };

// Compilers name headers by way of their own directory: "12/../../include".
static const char *without_detours (const char *path) {
  static char real[PATH_MAX];
  return strstr (path, "/../") && realpath (path, real) ? real : path;
}

const char *ft_excerpt_path (const char *absolute) {
  static char here[PATH_MAX];
  absolute = without_detours (absolute);
  static size_t length;
  if (!length && getcwd (here, sizeof here))
    length = strlen (here);
  bool below = length > 1 && !strncmp (absolute, here, length) &&
               absolute[length] == '/';
  return below ? absolute + length + 1 : absolute;
}

// The next line without its end; a long one is cut.
static bool next_line (FILE *file, char text[WIDEST_LINE + 1]) {
  int n = 0, c;
  while ((c = getc (file)) != EOF && c != '\n')
    if (n < WIDEST_LINE && c)
      text[n++] = (char)(c == '\t' ? ' ' : c);
  while (n && (text[n - 1] == '\r' || text[n - 1] == ' '))
    n--;
  text[n] = 0;
  return n || c != EOF;
}

static void write_line (FILE *file, unsigned number, const char *text,
                        bool marked, bool color) {
  ft_strbuf row = {0};
  bool paint = marked && color;
  ft_strbuf_add (&row, "      %s%s %5u | ", paint ? "\033[1m" : "",
                 marked ? ">" : " ", number);
  ft_row_name (&row, text);
  ft_strbuf_add (&row, "%s", paint ? "\033[0m" : "");
  ft_row_end (file, &row);
  ft_strbuf_release (&row);
}

// Devices and pipes are not read from, whatever a recording says.
static FILE *open_source (const char *path) {
  struct stat status;
  if (!*path || stat (path, &status) || !S_ISREG (status.st_mode))
    return NULL;
  return fopen (path, "re");
}

bool ft_excerpt_read (const char *path, unsigned line, unsigned around,
                      ft_excerpt_line *tell, void *context) {
  char text[WIDEST_LINE + 1];
  FILE *source = line ? open_source (path) : NULL;
  bool found = false;
  for (unsigned i = 1; source && i <= line + around; i++) {
    if (!next_line (source, text))
      break;
    if (i + around >= line)
      tell (context, i, text);
    found |= i == line;
  }
  if (source)
    fclose (source);
  return found;
}

typedef struct written {
  FILE *file;
  unsigned line;
  bool color;
} written;

static void write_around (void *context, unsigned number, const char *text) {
  const written *w = context;
  bool marked = number == w->line;
  if (*text || marked)
    write_line (w->file, number, text, marked, w->color);
}

void ft_excerpt_write (FILE *file, const char *path, unsigned line,
                       bool color) {
  written w = {file, line, color};
  ft_excerpt_read (path, line, AROUND, write_around, &w);
}
