// Turns a model of the 'order' encoding into one schedule: a topological sort
// of the included events.
//
// Cost: linear in the edges, plus the number of lanes for each event.

#ifndef FT_ENCODERS_LINEARISE_H
#define FT_ENCODERS_LINEARISE_H

#include "encoders/encoder.h"

// Appends to 'out' the first cut[lane] events of each lane's thread, from the
// start of the thread in the cone, in an order that respects the graph and
// 'edges' and is otherwise as close to the recorded order as possible.  False
// if there is a cycle.
bool ft_linearise (const ft_graph *, const ft_id *cut, const ft_edge *edges,
                   size_t n, ft_reordering *out);

#endif
