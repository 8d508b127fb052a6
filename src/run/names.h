// Names of code locations of a recorded run: "file.c:12:3".
//
// A file is called by the last parts of its path, as many as tell it from the
// other files of the run.  A location is named by the innermost frame outside
// of system headers, since this is the line that the user wrote; an access in
// a header adds its own place, so that different accesses stay different:
// "main.cpp:12:5 (stl_vector.h:1189:6)".

#ifndef FT_TRACE_NATIVE_NAMES_H
#define FT_TRACE_NATIVE_NAMES_H

#include "run/walk.h"
#include "trace/tables.h"

// One frame as the source has it; inlined ones are frames of their own.
typedef struct ft_spot {
  const ft_sites *table;
  uint32_t function, file; // strings of the table
  uint32_t line, column;
  bool inlined;
  const char *module; // "" if unknown
} ft_spot;

// From the innermost outward: (ft_spots){frames, depth, site} begins.
typedef struct ft_spots {
  const ft_code *code;
  const ft_walk_frame *frames;
  size_t depth;
  ft_id site;  // in the topmost frame, FT_NO_ID if unknown
  bool inside; // the three below say where
  uint32_t scope, line, column;
} ft_spots;

bool ft_spots_next (ft_spots *, ft_spot *);

typedef struct ft_names ft_names;

ft_names *ft_names_new (const ft_code *);
void ft_names_free (ft_names *);

// "main" or "T1", as threads are called that start in this order; its length.
enum { FT_THREAD_NAME_SIZE = 16 };
size_t ft_names_thread (char name[FT_THREAD_NAME_SIZE], uint32_t number);

// The place of a record, as an access ('site' is its own) or as something that
// its frame's call did ('site' is FT_NO_ID).
ft_id ft_names_location (ft_names *, ft_tables *, const ft_walk_thread *,
                         ft_id site);

// The same as text without a place in a header, borrowed until the next call.
const char *ft_names_place (ft_names *, const ft_walk_thread *);

#endif
