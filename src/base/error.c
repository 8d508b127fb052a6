#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Copies 'raw' so that a terminal shows it as one harmless line; bytes from
// 0x80 on pass, since names may be UTF-8.
static void copy_printable (char *to, size_t size, const char *raw) {
  size_t n = 0;
  for (; *raw && n + 5 < size; raw++) {
    unsigned char c = (unsigned char)*raw;
    if (c < 0x20 || c == 0x7f)
      n += (size_t)snprintf (to + n, size - n, "\\x%02x", c);
    else
      to[n++] = (char)c;
  }
  to[n] = 0;
}

static void set (ft_error *error, enum ft_exit code, const char *prefix,
                 const char *format, va_list arguments) {
  char raw[sizeof error->message];
  int n = snprintf (raw, sizeof raw, "%s", prefix);
  if (n >= 0 && (size_t)n < sizeof raw)
    vsnprintf (raw + n, sizeof raw - (size_t)n, format, arguments);
  error->code = code;
  copy_printable (error->message, sizeof error->message, raw);
}

void ft_error_set (ft_error *error, enum ft_exit code, const char *format,
                   ...) {
  va_list arguments;
  va_start (arguments, format);
  set (error, code, "", format, arguments);
  va_end (arguments);
}

void ft_error_at_line (ft_error *error, const char *path, uint64_t line,
                       const char *format, ...) {
  char prefix[512];
  snprintf (prefix, sizeof prefix, "%.400s:%llu: ", path,
            (unsigned long long)line);
  va_list arguments;
  va_start (arguments, format);
  set (error, FT_EXIT_BAD_INPUT, prefix, format, arguments);
  va_end (arguments);
}

void ft_error_at_byte (ft_error *error, const char *path, uint64_t offset,
                       const char *format, ...) {
  char prefix[512];
  snprintf (prefix, sizeof prefix, "%.400s: byte %llu: ", path,
            (unsigned long long)offset);
  va_list arguments;
  va_start (arguments, format);
  set (error, FT_EXIT_BAD_INPUT, prefix, format, arguments);
  va_end (arguments);
}
