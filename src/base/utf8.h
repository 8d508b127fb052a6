// Names from traces may hold any bytes but NUL.  These make them harmless.

#ifndef FT_BASE_UTF8_H
#define FT_BASE_UTF8_H

#include <stddef.h>

// The length of the well-formed UTF-8 sequence that 'text' starts with (1 to
// 4), or 0 if it starts with none.  'text' ends with NUL.
size_t ft_utf8_length (const char *text);

// Well-formed UTF-8: each byte that is in no well-formed sequence becomes
// U+FFFD.  The caller frees.
char *ft_utf8_clean (const char *text);

// As above, and control characters, which a terminal might obey, are shown as
// '\x1b' or '\u009b', also those that turn the direction of writing around.
// The caller frees.
char *ft_utf8_printable (const char *text);

// How many columns a terminal gives a well-formed text without control
// characters: two for wide characters, none for those that combine with the one
// before.  By the C library's tables, whatever the locale; without them each
// has one.
size_t ft_utf8_width (const char *text);
size_t ft_utf8_character_width (const char *text); // of the first one

#endif
