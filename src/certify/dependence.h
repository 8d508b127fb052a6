// Dependence: which later event of its thread makes a read matter, when
// branches were recorded, and perhaps how values flow through locals (correct
// reordering, see docs/guide/verdicts.md).
//
// A read matters at a branch whose outcome, a write whose value, and an access
// whose address may depend on it.  Recorded operands are followed through the
// three-address events; operands that were not recorded, and locals without a
// recorded definition, may depend on every earlier read of the thread.
//
// Cost: linear in the events.

#ifndef FT_CERTIFY_DEPENDENCE_H
#define FT_CERTIFY_DEPENDENCE_H

#include "trace/index.h"

// Sets matters[e] of each read e that comes to matter to the local position of
// the first event at which it does, and by_value[e] if only the value that this
// event writes depends on it: a racing access's own value is free.  frozen[e]
// is set if it is not known that the event depends on the read (see 'ft_reads').
void ft_dependence_find (const ft_index *, ft_id *matters, bool *by_value,
                         bool *frozen);

// The same with only those events of which it is known that they depend on the
// read, and without reads of atomic updates.
void ft_dependence_find_certain (const ft_index *, ft_id *matters,
                                 bool *by_value);

#endif
