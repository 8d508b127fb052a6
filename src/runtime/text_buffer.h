// Formatting and parsing of text, for paths, messages and small files of a run
// directory.  The C library's formatting allocates, locks and is interposed.

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

// Appends; cuts off text that does not fit.  Knows %s %c %d %u %x %p %lu %llu
// %zu %%.
void ft_text_add (ft_text *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void ft_text_vadd (ft_text *, const char *format, va_list);

bool ft_text_equal (const char *, const char *);

// Reads the word or the number at '*at', which moves after it and the blanks
// that follow.  False when there is none; '*at' is then unchanged.
bool ft_text_word (const char **at, char *word, size_t capacity);
bool ft_text_number (const char **at, uint64_t *);
// Moves to the beginning of the next line; false at the end of the text.
bool ft_text_line (const char **at);

#endif
