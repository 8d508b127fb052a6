// Pairs of locations that happens-before of C11 leaves unordered in the recorded
// order: the filter 'c11', then the partners of what it finds racy.
//
// Cost: two passes over the trace.

#ifndef FT_PREDICT_UNORDERED_PAIRS_H
#define FT_PREDICT_UNORDERED_PAIRS_H

#include "order/partner.h"
#include "trace/trace.h"

typedef struct ft_unordered_pairs {
  const ft_location_pairs *pairs; // borrowed from 'partners'
  bool truncated;                 // pairs may be missing
  ft_racy_events racy;
  ft_partners *partners;
} ft_unordered_pairs;

// 'events' are those of the trace, or a copy of which some are changed; they and
// 'ids' are borrowed.
void ft_unordered_pairs_find (ft_unordered_pairs *, const ft_trace *,
                              const ft_event *events, ft_location_ids *ids);
void ft_unordered_pairs_release (ft_unordered_pairs *);

#endif
