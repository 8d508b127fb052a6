#include "report/row.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"
#include "base/utf8.h"

void ft_row_name (ft_strbuf *line, const char *name) {
  char *printable = ft_utf8_printable (name);
  ft_strbuf_add (line, "%s", printable);
  free (printable);
}

void ft_row_event (ft_strbuf *line, const ft_trace *trace, ft_id position) {
  const ft_event *e = trace->events + position;
  enum ft_kind kind = ft_event_shown_kind (e);
  ft_strbuf_add (line, "%s", ft_kind_name (kind));
  if (ft_kind_class (kind) == FT_CLASS_NONE)
    return;
  ft_strbuf_add (line, " ");
  ft_row_name (line, ft_trace_target_name (trace, e));
}

void ft_row_location_name (ft_strbuf *line, const char *name) {
  if (!name[strspn (name, "0123456789")])
    ft_strbuf_add (line, "location ");
  ft_row_name (line, name);
}

void ft_row_location (ft_strbuf *line, const ft_trace *trace, ft_id location) {
  if (location != FT_NO_ID)
    ft_row_location_name (line,
                          ft_trace_name (trace, FT_CLASS_LOCATION, location));
}

void ft_row_column (ft_strbuf *line, size_t column) {
  size_t width = ft_text_width (ft_strbuf_text (line));
  size_t spaces = width + 2 <= column ? column - width : 2;
  ft_strbuf_add (line, "%*s", (int)spaces, "");
}

void ft_row_end (FILE *file, ft_strbuf *line) {
  fputs (ft_strbuf_text (line), file);
  putc ('\n', file);
  line->size = 0;
  if (line->text)
    *line->text = 0;
}
