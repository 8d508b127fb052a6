// The source location of an event, from the recorded run, or else parsed from
// the name of its location, "hidden.c:12:3".

#ifndef FT_REPORT_SOURCE_LOCATION_H
#define FT_REPORT_SOURCE_LOCATION_H

#include "report/sources.h"

typedef struct ft_source_location {
  char *file; // owned, relative to the current directory if below it; NULL:
              // unknown
  uint32_t line, column; // 0: unknown
  const char *function;  // borrowed from the sources; "": unknown
} ft_source_location;

ft_source_location ft_source_location_at (const ft_report *, ft_id event);
void ft_source_location_release (ft_source_location *);

// The source location of a frame of a stack.
ft_source_location ft_source_location_of (const ft_frame *);

// Parses "dir/file.c:12:3", up to " (".  No file if the text has no line
// number.
ft_source_location ft_source_location_parse (const char *location);

// Adds "hidden.c:15:3", with names escaped, or the name of the location in the
// trace.
void ft_source_location_add (ft_strbuf *, const ft_report *, ft_id event,
                             bool column);

// Adds a path as a URI: "src/a%20b.c", "file:///usr/include/x.h".
void ft_source_location_uri (ft_strbuf *, const char *path);

#endif
