#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void ft_strbuf_release (ft_strbuf *buf) {
  free (buf->text);
  *buf = (ft_strbuf){0};
}

static void reserve (ft_strbuf *buf, size_t more) {
  if (buf->size + more + 1 <= buf->capacity)
    return;
  buf->capacity = 2 * (buf->size + more + 1);
  buf->text = ft_realloc (buf->text, buf->capacity, 1);
}

void ft_strbuf_add (ft_strbuf *buf, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  int n = vsnprintf (NULL, 0, format, arguments);
  va_end (arguments);
  if (n < 0)
    return;
  reserve (buf, (size_t)n);
  va_start (arguments, format);
  vsnprintf (buf->text + buf->size, (size_t)n + 1, format, arguments);
  va_end (arguments);
  buf->size += (size_t)n;
}

void ft_strbuf_add_bytes (ft_strbuf *buf, const char *bytes, size_t n) {
  reserve (buf, n);
  if (n) // 'bytes' may be NULL if there are none
    memcpy (buf->text + buf->size, bytes, n);
  buf->size += n;
  buf->text[buf->size] = 0;
}

const char *ft_strbuf_text (const ft_strbuf *buf) {
  return buf->text ? buf->text : "";
}

char *ft_strbuf_take (ft_strbuf *buf) {
  char *text = buf->text ? buf->text : ft_strdup ("");
  *buf = (ft_strbuf){0};
  return text;
}
