// Deadlocks that are certified in the traces of runs: their journal entries,
// and how these are applied to the search state.  The search does not look for
// deadlocks; 'foretrace replay' leads the program into them.

#ifndef FT_EXPLORE_FOUND_DEADLOCKS_H
#define FT_EXPLORE_FOUND_DEADLOCKS_H

#include <jansson.h>

#include "base/stack.h"
#include "results/results.h"
#include "trace/trace.h"

typedef struct ft_found_deadlock {
  unsigned run; // the first that has it
  char *text;   // owned; the locations, "f.c:3:1  <->  f.c:9:1"
  char *name;   // owned; its fingerprint, which 'foretrace replay' takes
} ft_found_deadlock;

typedef FT_STACK (ft_found_deadlock) ft_found_deadlocks;

void ft_found_deadlocks_release (ft_found_deadlocks *);

// The certified deadlocks, for the journal entry of a run; NULL: none.
json_t *ft_found_deadlocks_json (const ft_trace *, const ft_results *);

// Whether the state has this deadlock of a journal entry.
bool ft_found_deadlocks_know (const ft_found_deadlocks *, const json_t *);

void ft_found_deadlocks_apply (ft_found_deadlocks *, const json_t *line,
                               unsigned run);

#endif
