// Which later event of its thread makes a read matter, when branches were
// recorded, and perhaps how values flow through locals (design: semantics,
// "Correct reordering", rule 3).
//
// A read matters at a branch whose outcome, a write whose value, and an access
// whose address may depend on it.  Operands that were recorded are followed
// through the three-address events; operands that were not recorded, and
// locals that nothing recorded defines, may depend on every earlier read of
// the thread.  Linear in the events.

#ifndef FT_CERTIFY_DEPENDENCE_H
#define FT_CERTIFY_DEPENDENCE_H

#include "trace/index.h"

// Sets matters[e] of each read e that comes to matter to the local position
// of the first event that makes it so, and by_value[e] if only the value that
// this event writes depends on it: a racing access's own value is free.
void ft_dependence_find (const ft_index *, ft_id *matters, bool *by_value);

#endif
