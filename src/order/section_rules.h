// Rules (a) and (b) together, as WCP and DC share them.

#ifndef FT_ORDER_SECTION_RULES_H
#define FT_ORDER_SECTION_RULES_H

#include "order/ccs.h"
#include "order/release_queue.h"

typedef struct ft_section_rules {
  ft_section_pool pool;
  ft_ccs ccs;
  ft_release_queues queues;
  FT_STACK (ft_open_sections) open;     // by thread
  FT_STACK (ft_section_accesses) spare; // empty ones, for later sections
  uint32_t section_number;
  unsigned known;    // kind of the clock of the events that a thread comes
                     // after
  unsigned released; // kind of the clock that a release hands on by rules (a)
                     // and (b)
  unsigned sync;     // kind of the clock of order that 'known' does not
                     // contain, for rule (b)
} ft_section_rules;

// The kinds of clocks as above.  For 'exclusive_ordered' see 'ccs.h'; only with
// it is 'sync' looked at.
void ft_section_rules_init (ft_section_rules *, unsigned known,
                            unsigned released, unsigned sync,
                            bool exclusive_ordered);
void ft_section_rules_release (ft_section_rules *);

void ft_section_rules_step (ft_section_rules *, ft_order_threads *,
                            const ft_tables *, const ft_event *);

// Whether a thread is in a section.
static inline bool ft_section_rules_inside (const ft_section_rules *all,
                                            ft_tid t) {
  return t < all->open.size && !FT_EMPTY (all->open.begin[t]);
}

#endif
