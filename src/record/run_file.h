// 'run.json' and 'status.json' of a run directory: the program and its
// arguments, the options and the version of foretrace, and how the run ended.
// Writer and reader.

#ifndef FT_RECORD_RUN_FILE_H
#define FT_RECORD_RUN_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "record/program.h"
#include "record/target.h"

typedef FT_STACK (char *) ft_strings; // owned strings

typedef struct ft_run_file {
  char *version;        // of foretrace; owned, as all strings here
  unsigned wire;        // FT_WIRE_VERSION
  char *program;        // absolute path
  ft_strings arguments; // argv
  char *directory;      // working directory
  char *input; // regular file that was standard input, NULL if it was another
               // kind of file.  Without a '/' in run.json: in the run
               // directory; absolute once it was read
  char *input_kind;          // "file", "terminal", "pipe", "nothing"
  char *build_id;            // "" if the program has none
  uint64_t digest;           // of the program
  bool launcher;             // see ft_record_options
  ft_strings uninstrumented; // libraries that were not built with foretrace-cc
  bool has_environment;        // false: recorded before there was any
  ft_strings environment;      // "NAME=value", without FORETRACE_RUN
  bool has_descriptors;        // false: recorded before there were any
  ft_descriptors descriptors;  // that the program inherited
  char *mode;     // "full" or "light"; a light one may be expanded by now
  char *schedule; // scheduling policy
  uint64_t seed, slice;
  double seconds;      // duration of the run, from status.json; 0 if unknown
  ft_input_set inputs; // symbolic inputs, from 'symbolic'
} ft_run_file;

void ft_run_file_release (ft_run_file *); // (ft_run_file){0} is empty

// 'arguments' is argv, which ends with NULL.
void ft_run_file_write (const ft_run_file *, ft_strbuf *json);

// Fails with 65 when the file is damaged, and with 69 when another version
// wrote it, with the remedy.
bool ft_run_file_read (ft_run_file *, const char *run, ft_error *);

// Writes 'status.json'; 'recorded' is false when the program did not begin to
// record.
bool ft_status_write (const char *run, const ft_target_exit *, bool recorded,
                      ft_error *);

#endif
