// 'run.json' and 'status.json' of a run directory: what was run, how, by which
// version of foretrace, and how it ended.  Writer and reader side by side.

#ifndef FT_RECORD_RUN_FILE_H
#define FT_RECORD_RUN_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "record/program.h"
#include "record/target.h"

typedef FT_STACK (char *) ft_strings; // owned strings

typedef struct ft_run_file {
  char *version;      // of foretrace; owned, as all texts here
  unsigned wire;      // FT_WIRE_VERSION
  char *program;      // absolute path
  ft_strings arguments; // argv
  char *directory;    // where it ran
  char *input;        // regular file that was standard input, in the run itself
                      // if it has no '/'; absolute once it was read.  NULL:
                      // another sort
  char *input_kind;   // "file", "terminal", "pipe", "nothing"
  char *build_id;     // "" if it has none
  uint64_t digest;
  bool launcher;
  ft_strings plain; // libraries that were not built with foretrace-cc
  char *mode;     // "full" or "light"; a light one may have been expanded since
  char *schedule;
  uint64_t seed, slice;
  double seconds;      // that the run took, from status.json; 0 if unknown
  ft_input_set inputs; // that it was given, from 'symbolic'
} ft_run_file;

void ft_run_file_release (ft_run_file *); // (ft_run_file){0} is empty

// 'arguments' is argv, which ends with NULL.
void ft_run_file_write (const ft_run_file *, ft_strbuf *json);

// 65 when it is damaged or of another version, naming what to do.
bool ft_run_file_read (ft_run_file *, const char *run, ft_error *);

// What 'status.json' says; 'recorded' is false when the program never came to
// record.
bool ft_status_write (const char *run, const ft_target_exit *, bool recorded,
                      ft_error *);

#endif
