// The fast path of the most frequent operations, a lock of a free mutex and an
// unlock without a waiter: 'ft_recorded_thread', 'ft_scheduling_point',
// 'ft_log_record' and 'ft_wake_one' inlined, for the case that no stop, signal
// or waiter is due.  Each user has a slow path as well, which is used in all
// other cases and writes the same words.

#ifndef FT_RUNTIME_FAST_PATH_H
#define FT_RUNTIME_FAST_PATH_H

#include "runtime/config.h"
#include "runtime/thread_log.h"
#include "runtime/sync_state.h"
#include "runtime/wait.h"
#include "runtime/waiting_loop.h"

// The calling thread, if it has the token and need not stop here; else NULL.
static inline ft_thread *ft_fast_path_thread (void) {
  ft_thread *t = ft_self;
  bool goes_on = t && !t->unrecorded && !t->token_taken &&
                 ft_cursor < ft_limit && ft_config.schedule != FT_POLICY_RANDOM;
  return goes_on ? t : NULL;
}

// A scheduling point, and one record.
static inline void ft_fast_path_log (ft_thread *t, unsigned code,
                                     const void *payload) {
  ft_word *at = ft_cursor;
  ft_loop_acts (t);
  t->checked_tick = ft_current_tick (t);
  if (!ft_log_is_ring (t))
    *at = FT_WIRE_HEADER (code, ft_address (payload));
  ft_cursor = at + 1;
  ft_log_publish (t);
}

#endif
