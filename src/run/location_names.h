// Names of code locations of a recorded run: "file.c:12:3".
//
// A file is named by as many last parts of its path as distinguish it from the
// other files of the run.  A location is named by the innermost frame outside
// of system headers, since this is a line that the user wrote; an access in a
// header adds its own line, so that different accesses have different names:
// "main.cpp:12:5 (stl_vector.h:1189:6)".

#ifndef FT_RUN_LOCATION_NAMES_H
#define FT_RUN_LOCATION_NAMES_H

#include "run/run_reader.h"
#include "trace/tables.h"

// A source frame: a frame as the source has it; inlined functions have frames
// of their own.
typedef struct ft_source_frame {
  const ft_sites *table;
  uint32_t function, file; // strings of the table
  uint32_t line, column;
  bool inlined;
  const char *module; // "" if unknown
} ft_source_frame;

// An iterator over source frames from the innermost outward; it begins as
// (ft_source_frames){frames, depth, site}.
typedef struct ft_source_frames {
  const ft_run_code *code;
  const ft_run_frame *frames;
  size_t depth;
  ft_id site;  // in the topmost frame, FT_NO_ID if unknown
  bool inside; // a frame; the fields below say where
  uint32_t scope, line, column;
} ft_source_frames;

bool ft_source_frames_next (ft_source_frames *, ft_source_frame *);

typedef struct ft_location_names ft_location_names;

ft_location_names *ft_location_names_new (const ft_run_code *);
void ft_location_names_free (ft_location_names *);

// The name of a file in locations, by its path; borrowed.
const char *ft_location_names_file (const ft_location_names *,
                                    const char *path);

// The name of a thread, "main" or "T1"; threads are numbered in the order of
// their creation.  Returns its length.
enum { FT_THREAD_NAME_SIZE = 16 };
size_t ft_thread_name (char name[FT_THREAD_NAME_SIZE], uint32_t number);

// The location of a record, as an access ('site' is its own) or as something
// that the call of its frame did ('site' is FT_NO_ID).
ft_id ft_location_names_add (ft_location_names *, ft_tables *,
                             const ft_run_thread *, ft_id site);

// The same as text, without a line in a header; borrowed until the next call.
const char *ft_location_names_text (ft_location_names *, const ft_run_thread *);

// The location of a source frame, or its function if that is not known;
// borrowed until the next call.
const char *ft_location_names_frame (ft_location_names *,
                                     const ft_source_frame *);

#endif
