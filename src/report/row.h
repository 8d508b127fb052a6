// Rows of a text report: names made harmless, columns counted in characters.

#ifndef FT_REPORT_ROW_H
#define FT_REPORT_ROW_H

#include <stdio.h>

#include "base/strbuf.h"
#include "trace/trace.h"

// A name from a trace, in the form that a terminal shows safely.
void ft_row_name (ft_strbuf *, const char *name);

// "write x", "acquire l", "branch": what an event does.
void ft_row_event (ft_strbuf *, const ft_trace *, ft_id position);

// "location 7" for a number, the name itself ("hidden.c:7") otherwise;
// nothing if the location is unknown.
void ft_row_location (ft_strbuf *, const ft_trace *, ft_id location);

// The same for a location that is known by its name.
void ft_row_location_name (ft_strbuf *, const char *name);

// Spaces up to 'column' (from 0), at least two.
void ft_row_column (ft_strbuf *, size_t column);

// Prints the row as a line and empties the buffer.
void ft_row_end (FILE *, ft_strbuf *);

#endif
