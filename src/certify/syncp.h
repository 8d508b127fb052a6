// Sync-preserving races (Mathur, Pavlogiannis, Viswanathan 2021): pairs of
// conflicting accesses that some reordering leaves both enabled in which every
// read that matters has its recorded writer and the sections of each lock come
// in their recorded order.  Sound: each is a race of the maximal causal model.
// Incomplete: races that need two sections swapped are missed.  A
// compare-and-swap beside a read must succeed; here it races only where it does
// so with all writes in their recorded order.
//
// Definition, in the form that they prove equal: the least ideal ('ideal.h')
// that lets both threads reach their access contains neither.  All its events
// were recorded before the later access, so only the earlier one is searched
// for.  Ideals grow with either access along its thread: for each kind of later
// access, thread of the later one and list of earlier ones, the search
// continues where it ended, so that it costs a closure per access and list.
// With 'pairs' it continues beyond the first partner, for each access anew.
// Slow twin: enumeration, in tests/unit/test_syncp.c.

#ifndef FT_CERTIFY_SYNCP_H
#define FT_CERTIFY_SYNCP_H

#include "certify/facts.h"

typedef struct ft_syncp ft_syncp;

// Facts are borrowed.
ft_syncp *ft_syncp_new (const ft_facts *, bool pairs);
void ft_syncp_free (ft_syncp *);

// Looks at the next event of the trace.  Returns whether it is racy: in a
// sync-preserving race with an earlier one.
bool ft_syncp_step (ft_syncp *);

// The earlier partners of the event just looked at (with 'pairs'), ascending;
// borrowed until the next step.
const ft_pos *ft_syncp_partners (const ft_syncp *, size_t *count);

// Whether the pair (ascending) is a sync-preserving race.  Then 'cut' (per
// thread) is the number of events that run, in recorded order, to expose it.
bool ft_syncp_races (const ft_syncp *, const ft_id pair[2], ft_id *cut);

#endif
