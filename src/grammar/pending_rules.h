// The rules of waiting on the state at hand: what changes in it, and what steps
// that means.  'thread' is the carrier of the event's thread.

#ifndef FT_GRAMMAR_PENDING_RULES_H
#define FT_GRAMMAR_PENDING_RULES_H

#include "grammar/pending_state.h"

// Conditions.  'leave': the thread no longer waits for any.
void ft_pending_end_wait (ft_pending_states *, ft_tid, ft_clock_ops *);
void ft_pending_wait (ft_pending_states *, const ft_event *, ft_clock_ops *);
void ft_pending_notify (ft_pending_states *, const ft_event *, ft_id thread,
                        ft_clock_ops *);
void ft_pending_wake (ft_pending_states *, const ft_event *, ft_id thread,
                      ft_clock_ops *);

void ft_pending_arrive (ft_pending_states *, const ft_event *, ft_id thread,
                        ft_clock_ops *);
void ft_pending_leave_barrier (ft_pending_states *, const ft_event *, ft_id thread,
                               ft_clock_ops *);

void ft_pending_semaphore_init (ft_pending_states *, const ft_event *);
void ft_pending_semaphore_post (ft_pending_states *, const ft_event *, ft_id thread,
                      ft_clock_ops *);
void ft_pending_semaphore_wait (ft_pending_states *, const ft_event *, ft_id thread,
                      ft_clock_ops *);

#endif
