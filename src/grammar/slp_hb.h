// Races of happens-before, and hybrid candidates, on a grammar; see 'slp_hb.c'.

#ifndef FT_GRAMMAR_SLP_HB_H
#define FT_GRAMMAR_SLP_HB_H

#include "grammar/slp_summary.h"
#include "grammar/slp_access.h"
#include "order/filter.h"

typedef struct ft_slp_hb ft_slp_hb;

// For FT_FILTER_HB or FT_FILTER_HYBRID.  The grammar was checked; all arguments
// are borrowed.  NULL, and the reason in '*why', if the trace must be expanded.
// 'work' limits the work, in steps of about a nanosecond.
ft_slp_hb *ft_slp_hb_new (enum ft_filter_kind, const ft_slp *,
                          const ft_tables *, ft_location_ids *, uint64_t work,
                          const char **why);
void ft_slp_hb_free (ft_slp_hb *);

// Passes over the next rule, bottom-up.  False when all are done, or the
// analysis was given up.
bool ft_slp_hb_step (ft_slp_hb *);

// The reason why the analysis was given up, as it takes more work or memory
// than it may, or NULL.
const char *ft_slp_hb_given_up (const ft_slp_hb *);

// The pairs of locations that race, each with its closest pair of events,
// exactly as a filter finds them on the expanded trace; instances are lower
// bounds. The caller may sort them in the end.
ft_location_pairs *ft_slp_hb_pairs (ft_slp_hb *);

// The least position of the second event of an instance of pair 'i', while the
// pairs are not sorted.  A pair that races in a rule does so first where the
// rule is used first, and there as soon as the second terminal comes.
uint64_t ft_slp_hb_earliest (const ft_slp_hb *, size_t i);

// For FT_FILTER_HYBRID: the grammar with the locks held at its terminals.
const struct ft_slp_held_locks *ft_slp_hb_held_locks (const ft_slp_hb *);

// ---- rule summaries --------------------------------------------------------

// The summary of a rule that the pass has seen and that later rules use.  The
// grammar has no conditions, barriers and semaphores: grammars with them are
// rewritten first.
const ft_rule_summary *ft_slp_hb_rule (const ft_slp_hb *, uint32_t rule);

// The thread of a synchronisation object, FT_NO_ID if the object is no thread;
// and the terminal of an access.
ft_tid ft_slp_hb_thread (const ft_slp_hb *, ft_id object);
uint32_t ft_slp_hb_terminal (const ft_slp_hb *, uint32_t access);

#endif
