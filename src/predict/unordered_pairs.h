// Pairs of locations that a filter leaves unordered in the recorded order: what it
// finds racy, and the partners of that.
//
// Cost: two passes over the events.

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

// 'events' are those of a trace, or such that were made of them; they, the tables
// and 'ids' are borrowed.
void ft_unordered_pairs_find (ft_unordered_pairs *, enum ft_filter_kind,
                              const ft_tables *, const ft_event *events,
                              size_t count, ft_location_ids *ids);

// Whether no pair with the locations of two events is among them.
bool ft_unordered_pairs_lack (const ft_unordered_pairs *, ft_location_ids *,
                              const ft_event *, const ft_event *, ft_id variable);
void ft_unordered_pairs_release (ft_unordered_pairs *);

#endif
