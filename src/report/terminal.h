// What a terminal can do, and what its user wants of it.

#ifndef FT_REPORT_TERMINAL_H
#define FT_REPORT_TERMINAL_H

#include <stdbool.h>

enum ft_when { FT_AUTO, FT_ALWAYS, FT_NEVER };

// The names, ending with NULL: "auto", "always", "never".
extern const char *const ft_when_names[];

// Whether what moves the cursor is wanted on a file descriptor: TERM=dumb is
// respected under FT_AUTO.
bool ft_terminal_wanted (enum ft_when, int fd);

// Colour, too: NO_COLOR is respected as well.
bool ft_color_wanted (enum ft_when, int fd);

// Columns: $COLUMNS, or what the terminal says; 0 for what is none.
unsigned ft_terminal_width (int fd);

#endif
