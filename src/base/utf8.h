// Checks and prints UTF-8.  Names from traces may hold any bytes but NUL; these
// functions make them harmless.

#ifndef FT_BASE_UTF8_H
#define FT_BASE_UTF8_H

#include <stddef.h>

// The length of the well-formed UTF-8 sequence at the start of 'text' (1 to 4),
// or 0 if there is none.  'text' ends with NUL.
size_t ft_utf8_length (const char *text);

// A copy in well-formed UTF-8: each byte outside well-formed sequences becomes
// U+FFFD.  The caller frees.
char *ft_utf8_clean (const char *text);

// As above, and characters that a terminal might obey are written as '\x1b' or
// '\u009b': control characters and those that change the direction of writing.
// The caller frees.
char *ft_utf8_printable (const char *text);

#endif
