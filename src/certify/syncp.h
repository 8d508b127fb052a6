// Sync-preserving races (Mathur, Pavlogiannis, Viswanathan 2021): pairs of
// conflicting accesses that some reordering leaves both enabled in which
// every read that matters has its recorded writer and the sections of each
// lock come in their recorded order.  Sound: each is a race of the maximal
// causal model.  Misses races that need two sections swapped.  A compare-and-
// swap beside a read, which has to find what it found, races here only where it
// does so with all writes in their recorded order, too.
//
// Definition, in the form that they prove equal: the least ideal ('ideal.h')
// that lets both threads come to their access holds neither.  All that it
// holds was recorded before the later access, so only the earlier one is
// looked for.  Ideals grow with either access along its thread: for each kind
// of later access, thread of the later one and lane of earlier ones, the
// search goes on where it ended, so that it costs a closure per access and
// lane.  With 'pairs' it goes on beyond the first partner, for each access
// anew.  Compared with enumeration in tests/unit/test_syncp.c.

#ifndef FT_CERTIFY_SYNCP_H
#define FT_CERTIFY_SYNCP_H

#include "certify/facts.h"

typedef struct ft_syncp ft_syncp;

// Facts are borrowed.
ft_syncp *ft_syncp_new (const ft_facts *, bool pairs);
void ft_syncp_free (ft_syncp *);

// Looks at the next event of the trace; returns whether it is racy: in a
// sync-preserving race with an earlier one.
bool ft_syncp_step (ft_syncp *);

// The earlier partners of the event just looked at (with 'pairs'), ascending;
// borrowed until the next step.
const ft_pos *ft_syncp_partners (const ft_syncp *, size_t *count);

// Whether the pair (ascending) is a sync-preserving race; 'cut' (per thread)
// is then how much of each thread runs, in recorded order, to expose it.
bool ft_syncp_races (const ft_syncp *, const ft_id pair[2], ft_id *cut);

#endif
