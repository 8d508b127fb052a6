// A recorded run on disk: the directory that the runtime wrote
// (src/runtime/wire.h), opened and checked.

#ifndef FT_RUN_RUN_H
#define FT_RUN_RUN_H

#include "base/cursor.h"
#include "run/run_code.h"
#include "run/run_log.h"

enum { FT_MOST_THREADS = 1 << 20 };

// Whether the path is a run directory, perhaps a damaged one.
bool ft_run_exists (const char *path);

// Whether the program's own doing is recorded there to the end.  If not, since the
// runtime could not go on, the error says why (the file 'failed').
bool ft_run_is_of_program (const char *path, ft_error *);

typedef struct ft_run { // does not change while the run is read
  char *path;           // owned
  struct ft_wire_control control;
  ft_mapped_file schedule, objects;
  uint64_t switches; // entries of 'schedule' that exist
  ft_run_code code;
  ft_mapped_file source_file;
  ft_mapped_file channel_file;
  FT_STACK (ft_span) channels; // paths of files and pipes by number, or empty
  FT_STACK (ft_span) sources; // names of sources of input, in 'source_file'
  ft_map stale_loads; // by 'ft_tick_number': loads that returned an older store,
                      // since this run is a replay that made them do so
} ft_run;

ft_run *ft_run_open (const char *path, ft_error *);

// Opens the code alone: no log and no schedule is looked at.
ft_run *ft_run_open_code (const char *path, ft_error *);
void ft_run_free (ft_run *);

#endif
