// Barriers: pthread_barrier_*.  The thread that completes a round logs its
// BARRIER_LEAVE at once, before all others.  So a reader of the log knows that
// the arrivals without a leave at that moment are those of the round.

#include <errno.h>

#include "runtime/libc_access.h"
#include "runtime/sync_ops.h"

struct glibc_barrier { // layout of glibc's pthread_barrier_t
  unsigned in, round, count;
  int shared;
  unsigned out;
};

static const struct glibc_barrier *inside (const pthread_barrier_t *b) {
  return (const struct glibc_barrier *)b;
}

static ft_sync_state *state_of (pthread_barrier_t *b) {
  bool is_new;
  ft_sync_state *s = ft_sync_state_get (b, FT_WIRE_BARRIER, &is_new);
  if (is_new)
    s->barrier.count = inside (b)->count;
  return s;
}

static int complete (ft_thread *t, ft_sync_state *s) {
  s->barrier.leaving += s->barrier.arrived;
  s->barrier.arrived = 0;
  s->barrier.round++;
  ft_wake_all (s);
  if (ft_replaying ()) // the replay schedule may have another thread leave
                       // first
    ft_scheduling_point (t);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

static int await (ft_thread *t, ft_sync_state *s, uint64_t round) {
  for (;;) {
    ft_scheduling_point (t);
    if (s->barrier.round != round)
      return 0;
    ft_block_on (t, s);
  }
}

static int wait (ft_thread *t, pthread_barrier_t *b) {
  ft_scheduling_point (t);
  ft_sync_state *s = state_of (b);
  ft_log_record1 (t, FT_WIRE_BARRIER_ARRIVE, ft_address (b),
                  s->barrier.arrivals++);
  uint64_t round = s->barrier.round;
  int result = ++s->barrier.arrived == s->barrier.count ? complete (t, s)
                                                        : await (t, s, round);
  ft_log_record (t, FT_WIRE_BARRIER_LEAVE, ft_address (b));
  if (--s->barrier.leaving == 0)
    ft_wake_all (s); // a thread that waits to destroy the barrier
  return result;
}

static int wait_shared (ft_thread *t, pthread_barrier_t *b) {
  ft_scheduling_point (t);
  ft_channel_send_any (t); // which another process may pass on
  ft_log_record1 (t, FT_WIRE_BARRIER_ARRIVE, ft_address (b), 0);
  ft_blocking_begin (t);
  int result = FT_REAL_OF (pthread_barrier_wait) (b);
  ft_blocking_end (t);
  ft_log_record (t, FT_WIRE_BARRIER_LEAVE, ft_address (b));
  ft_channel_passed_on (t);
  return result;
}

// A thread that left may destroy the barrier while others are leaving.
static void destroy (ft_thread *t, pthread_barrier_t *b) {
  ft_sync_state *s = ft_sync_state_find (b, FT_WIRE_BARRIER);
  for (;;) {
    ft_scheduling_point (t);
    if (!s || !s->barrier.leaving)
      break;
    ft_block_on (t, s);
  }
  ft_log_record (t, FT_WIRE_LOCK_DESTROY, ft_address (b));
  ft_sync_state_remove (b);
}

FT_EXPORT int pthread_barrier_init (pthread_barrier_t *b,
                                    const pthread_barrierattr_t *attributes,
                                    unsigned count) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  int error = FT_REAL_OF (pthread_barrier_init) (b, attributes, count);
  if (!t || error)
    return error;
  ft_sync_state_remove (b);
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (b), FT_WIRE_BARRIER);
  return 0;
}

FT_EXPORT int pthread_barrier_destroy (pthread_barrier_t *b) {
  ft_thread *t = ft_recorded_thread ();
  if (t && !inside (b)->shared)
    destroy (t, b);
  return FT_REAL_OF (pthread_barrier_destroy) (b);
}

FT_EXPORT int pthread_barrier_wait (pthread_barrier_t *b) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_barrier_wait) (b);
  return inside (b)->shared ? wait_shared (t, b) : wait (t, b);
}
