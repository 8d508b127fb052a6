// The lockset discipline on a grammar; see 'slp_lockset.c'.

#ifndef FT_GRAMMAR_SLP_LOCKSET_H
#define FT_GRAMMAR_SLP_LOCKSET_H

#include "order/lock_set.h"
#include "order/location_pair.h"
#include "format/slp.h"
#include "trace/tables.h"

// Accesses by one terminal under the same locks.
typedef struct ft_slp_locked_access {
  uint32_t terminal;
  ft_id held;     // set of elements 2 * lock, + 1 for a lock held shared
  uint64_t first; // events of the rule, counted from 0
  uint64_t last;
} ft_slp_locked_access;

// The facts of a rule that the discipline needs wherever the rule is used: the
// paper's OpenAcq and OpenRel, and for each terminal the sets whose
// intersection is its LockSet.
typedef struct ft_slp_locks {
  FT_STACK (struct ft_slp_open_section {
    ft_tid thread;
    ft_id lock;        // element of sets
    uint64_t acquired; // number of acquires that are not released
    uint64_t released; // number of releases without an acquire
  })
  open;
  FT_STACK (ft_slp_locked_access) held;
} ft_slp_locks;

typedef struct ft_slp_lockset ft_slp_lockset;

// A checked grammar; all is borrowed.
ft_slp_lockset *ft_slp_lockset_new (const ft_slp *, const ft_tables *,
                                    ft_location_ids *);
void ft_slp_lockset_free (ft_slp_lockset *);

// Passes over the next rule, bottom-up; false when all are done.
bool ft_slp_lockset_step (ft_slp_lockset *);

// The result for a rule that is still to be used, and the sets in it.
const ft_slp_locks *ft_slp_lockset_rule (const ft_slp_lockset *, uint32_t);
const ft_lock_sets *ft_slp_lockset_sets (const ft_slp_lockset *);

// When all are done: the pairs of locations of which the later event violates
// the discipline and shares no lock with the earlier one, exactly as a filter
// finds them; each with a pair of events, which need not be the closest.
// Instances are lower bounds.  The caller may sort them.  NULL if more than
// 'most' pairs of accesses would have to be looked at.
ft_location_pairs *ft_slp_lockset_pairs (ft_slp_lockset *, uint64_t most);

#endif
