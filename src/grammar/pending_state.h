// Who waits for what: the state on which it depends from whom a wake, a leave
// of a barrier or a wait for a semaphore learns.
//
// The rules are those of 'order/condition.h', 'order/barrier.h' and
// 'order/semaphore.h'.  States are numbered, so that equal ones have equal
// numbers: a loop that comes back to a state goes on as before.  For that,
// notices that nobody can be woken by are forgotten, and the others, like the
// posts of a semaphore, move up to the front.

#ifndef FT_GRAMMAR_PENDING_STATE_H
#define FT_GRAMMAR_PENDING_STATE_H

#include "grammar/sync_objects.h"

enum { FT_PENDING_STATE_INITIAL = 0 }; // nobody waits, nothing was posted

// One state, written out.
typedef struct ft_pending_state {
  FT_STACK (struct ft_pending_state_thread {
    ft_id condition; // that it waits for, or FT_NO_ID
    ft_id since;     // notices before its wait began
    ft_id barrier;   // at which it arrived, or FT_NO_ID
    ft_id closed;    // whether its round is
  })
  threads; // by thread
  FT_STACK (struct ft_pending_state_object {
    FT_STACK (uint8_t) notices; // of a condition: 1 for a broadcast
    uint64_t initial;           // left of a semaphore
    uint32_t posts;
  })
  objects; // by object
} ft_pending_state;

typedef struct ft_pending_states {
  ft_sync_objects *sync;     // borrowed
  ft_map waits;              // threads that ever wait for a condition
  FT_STACK (uint32_t) words; // of all states
  FT_STACK (size_t) begin;   // of each, and one more
  ft_map by_hash;            // -> the newest with this hash
  FT_STACK (ft_id) older;    // with the same hash
  ft_pending_state now;
} ft_pending_states;

void ft_pending_states_init (ft_pending_states *, ft_sync_objects *,
                             const ft_slp *);
void ft_pending_states_release (ft_pending_states *);

// Of the state at hand, made if needed; valid until the next call.
struct ft_pending_state_thread *ft_pending_states_thread (ft_pending_states *,
                                                          ft_tid);
struct ft_pending_state_object *ft_pending_states_object (ft_pending_states *,
                                                          ft_id);

// Whether what the event does depends on the state, or changes it.
bool ft_pending_states_concern (const ft_pending_states *, const ft_event *);

// Appends what it does in a state; returns the state after it, or FT_NO_ID if
// too much is pending.
ft_id ft_pending_states_step (ft_pending_states *, ft_id state,
                              const ft_event *, ft_clock_ops *);

// ---- pending rules ---------------------------------------------------------

// The rules of waiting on the state at hand: what changes in it, and what steps
// that means.  'thread' is the carrier of the event's thread.

// Conditions.  'leave': the thread no longer waits for any.
void ft_pending_end_wait (ft_pending_states *, ft_tid, ft_clock_ops *);
void ft_pending_wait (ft_pending_states *, const ft_event *, ft_clock_ops *);
void ft_pending_notify (ft_pending_states *, const ft_event *, ft_id thread,
                        ft_clock_ops *);
void ft_pending_wake (ft_pending_states *, const ft_event *, ft_id thread,
                      ft_clock_ops *);

void ft_pending_arrive (ft_pending_states *, const ft_event *, ft_id thread,
                        ft_clock_ops *);
void ft_pending_leave_barrier (ft_pending_states *, const ft_event *,
                               ft_id thread, ft_clock_ops *);

void ft_pending_semaphore_init (ft_pending_states *, const ft_event *);
void ft_pending_semaphore_post (ft_pending_states *, const ft_event *,
                                ft_id thread, ft_clock_ops *);
void ft_pending_semaphore_wait (ft_pending_states *, const ft_event *,
                                ft_id thread, ft_clock_ops *);

#endif
