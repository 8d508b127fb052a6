// Text without the C library's formatting, which allocates, locks and is
// interposed: for paths, messages and small files of a run directory.

#ifndef FT_RUNTIME_TEXT_BUFFER_H
#define FT_RUNTIME_TEXT_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ft_text ft_text;

struct ft_text {
  char *bytes; // always NUL-terminated
  size_t size, capacity;
};

#define FT_TEXT(array) ((ft_text){(array), 0, sizeof (array)})

// Appends; what does not fit is cut off.  Knows %s %c %d %u %x %p %lu %llu
// %zu %%.
void ft_text_add (ft_text *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void ft_text_vadd (ft_text *, const char *format, va_list);

bool ft_text_equal (const char *, const char *);

// Reading: the word or the number at '*at', which moves behind it and the
// blanks that follow.  False when there is none; '*at' is then unchanged.
bool ft_text_word (const char **at, char *word, size_t capacity);
bool ft_text_number (const char **at, uint64_t *);
// To the begin of the next line; false at the end of the text.
bool ft_text_line (const char **at);

#endif
