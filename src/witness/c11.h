// Happens-before of C11 along the schedule that the checker runs: which threads
// the first access of a pair happens before (see 'c11.c').  Nothing
// is shared with 'src/order', which finds such pairs.

#ifndef FT_WITNESS_C11_H
#define FT_WITNESS_C11_H

#include "witness/checker_state.h"

typedef struct ft_happens_before ft_happens_before;

ft_happens_before *ft_happens_before_new (const ft_checker *);
void ft_happens_before_free (ft_happens_before *, const ft_checker *);

// Begins a schedule; 'first' is the event that is asked about.
void ft_happens_before_begin (ft_happens_before *, ft_id first);

// The checker has done the event.
void ft_happens_before_step (ft_happens_before *, ft_checker *, ft_id event);

// Whether 'first' happens before the last event of the thread, or is it.
bool ft_happens_before_now (ft_happens_before *, ft_tid);

#endif
