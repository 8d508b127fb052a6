// Which later event of its thread makes a read matter, when branches were
// recorded, and perhaps how values flow through locals (design: semantics,
// "Correct reordering", rule 3).
//
// A read matters at a branch whose outcome, a write whose value, and an access
// whose address may depend on it.  Operands that were recorded are followed
// through the three-address events; what was not recorded may depend on every
// earlier read of the thread.  A read without a recorded destination may be in
// every operand.  Linear in the events and the taints that they copy.

#ifndef FT_CANDIDATE_FLOW_H
#define FT_CANDIDATE_FLOW_H

#include "trace/index.h"

// Sets matters[e] of each read e that comes to matter to the local position
// of the first event that makes it so; leaves the others as they are.
void ft_flow_follow (const ft_index *, ft_id *matters);

#endif
