#include "report/excerpt.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text_width.h"
#include "base/utf8.h"
#include "report/row.h"

enum { AROUND = 1, WIDEST_LINE = 1000, TAB = 8, MARGIN = 17, UNBOUNDED = 300 };

// Removes the detours from a path: compilers name headers relative to their own
// directory, "12/../../include".
static const char *simplify_path (const char *path) {
  static char real[PATH_MAX];
  return strstr (path, "/../") && realpath (path, real) ? real : path;
}

const char *ft_excerpt_path (const char *absolute) {
  static char here[PATH_MAX];
  absolute = simplify_path (absolute);
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
      text[n++] = (char)c;
  while (n &&
         (text[n - 1] == '\r' || text[n - 1] == ' ' || text[n - 1] == '\t'))
    n--;
  text[n] = 0;
  return n || c != EOF;
}

// Adds a text with tabs expanded and control characters escaped.  Returns the
// column of the byte at 'offset'.
static size_t add_text (ft_strbuf *shown, const char *text, size_t offset) {
  size_t column = 0, found = 0;
  for (const char *at = text; *at;) {
    size_t n = ft_utf8_length (at);
    char one[5] = {0};
    memcpy (one, at, n ? n : 1);
    if ((size_t)(at - text) <= offset)
      found = column;
    if (*at == '\t')
      for (bool first = true; first || column % TAB; first = false, column++)
        ft_strbuf_add (shown, " ");
    else {
      char *printable = ft_utf8_printable (one);
      ft_strbuf_add (shown, "%s", printable);
      column += ft_text_width (printable);
      free (printable);
    }
    at += n ? n : 1;
  }
  return found;
}

// Adds the columns [from, from + width) of a text, with an ellipsis where text
// is cut off.
static void add_window (ft_strbuf *row, const char *text, size_t from,
                        size_t width) {
  size_t column = 0, total = ft_text_width (text);
  bool before = from && total, after = total > from + width;
  size_t begin = from + before, end = from + width - after;
  if (before)
    ft_strbuf_add (row, "…");
  for (const char *at = text; *at;) {
    size_t n = ft_utf8_length (at), w = ft_character_width (at);
    if (column >= begin && column + w <= end)
      ft_strbuf_add_bytes (row, at, n ? n : 1);
    column += w;
    at += n ? n : 1;
  }
  if (after)
    ft_strbuf_add (row, "…");
}

// Opens a regular file only: a recording may name a device or a pipe.
static FILE *open_source (const char *path) {
  struct stat status;
  if (!*path || stat (path, &status) || !S_ISREG (status.st_mode))
    return NULL;
  return fopen (path, "re");
}

bool ft_excerpt_read (const char *path, unsigned line, unsigned around,
                      ft_excerpt_line *visit, void *context) {
  char text[WIDEST_LINE + 1];
  FILE *source = line ? open_source (path) : NULL;
  bool found = false;
  for (unsigned i = 1; source && i <= line + around; i++) {
    if (!next_line (source, text))
      break;
    if (i + around >= line)
      visit (context, i, text);
    found |= i == line;
  }
  if (source)
    fclose (source);
  return found;
}

// ---- the lines of a report -------------------------------------------------

typedef struct line {
  unsigned number;
  ft_strbuf text;
} line;

typedef struct excerpt {
  unsigned line, column;
  size_t marked; // column of the frame in the marked line
  size_t width;  // of the marked line
  FT_STACK (line) lines;
} excerpt;

static void add_line (void *context, unsigned number, const char *text) {
  excerpt *x = context;
  bool marked = number == x->line;
  line kept = {.number = number};
  size_t at = add_text (&kept.text, text, x->column ? x->column - 1 : 0);
  if (marked) {
    x->marked = at;
    x->width = ft_text_width (ft_strbuf_text (&kept.text));
  }
  if (*text || marked)
    FT_PUSH (x->lines, kept);
  else
    ft_strbuf_release (&kept.text);
}

// The first column to show, the same for all lines, so that they stay aligned.
static size_t choose_window (const excerpt *x, size_t width) {
  bool fits = x->width <= width || x->marked + width / 4 < width;
  return fits ? 0 : x->marked - width / 2;
}

static void write_line (FILE *file, const line *l, bool marked, size_t from,
                        size_t width, bool color) {
  ft_strbuf row = {0};
  bool paint = marked && color;
  ft_strbuf_add (&row, "      %s%s %5u | ", paint ? "\033[1m" : "",
                 marked ? ">" : " ", l->number);
  add_window (&row, ft_strbuf_text (&l->text), from, width);
  ft_strbuf_add (&row, "%s", paint ? "\033[0m" : "");
  ft_row_end (file, &row);
  ft_strbuf_release (&row);
}

void ft_excerpt_write (FILE *file, const ft_frame *f, unsigned width,
                       bool color) {
  excerpt x = {.line = f->line, .column = f->column};
  size_t room = width > MARGIN ? width - MARGIN : UNBOUNDED;
  ft_excerpt_read (f->file, f->line, AROUND, add_line, &x);
  size_t from = choose_window (&x, room);
  for (size_t i = 0; i < x.lines.size; i++) {
    line *l = x.lines.begin + i;
    write_line (file, l, l->number == f->line, from, room, color);
    ft_strbuf_release (&l->text);
  }
  FT_RELEASE (x.lines);
}
