// Barriers: pthread_barrier_*.  Threads leave a round before the barrier takes
// arrivals of the next one for complete; the one that completes a round leaves
// first, at once, so that the arrivals that are pending then are that round.

#include <errno.h>

#include "runtime/sync.h"

struct glibc_barrier { // what pthread_barrier_t is, to read an initialised one
  unsigned in, round, count;
  int shared;
  unsigned out;
};

static const struct glibc_barrier *inside (const pthread_barrier_t *b) {
  return (const struct glibc_barrier *)b;
}

static ft_shadow *shadow (pthread_barrier_t *b) {
  bool is_new;
  ft_shadow *s = ft_shadow_of (b, FT_WIRE_BARRIER, &is_new);
  if (is_new)
    s->barrier.count = inside (b)->count;
  return s;
}

static int complete (ft_thread *t, ft_shadow *s) {
  s->barrier.leaving += s->barrier.arrived;
  s->barrier.arrived = 0;
  s->barrier.round++;
  ft_wake_all (s);
  if (ft_replaying ()) // the plan may have another order, which it knows
    ft_checkpoint (t);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

static int await (ft_thread *t, ft_shadow *s, uint64_t round) {
  for (;;) {
    ft_checkpoint (t);
    if (s->barrier.round != round)
      return 0;
    ft_block (t, s);
  }
}

static int wait (ft_thread *t, pthread_barrier_t *b) {
  ft_shadow *s = shadow (b);
  ft_checkpoint (t);
  ft_log1 (t, FT_WIRE_BARRIER_ARRIVE, ft_address (b), s->barrier.arrivals++);
  uint64_t round = s->barrier.round;
  int result = ++s->barrier.arrived == s->barrier.count ? complete (t, s)
                                                        : await (t, s, round);
  ft_log (t, FT_WIRE_BARRIER_LEAVE, ft_address (b));
  if (--s->barrier.leaving == 0)
    ft_wake_all (s); // who destroys it
  return result;
}

static int wait_shared (ft_thread *t, pthread_barrier_t *b) {
  ft_checkpoint (t);
  ft_log1 (t, FT_WIRE_BARRIER_ARRIVE, ft_address (b), 0);
  ft_external_begin (t);
  int result = FT_REAL_OF (pthread_barrier_wait) (b);
  ft_external_end (t);
  ft_log (t, FT_WIRE_BARRIER_LEAVE, ft_address (b));
  return result;
}

// A thread that left may destroy the barrier while others are leaving.
static void destroy (ft_thread *t, pthread_barrier_t *b) {
  ft_shadow *s = ft_shadow_find (b, FT_WIRE_BARRIER);
  for (;;) {
    ft_checkpoint (t);
    if (!s || !s->barrier.leaving)
      break;
    ft_block (t, s);
  }
  ft_log (t, FT_WIRE_LOCK_DESTROY, ft_address (b));
  ft_shadow_forget (b);
}

FT_EXPORT int pthread_barrier_init (pthread_barrier_t *b,
                                    const pthread_barrierattr_t *attributes,
                                    unsigned count) {
  ft_thread *t = ft_here ();
  if (t)
    ft_checkpoint (t);
  int error = FT_REAL_OF (pthread_barrier_init) (b, attributes, count);
  if (!t || error)
    return error;
  ft_shadow_forget (b);
  ft_log1 (t, FT_WIRE_LOCK_INIT, ft_address (b), FT_WIRE_BARRIER);
  return 0;
}

FT_EXPORT int pthread_barrier_destroy (pthread_barrier_t *b) {
  ft_thread *t = ft_here ();
  if (t && !inside (b)->shared)
    destroy (t, b);
  return FT_REAL_OF (pthread_barrier_destroy) (b);
}

FT_EXPORT int pthread_barrier_wait (pthread_barrier_t *b) {
  ft_thread *t = ft_here ();
  if (!t)
    return FT_REAL_OF (pthread_barrier_wait) (b);
  return inside (b)->shared ? wait_shared (t, b) : wait (t, b);
}
