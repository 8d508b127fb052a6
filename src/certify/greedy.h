// Greedy linearisation of saturated events (ConstructReorderedTrace of
// VindicateRace, Roemer, Genç, Bond 2018, Section 5): each step runs an event
// whose predecessors are done and that makes no later event impossible.
// Incomplete; the checker decides about the result.

#ifndef FT_CERTIFY_GREEDY_H
#define FT_CERTIFY_GREEDY_H

#include "certify/closure.h"

typedef struct ft_ids {
  FT_STACK (ft_id) list;
} ft_ids;

// The choice among the events that are ready.
enum ft_greedy_policy {
  FT_GREEDY_RECORDED, // the one recorded first
  FT_GREEDY_STAY,     // one of the same thread as the last, if there is one
  FT_GREEDY_RANDOM,   // any, by a seed
  FT_GREEDY_PUT_OFF,  // the one recorded first, of the thread that the cone puts
                      // off only if there is no other
};

// Puts the events below 'top' into 'out', in order.  False if no event can run;
// then '*blocked' is the acquire of an open section that blocks another thread
// and could be closed, or FT_NO_ID.
bool ft_greedy (const ft_closure *, enum ft_greedy_policy, uint64_t seed,
                ft_ids *out, ft_id *blocked);

#endif
