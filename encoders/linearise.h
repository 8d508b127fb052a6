// From included prefixes and orders to one schedule.

#ifndef FT_ENCODERS_LINEARISE_H
#define FT_ENCODERS_LINEARISE_H

#include "encoders/encoder.h"

// Appends to 'out' the events of the first cut[lane] events of each lane's
// thread (from its start) in an order that respects the graph and 'edges',
// otherwise as close to the recorded order as that allows.  False if there is
// a cycle.
bool ft_linearise (const ft_graph *, const ft_id *cut, const ft_edge *edges,
                   size_t n, ft_reordering *out);

#endif
