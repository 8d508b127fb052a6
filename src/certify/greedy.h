// Greedy linearisation of saturated events (ConstructReorderedTrace of the
// Vindicator paper, Section 5): always some event whose predecessors are done
// and that breaks nothing yet to come.  Incomplete; what it finds is for the
// checker.

#ifndef FT_CERTIFY_GREEDY_H
#define FT_CERTIFY_GREEDY_H

#include "certify/closure.h"

typedef struct ft_ids {
  FT_STACK (ft_id) list;
} ft_ids;

// Which of the ready events goes next.
enum ft_greedy_policy {
  FT_GREEDY_RECORDED, // the one recorded first
  FT_GREEDY_STAY,     // one of the same thread as before, if there is one
  FT_GREEDY_RANDOM,   // any, by a seed
};

// Puts the events below 'top' into 'out', in order.  If it gets stuck, returns
// false and leaves in '*blocked' the acquire of an open section that is in
// the way and could be closed, or FT_NO_ID.
bool ft_greedy (const ft_closure *, enum ft_greedy_policy, uint64_t seed,
                ft_ids *out, ft_id *blocked);

#endif
