// Formats of printf and scanf: the memory that their conversions access.

#ifndef FT_RUNTIME_PRINTF_FORMAT_H
#define FT_RUNTIME_PRINTF_FORMAT_H

#include <stdarg.h>

#include "runtime/libc_access.h"

// One conversion, as far as memory is concerned.
struct ft_format_conversion {
  char letter;   // d, s, n, %, ...; 0 at the end of the format
  char size;     // of integers: H char, h short, l long, L long long or long
                 // double, 0
  bool skipped;  // scanf's *; there is no argument
  bool gets;     // scanf's m: the argument points to a pointer
  bool numbered; // %1$d: arguments are not in order
  int stars;     // widths and precisions that are arguments
  long width;    // -1 for none, -2 when an argument
  long precision;
};

struct ft_format_arguments { // a va_list that can be passed by its address
  va_list list;
};

size_t ft_format_integer_bytes (char size);

// The next conversion; moves '*format' after it.
struct ft_format_conversion ft_format_next (const char **format, bool scans);

// Whether scanf, at this point of its format, writes %n next whatever the text
// is.
bool ft_format_next_is_count (const char *format);

// Reads of strings and writes of %n, to be logged before printing.
void ft_log_printf_accesses (ft_thread *, const char *format, va_list);
// The same without the read of the format.
void ft_log_printf_arguments (ft_thread *, const char *format, va_list);
// Writes of the first 'count' conversions that scanf has assigned, and of %n
// among them and right after them.
void ft_log_scanf_accesses (ft_thread *, const char *format, int count,
                            va_list);

#endif
