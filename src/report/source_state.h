// Whether a source file is still the one that a recorded program was built
// from, so that a report never shows wrong lines.
//
// It is if it has the bytes that the compiler read.  Of a file whose bytes the
// compiler could not note, if it was not written to since the program was
// built.

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

// What was found out, each file once.
typedef struct ft_source_states {
  struct timespec built; // the program
  ft_intern paths;
  FT_STACK (uint64_t) checksums; // by path, as the files are now
} ft_source_states;

// Of a run and its program.  When it was recorded counts if the program is
// gone, or is NULL: a process that another one made.
void ft_source_states_init (ft_source_states *, const char *run,
                            const char *program);
void ft_source_states_release (ft_source_states *); // (...){0} is empty

// Of the file that a frame is in.
enum ft_source_state ft_source_state (ft_source_states *, const ft_frame *);

#endif
