// A string that grows by printf.

#ifndef FT_BASE_STRBUF_H
#define FT_BASE_STRBUF_H

#include <stddef.h>

typedef struct ft_strbuf ft_strbuf;

struct ft_strbuf {
  char *text; // owned, NUL-terminated; NULL while empty
  size_t size, capacity;
};

void ft_strbuf_release (ft_strbuf *); // (ft_strbuf){0} is empty

void ft_strbuf_add (ft_strbuf *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

void ft_strbuf_add_bytes (ft_strbuf *, const char *bytes, size_t n);

// The text, "" if empty; borrowed until the next change.
const char *ft_strbuf_text (const ft_strbuf *);

// Hand the text over to the caller, who frees it.
char *ft_strbuf_take (ft_strbuf *);

#endif
