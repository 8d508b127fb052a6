// Witnesses: schedules that expose a race or a deadlock, and their JSON form
// 'foretrace-witness/1' (docs/witness-format.md).

#ifndef FT_WITNESS_WITNESS_H
#define FT_WITNESS_WITNESS_H

#include "trace/trace.h"

typedef struct ft_witness ft_witness;

struct ft_witness {
  char id[24];   // of its finding in the file that it was read from, or ""
  ft_id pair[2]; // event positions of the racing accesses, ascending
  // Of a deadlock instead of a pair: acquires, each of which waits for a lock
  // that the thread of the next one (of the last one, the first) holds.
  FT_STACK (ft_id) blocked;
  FT_STACK (ft_id)
  schedule; // events to run, in order; neither pair nor
            // blocked acquires included
};

void ft_witness_release (ft_witness *);

// Reads the witnesses of a file: one from a 'foretrace-witness/1' document,
// those of all certified races and deadlocks (or of the one with id 'race', if
// not NULL) from a 'foretrace-results/1' document.  Every position is checked
// against the trace, as are event count and digest when the file gives them.
// Returns the number read into '*witnesses' (the caller releases each and
// frees the array), or -1 and an error.
int ft_witness_read (const char *path, const ft_trace *, const char *race,
                     ft_witness **witnesses, ft_error *);

// Writes a 'foretrace-witness/1' document; false and an error when the file
// cannot be written whole (nothing is left behind then).
bool ft_witness_write (const char *path, const ft_trace *, const ft_witness *,
                       ft_error *);

#endif
