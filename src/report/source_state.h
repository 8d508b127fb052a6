// The state of a source file: whether it is still the file from which a
// recorded program was built, so that a report never shows wrong lines.
//
// A file is current if it has the bytes that the compiler read.  If the
// compiler could not note them, the file is current if it was not written to
// since the program was built.

#ifndef FT_REPORT_SOURCE_STATE_H
#define FT_REPORT_SOURCE_STATE_H

#include <time.h>

#include "base/hash.h"
#include "load/describe.h"

enum ft_source_state {
  FT_SOURCE_CURRENT,
  FT_SOURCE_CHANGED,
  FT_SOURCE_MISSING, // moved, removed, or not to be read here
};

const char *ft_source_state_name (enum ft_source_state); // "current", ...

// The states found so far, each file once.
typedef struct ft_source_states {
  struct timespec built; // time at which the program was built
  ft_intern paths;
  FT_STACK (uint64_t) checksums; // by path, of the present files
} ft_source_states;

// For a run and its program.  The time of the recording counts if the program
// is gone, or if 'program' is NULL, for a process that another one made.
void ft_source_states_init (ft_source_states *, const char *run,
                            const char *program);
void ft_source_states_release (ft_source_states *); // (...){0} is empty

// The state of the file of a frame.
enum ft_source_state ft_source_state (ft_source_states *, const ft_frame *);

#endif
