// The abilities of a terminal and the wishes of its user.

#ifndef FT_REPORT_TERMINAL_H
#define FT_REPORT_TERMINAL_H

#include <stdbool.h>

enum ft_when { FT_AUTO, FT_ALWAYS, FT_NEVER };

// The names, ending with NULL: "auto", "always", "never".
extern const char *const ft_when_names[];

// Whether sequences that move the cursor are wanted on a file descriptor:
// FT_AUTO respects TERM=dumb.
bool ft_terminal_wanted (enum ft_when, int fd);

// Whether colours are wanted: FT_AUTO respects NO_COLOR too.
bool ft_color_wanted (enum ft_when, int fd);

// The number of columns: $COLUMNS, or the size of the terminal; 0 for another
// file.
unsigned ft_terminal_width (int fd);

#endif
