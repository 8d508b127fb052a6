// The lockset discipline, on a grammar; see 'slp_lockset.c'.

#ifndef FT_GRAMMAR_SLP_LOCKSET_H
#define FT_GRAMMAR_SLP_LOCKSET_H

#include "order/lock_set.h"
#include "order/location_pair.h"
#include "format/slp.h"
#include "trace/tables.h"

// Accesses by one terminal under the same locks.
typedef struct ft_slp_locked_access {
  uint32_t terminal;
  ft_id held;     // elements 2 * lock, + 1 for one that is shared
  uint64_t first; // events
  uint64_t last;
} ft_slp_locked_access;

// What the discipline needs to know of a rule, wherever it is used: the
// paper's OpenAcq and OpenRel, and for each terminal what its LockSet is the
// intersection of, before it is intersected.
typedef struct ft_slp_locks {
  FT_STACK (struct ft_slp_open_section {
    ft_tid thread;
    ft_id lock;        // element of sets
    uint64_t acquired; // times, and not released
    uint64_t released; // times, without having been acquired
  })
  open;
  FT_STACK (ft_slp_locked_access) held;
} ft_slp_locks;

typedef struct ft_slp_lockset ft_slp_lockset;

// A checked grammar; all is borrowed.
ft_slp_lockset *ft_slp_lockset_new (const ft_slp *, const ft_tables *,
                                    ft_location_ids *);
void ft_slp_lockset_free (ft_slp_lockset *);

// The next rule, bottom-up; false when all are done.
bool ft_slp_lockset_step (ft_slp_lockset *);

// What was found of a rule that is still to be used, and the sets in it.
const ft_slp_locks *ft_slp_lockset_rule (const ft_slp_lockset *, uint32_t);
const ft_lock_sets *ft_slp_lockset_sets (const ft_slp_lockset *);

// When all are done: the pairs of locations of which the later event violates
// the discipline and shares no lock with the earlier one, exactly as a filter
// finds them; each with a pair of events, which need not be the closest.
// Instances are lower bounds.  The caller may sort it.  NULL if more than
// 'most' pairs of accesses would have to be looked at.
ft_location_pairs *ft_slp_lockset_pairs (ft_slp_lockset *, uint64_t most);

#endif
