// Events before which their thread may have to wait for another one: whose
// fork, writers, allocations, joined threads and objects are of other threads,
// under any model.  Of all events they are few, so that what is computed anew for
// each round of clocks ('ideal.h') is computed for them alone: what an event
// needs is what the last of them in its thread needs.
//
// Cost: a pass over the trace.

#ifndef FT_CERTIFY_AWAITING_H
#define FT_CERTIFY_AWAITING_H

#include "trace/trace.h"

struct ft_facts;

typedef struct ft_awaiting ft_awaiting;

struct ft_awaiting {
  FT_STACK (ft_id) events; // ascending
  ft_id *last; // per event: 1 + the number in 'events' of the last one of its
               // thread up to and with itself; 0: there is none
};

ft_awaiting *ft_awaiting_new (const struct ft_facts *);
void ft_awaiting_free (ft_awaiting *);

#endif
