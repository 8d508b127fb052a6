// Where in the source an event is: as a recorded run knows it, or else as the
// name of its location says, "hidden.c:12:3".

#ifndef FT_REPORT_SOURCE_LOCATION_H
#define FT_REPORT_SOURCE_LOCATION_H

#include "report/sources.h"

typedef struct ft_source_location {
  char *file;            // owned, relative if it is below here; NULL: unknown
  uint32_t line, column; // 0: unknown
  const char *function;  // borrowed from the sources; "": unknown
} ft_source_location;

ft_source_location ft_source_location_at (const ft_report *, ft_id event);
void ft_source_location_release (ft_source_location *);

// Of a frame of a stack, too.
ft_source_location ft_source_location_of (const ft_frame *);

// Splits "dir/file.c:12:3", what follows " (" left out.  No file if the text
// names no line.
ft_source_location ft_source_location_parse (const char *location);

// "hidden.c:15:3", names made harmless, or what the trace calls the place.
void ft_source_location_add (ft_strbuf *, const ft_report *, ft_id event,
                          bool column);

// A path as a URI: "src/a%20b.c", "file:///usr/include/x.h".
void ft_source_location_uri (ft_strbuf *, const char *path);

#endif
