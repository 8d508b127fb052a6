// Rows of a text report: names are escaped for a terminal, columns are counted
// in characters.

#ifndef FT_REPORT_ROW_H
#define FT_REPORT_ROW_H

#include <stdio.h>

#include "base/strbuf.h"
#include "trace/trace.h"

// Adds a name from a trace, escaped for a terminal.
void ft_row_name (ft_strbuf *, const char *name);

// Adds an event in words: "write x", "acquire l", "branch".
void ft_row_event (ft_strbuf *, const ft_trace *, ft_id position);

// Adds a location: "location 7" for a number, the name itself ("hidden.c:7")
// otherwise; nothing if the location is unknown.
void ft_row_location (ft_strbuf *, const ft_trace *, ft_id location);

// The same for a location with this name.
void ft_row_location_name (ft_strbuf *, const char *name);

// Adds spaces up to 'column' (from 0), at least two.
void ft_row_column (ft_strbuf *, size_t column);

// Prints the row as a line and empties the buffer.
void ft_row_end (FILE *, ft_strbuf *);

#endif
