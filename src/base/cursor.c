#include "base/cursor.h"

#include <string.h>

static bool is_blank (char c) {
  return c == ' ' || c == '\t';
}

bool ft_span_is (ft_span span, const char *text) {
  return span.size == strlen (text) && !memcmp (span.begin, text, span.size);
}

bool ft_span_starts (ft_span span, const char *text) {
  size_t n = strlen (text);
  return span.size >= n && !memcmp (span.begin, text, n);
}

ft_span ft_span_trim (ft_span span) {
  while (span.size && is_blank (span.begin[0]))
    span.begin++, span.size--;
  while (span.size && is_blank (span.begin[span.size - 1]))
    span.size--;
  return span;
}

bool ft_span_is_digits (ft_span span) {
  for (size_t i = 0; i < span.size; i++)
    if (span.begin[i] < '0' || span.begin[i] > '9')
      return false;
  return span.size > 0;
}

bool ft_cursor_skip (ft_cursor *c, const char *text) {
  if (!ft_span_starts (ft_cursor_rest (c), text))
    return false;
  c->at += strlen (text);
  return true;
}

bool ft_cursor_blanks (ft_cursor *c) {
  const char *before = c->at;
  while (c->at < c->end && is_blank (*c->at))
    c->at++;
  return c->at != before;
}

bool ft_cursor_until (ft_cursor *c, char stop, ft_span *span) {
  size_t left = (size_t)(c->end - c->at);
  const char *found = left ? memchr (c->at, stop, left) : NULL;
  if (!found)
    return false;
  *span = (ft_span){c->at, (size_t)(found - c->at)};
  c->at = found + 1;
  return true;
}

bool ft_cursor_word (ft_cursor *c, ft_span *span) {
  const char *p = c->at;
  while (p < c->end && !is_blank (*p))
    p++;
  if (p == c->at)
    return false;
  *span = (ft_span){c->at, (size_t)(p - c->at)};
  c->at = p;
  return true;
}
