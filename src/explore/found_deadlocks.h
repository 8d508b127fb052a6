// Deadlocks that are certified in the traces of runs: what their lines in the
// journal say, and what is learned from these.  'foretrace replay' leads the
// program into them; nothing is searched for them.

#ifndef FT_EXPLORE_FOUND_DEADLOCKS_H
#define FT_EXPLORE_FOUND_DEADLOCKS_H

#include <jansson.h>

#include "base/stack.h"
#include "results/results.h"
#include "trace/trace.h"

typedef struct ft_found_deadlock {
  unsigned run; // the first that has it
  char *text;   // owned; the places, "f.c:3:1  <->  f.c:9:1"
  char *name;   // owned; its fingerprint, by which it is replayed
} ft_found_deadlock;

typedef FT_STACK (ft_found_deadlock) ft_found_deadlocks;

void ft_found_deadlocks_release (ft_found_deadlocks *);

// The certified ones, for the line of a run; NULL: none.
json_t *ft_found_deadlocks_json (const ft_trace *, const ft_results *);

void ft_found_deadlocks_apply (ft_found_deadlocks *, const json_t *line, unsigned run);

#endif
