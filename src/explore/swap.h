// Swap (Section 3.4 of the paper): the schedule of a race with its two events
// the other way round.  The program goes on after it, maybe in another way than
// it did.

#ifndef FT_EXPLORE_SWAP_H
#define FT_EXPLORE_SWAP_H

#include "explore/types.h"
#include "witness/witness.h"

// The plan of a race, in either order of its events.  The caller frees.
char *ft_swap_schedule (const char *plan, bool swapped);

// The events that it brings, for the witness that it was made from.
void ft_swap_events (const ft_trace *, const ft_witness *, bool swapped,
                     ft_sequence *);

#endif
