#include "trace/format.h"

#include <stdarg.h>
#include <stdio.h>

int ft_line_error (const ft_line *line, ft_error *error, const char *format,
                   ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_at_line (error, line->path, line->number, "%s%s%s",
                    line->within ? line->within : "",
                    line->within ? ": " : "", text);
  return -1;
}

const char *ft_mark_name (enum ft_mark mark) {
  static const char *const names[] = {
#define M(NAME, text) text,
      FT_MARKS (M)
#undef M
  };
  return names[mark];
}

void ft_event_set_mark (ft_event *e, enum ft_mark mark) {
  ft_tid thread = e->thread;
  ft_id location = e->location;
  *e = FT_EVENT_NONE;
  e->thread = thread;
  e->location = location;
  e->kind = FT_FENCE;
  e->flags = FT_DROPPED;
  e->value = mark;
}
