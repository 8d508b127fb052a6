// The pairs of locations that violate the lockset discipline, from the accesses
// of each terminal under each set of locks.

#ifndef FT_GRAMMAR_SLP_LOCKSET_PAIRS_H
#define FT_GRAMMAR_SLP_LOCKSET_PAIRS_H

#include "grammar/slp_lockset.h"

// 'held' lists each terminal that accesses something, with each of its sets in
// 'sets'.  False if there are more than 'most' pairs to look at.
bool ft_slp_lockset_violations (const ft_slp *, const ft_tables *,
                                ft_lock_sets *sets,
                                const ft_slp_locked_access *held, size_t count,
                                ft_location_ids *, uint64_t most,
                                ft_location_pairs *);

#endif
