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

// For printf's "%.*s": a span cut to what fits into a message.
#define FT_SPAN_SHOWN 60
#define FT_SPAN_ARGS(span)                                                     \
  (int)((span).size < FT_SPAN_SHOWN ? (span).size : FT_SPAN_SHOWN), (span).begin

bool ft_span_is (ft_span, const char *text);
bool ft_span_starts (ft_span, const char *text);
ft_span ft_span_trim (ft_span); // without blanks at both ends

// Whether the span is one digit or more and nothing else.
bool ft_span_is_digits (ft_span);

// What is left.
static inline ft_span ft_cursor_rest (const ft_cursor *c) {
  return (ft_span){c->at, (size_t)(c->end - c->at)};
}

static inline bool ft_cursor_done (const ft_cursor *c) {
  return c->at == c->end;
}

// Steps over 'text'.
bool ft_cursor_skip (ft_cursor *, const char *text);

// Steps over blanks and tabs; returns whether there were any.
bool ft_cursor_blanks (ft_cursor *);

// Everything before the next 'stop' byte, which is stepped over as well.
bool ft_cursor_until (ft_cursor *, char stop, ft_span *);

// Everything before the next blank or the end, at least one byte.
bool ft_cursor_word (ft_cursor *, ft_span *);

#endif
