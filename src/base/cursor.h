// A cursor over bytes that a reader does not trust.
//
// Every text format is a thin grammar over these few steps.  A step that does
// not fit returns false and leaves the cursor where it was, so that an error
// message can always quote what is there.

#ifndef FT_BASE_CURSOR_H
#define FT_BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

// Some bytes of a line; borrowed, not NUL-terminated.
typedef struct ft_span {
  const char *begin;
  size_t size;
} ft_span;

typedef struct ft_cursor {
  const char *at, *end;
} ft_cursor;

// Arguments for printf's "%.*s": a span, cut to the length that fits into a
// message.
#define FT_SPAN_PRINTED 60
#define FT_SPAN_ARGS(span)                                                     \
  (int)((span).size < FT_SPAN_PRINTED ? (span).size : FT_SPAN_PRINTED),        \
      (span).begin

bool ft_span_is (ft_span, const char *text);
bool ft_span_starts (ft_span, const char *text);
ft_span ft_span_trim (ft_span); // without blanks at both ends

// Whether the span is one digit or more and nothing else.
bool ft_span_is_digits (ft_span);

// The bytes that are still to be read.
static inline ft_span ft_cursor_rest (const ft_cursor *c) {
  return (ft_span){c->at, (size_t)(c->end - c->at)};
}

static inline bool ft_cursor_done (const ft_cursor *c) {
  return c->at == c->end;
}

// Step over 'text'.
bool ft_cursor_skip (ft_cursor *, const char *text);

// Step over blanks and tabs; returns whether there were any.
bool ft_cursor_blanks (ft_cursor *);

// The bytes before the next 'stop' byte; the 'stop' byte is stepped over as
// well.
bool ft_cursor_until (ft_cursor *, char stop, ft_span *);

// The bytes before the next blank or the end, at least one byte.
bool ft_cursor_word (ft_cursor *, ft_span *);

#endif
