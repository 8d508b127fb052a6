// Races as C11 defines them, by trying everything: all correct reorderings of a
// small trace, by the rules of the checker, with happens-before as reachability
// ('relations.h').  And what decides pairs without trying, held against it.

#ifndef FT_MODEL_C11_RACES_H
#define FT_MODEL_C11_RACES_H

#include "base/strbuf.h"
#include "order/order.h"
#include "trace/trace.h"

// Sets 'racy', of size times size, for the conflicting pairs of events that some
// reordering with both leaves unordered: FT_REL_C11, or FT_REL_HB with the release
// sequences of C++20.  'used', if it is not NULL: for those of a FREE and an access that
// some reordering with the FREE leads to, where the two are unordered.  False if there
// are more than 'most' reorderings, of which only some were looked at.
bool ft_c11_races (const ft_trace *, enum ft_relation, unsigned most,
                   bool *racy, bool *used);

typedef struct ft_c11_differential {
  // What to do.
  unsigned most; // reorderings
  bool encoders; // also both encoders and the closure alone
  // What was seen, added up over traces.
  unsigned whole, races, refuted, open, by_graph, by_smt, disproved;
  unsigned between; // races of C++20 that are none of C11
  unsigned used;    // no races, with an access that may come behind the FREE unordered
  unsigned unused;  // refuted pairs of an access and a FREE
  // The first contradiction, in words.
  ft_strbuf why;
} ft_c11_differential;

// Whether there is a contradiction; fit for 'ft_shrink_trace'.
bool ft_c11_differs (const ft_trace *, void *differential);

#endif
