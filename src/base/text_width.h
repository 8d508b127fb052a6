// The width of text on a terminal.

#ifndef FT_BASE_TEXT_WIDTH_H
#define FT_BASE_TEXT_WIDTH_H

#include <stddef.h>

// The number of columns that a terminal gives to a well-formed text without
// control characters: two for wide characters, none for combining ones.  By the
// C library's tables, whatever the locale; without the tables, one each.
size_t ft_text_width (const char *text);
size_t ft_character_width (const char *text); // of the first character

#endif
