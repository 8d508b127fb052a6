// The rules of waiting on the state at hand: what changes in it, and what steps
// that means.  'thread' is the carrier of the event's thread.

#ifndef FT_GRAMMAR_SLP_PENDING_H
#define FT_GRAMMAR_SLP_PENDING_H

#include "grammar/slp_state.h"

// Conditions.  'leave': the thread no longer waits for any.
void ft_pending_leave (ft_states *, ft_tid, ft_flow_steps *);
void ft_pending_wait (ft_states *, const ft_event *, ft_flow_steps *);
void ft_pending_notify (ft_states *, const ft_event *, ft_id thread,
                        ft_flow_steps *);
void ft_pending_wake (ft_states *, const ft_event *, ft_id thread,
                      ft_flow_steps *);

void ft_pending_arrive (ft_states *, const ft_event *, ft_id thread,
                        ft_flow_steps *);
void ft_pending_leave_barrier (ft_states *, const ft_event *, ft_id thread,
                               ft_flow_steps *);

void ft_pending_init (ft_states *, const ft_event *);
void ft_pending_post (ft_states *, const ft_event *, ft_id thread,
                      ft_flow_steps *);
void ft_pending_pass (ft_states *, const ft_event *, ft_id thread,
                      ft_flow_steps *);

#endif
