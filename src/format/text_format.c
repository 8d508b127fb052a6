#include "format/text_format.h"

#include <stdarg.h>
#include <stdio.h>

int ft_trace_line_error (const ft_trace_line *line, ft_error *error,
                         const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_at_line (error, line->path, line->number, "%s%s%s",
                    line->within ? line->within : "", line->within ? ": " : "",
                    text);
  return -1;
}
