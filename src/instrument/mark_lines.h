// Marks of the source lines of a unit's sites (run/line_mark.h).

#ifndef FT_INSTRUMENT_MARK_LINES_H
#define FT_INSTRUMENT_MARK_LINES_H

#include "run/sites.h"

// Adds the marks of all lines of sites and of inlined calls whose files can be read.  To be
// called when the table has all its sites.
void ft_mark_lines (ft_sites *);

#endif
