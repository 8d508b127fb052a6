// Pending states: which threads wait for which conditions, barriers and
// semaphores, and which notifications and posts are pending.  The state decides
// which clocks a wake, the leave of a barrier or a wait for a semaphore joins.
//
// The rules are those of 'order/condition.h', 'order/barrier.h' and
// 'order/semaphore.h'.  States are numbered, so that equal ones have equal
// numbers: a loop that comes back to a state goes on as before.  For that,
// notices that can wake no thread are removed, and the other notices, like the
// posts of a semaphore, move up to the front.

#ifndef FT_GRAMMAR_PENDING_STATE_H
#define FT_GRAMMAR_PENDING_STATE_H

#include "grammar/sync_objects.h"

enum { FT_PENDING_STATE_INITIAL = 0 }; // no thread waits, nothing was posted

// One state, decoded.
typedef struct ft_pending_state {
  FT_STACK (struct ft_pending_state_thread {
    ft_id condition; // for which the thread waits, or FT_NO_ID
    ft_id since;     // number of notices before its wait began
    ft_id barrier;   // at which the thread arrived, or FT_NO_ID
    ft_id closed;    // whether a thread has left the round already
  })
  threads; // by thread
  FT_STACK (struct ft_pending_state_object {
    FT_STACK (uint8_t)
    notices;          // of a condition: 1 for a broadcast, 0 for a
                      // signal
    uint64_t initial; // count that is left of a semaphore's initial
                      // one
    uint32_t posts;
  })
  objects; // by object
} ft_pending_state;

typedef struct ft_pending_states {
  ft_sync_objects *sync;     // borrowed
  ft_map waits;              // threads that wait for a condition anywhere
  FT_STACK (uint32_t) words; // encodings of all states
  FT_STACK (size_t) begin;   // where each state begins, and one more
  ft_map by_hash;            // -> the newest state with this hash
  FT_STACK (ft_id) older;    // the next older state with the same hash
  ft_pending_state now;
} ft_pending_states;

void ft_pending_states_init (ft_pending_states *, ft_sync_objects *,
                             const ft_slp *);
void ft_pending_states_release (ft_pending_states *);

// The thread or object in the current state, added if needed; valid until the
// next call.
struct ft_pending_state_thread *ft_pending_states_thread (ft_pending_states *,
                                                          ft_tid);
struct ft_pending_state_object *ft_pending_states_object (ft_pending_states *,
                                                          ft_id);

// Whether the event's clock operations depend on the state, or the event
// changes the state.
bool ft_pending_states_concern (const ft_pending_states *, const ft_event *);

// Appends the clock operations of an event in a state.  Returns the state after
// the event, or FT_NO_ID if too much is pending.
ft_id ft_pending_states_step (ft_pending_states *, ft_id state,
                              const ft_event *, ft_clock_ops *);

// ---- pending rules ---------------------------------------------------------

// The rules of waiting.  Each changes the current state and appends the clock
// operations that follow.  'thread' is the synchronisation object of the
// event's thread.

// Conditions.  ft_pending_end_wait: the thread no longer waits for any.
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
