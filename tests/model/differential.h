// Holds certification together: every conflicting pair of a trace decided by
// the certifier with both encodings, by both encodings alone, and (for small
// traces) by enumeration; any contradiction is a failure.

#ifndef FT_MODEL_DIFFERENTIAL_H
#define FT_MODEL_DIFFERENTIAL_H

#include "base/strbuf.h"
#include "trace/trace.h"

typedef struct ft_differential {
  // What to do.
  size_t max_states; // of the enumeration; 0: no enumeration
  ft_id window;      // also compare with this window; 0: do not
  size_t max_pairs;  // per trace; 0: all
  const ft_id *pair; // only this one; NULL: all
  // What was seen, added up over traces.
  size_t pairs, races, by_order, by_graph, by_smt, open, solved, incomplete;
  // The first contradiction, in words.
  ft_strbuf why;
} ft_differential;

// Whether there is a contradiction; fit for 'ft_shrink_trace'.
bool ft_differs (const ft_trace *, void *differential);

#endif
