// Condition variables: pthread_cond_*.
//
// A wait is WAIT, which releases the mutex, then WAKE, and ACQUIRE when the
// mutex is reacquired.  While recording, a signal wakes the thread that has
// waited longest.  In a replay the schedule decides: each signal makes one wake
// due and all waiters ready, and of the threads that waited before the signal
// the first one to run takes the wake.  A timed wait that runs and finds no
// wake due has timed out.  So its outcome depends on the order of threads
// alone.
//
// For a mutex or condition shared between processes the real functions are
// called; the records are the same.

#include <errno.h>

#include "runtime/cancel.h"
#include "runtime/sync_ops.h"

enum { SHARED = 1, MONOTONIC = 2 }; // bits of pthread_cond_t.__data.__wrefs

enum { SIGNALLED, TIMED_OUT, SPURIOUS }; // second word of WAKE

static ft_cond_waiter *spare;

static ft_sync_state *state_of (pthread_cond_t *c) {
  bool is_new;
  return ft_sync_state_get (c, FT_WIRE_CONDITION, &is_new);
}

static bool is_shared (const pthread_cond_t *c) {
  return c->__data.__wrefs & SHARED;
}

static clockid_t clock_of (const pthread_cond_t *c) {
  return c->__data.__wrefs & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static ft_cond_waiter *enqueue (ft_sync_state *s) {
  ft_cond_waiter *w = spare ? spare : ft_arena_alloc (sizeof *w);
  spare = spare ? spare->next : NULL;
  *w = (ft_cond_waiter){.since = s->condition.signals};
  if (s->condition.last)
    s->condition.last->next = w;
  else
    s->condition.first = w;
  s->condition.last = w;
  return w;
}

static void unlink_waiter (ft_sync_state *s, ft_cond_waiter *w) {
  ft_cond_waiter *before = NULL, *i = s->condition.first;
  for (; i && i != w; i = i->next)
    before = i;
  if (!i)
    return;
  if (before)
    before->next = w->next;
  else
    s->condition.first = w->next;
  if (s->condition.last == w)
    s->condition.last = before;
}

// A waiter that was signalled is in no queue, and the state of its condition
// may have been removed.
static void dequeue (ft_sync_state *s, ft_cond_waiter *w) {
  if (!w->signalled)
    unlink_waiter (s, w);
  w->next = spare;
  spare = w;
}

static void signal_waiter (ft_sync_state *s, ft_cond_waiter *w) {
  unlink_waiter (s, w);
  w->signalled = true;
  ft_wake_all (w);
}

// For wakes that became due in a replay: a waiter that runs takes a wake that
// is younger than its wait.
static bool take_wake (ft_sync_state *s, ft_cond_waiter *w) {
  if (!w->signalled && s->condition.due_wakes &&
      w->since < s->condition.signals) {
    s->condition.due_wakes--;
    unlink_waiter (s, w);
    w->signalled = true;
  }
  return w->signalled;
}

static uint64_t await (ft_thread *t, ft_sync_state *s, ft_cond_waiter *w,
                       struct ft_wait_deadline d) {
  for (bool in_time = true;;) {
    ft_scheduling_point (t);
    if (take_wake (s, w))
      return SIGNALLED;
    if (!in_time)
      return TIMED_OUT;
    // As in glibc, a signal does not end the wait, and a cancellation does.
    if (ft_cancelled (t))
      return SPURIOUS;
    in_time =
        ft_block_on_deadline (t, ft_replaying () ? (void *)s : (void *)w, d);
  }
}

// Whether a WAIT record can describe the call, which then releases a lock that
// the thread holds.  A recursive mutex that is held twice stays locked, as in
// glibc.
static bool releases_lock (const ft_thread *t, const ft_sync_state *lock) {
  return lock->mutex.owner == t && lock->mutex.depth == 1 && !lock->misused;
}

// From then on all operations on the condition keep their recorded order.
static void begin_gap (ft_thread *t, ft_sync_state *s, ft_sync_state *lock) {
  ft_warn ("a thread waits on a condition with a mutex that it does not give "
           "up, or does not hold; what that orders is not recorded");
  s->misused = true;
  ft_log_record (t, FT_WIRE_GAP, ft_address (s->address));
  if (lock->mutex.owner == t && !lock->misused)
    ft_log_record (t, FT_WIRE_RELEASE, ft_address (lock->address));
  else
    lock->misused |= lock->mutex.owner != NULL;
}

static int wait (ft_thread *t, pthread_cond_t *c, pthread_mutex_t *m,
                 struct ft_wait_deadline d) {
  ft_cancellation_point (t);
  ft_scheduling_point (t);
  ft_sync_state *s = state_of (c), *lock = ft_mutex_state (m);
  int error = ft_mutex_check_owner (t, m, lock);
  if (error)
    return error;
  bool is_recorded = releases_lock (t, lock);
  if (is_recorded)
    ft_log_record1 (t, FT_WIRE_WAIT, ft_address (m), ft_address (c));
  else
    begin_gap (t, s, lock);
  ft_cond_waiter *w = enqueue (s);
  if (lock->mutex.owner != t || --lock->mutex.depth == 0)
    ft_mutex_unlock_fully (t, lock);
  uint64_t why = await (t, s, w, d);
  dequeue (s, w);
  if (is_recorded)
    ft_log_record1 (t, FT_WIRE_WAKE, ft_address (c),
                    d.limited ? why | FT_WIRE_LIMITED : why);
  else
    ft_log_record (t, FT_WIRE_GAP, ft_address (c));
  error = ft_mutex_relock (t, m, lock);
  ft_cancellation_point (t);
  return error ? error : why == TIMED_OUT ? ETIMEDOUT : 0;
}

// Shared between processes.  The state of the mutex has the owner only if a
// thread of this process holds it.
static int wait_shared (ft_thread *t, pthread_cond_t *c, pthread_mutex_t *m,
                        struct ft_wait_deadline d) {
  ft_sync_state *lock = ft_mutex_state (m);
  ft_scheduling_point (t);
  bool is_recorded = releases_lock (t, lock);
  if (is_recorded)
    ft_log_record1 (t, FT_WIRE_WAIT, ft_address (m), ft_address (c));
  lock->mutex.owner = NULL;
  lock->mutex.depth = 0;
  ft_blocking_begin (t);
  int error = d.limited
                  ? FT_REAL_OF (pthread_cond_clockwait) (c, m, d.clock, &d.time)
                  : FT_REAL_OF (pthread_cond_wait) (c, m);
  ft_blocking_end (t);
  lock->mutex.owner = t;
  lock->mutex.depth = 1;
  if (is_recorded) {
    uint64_t why = error == ETIMEDOUT ? TIMED_OUT : SIGNALLED;
    ft_log_record1 (t, FT_WIRE_WAKE, ft_address (c), why | FT_WIRE_LIMITED);
    ft_log_record (t, FT_WIRE_ACQUIRE, ft_address (m));
  }
  return error;
}

static int wait_any (ft_thread *t, pthread_cond_t *c, pthread_mutex_t *m,
                     struct ft_wait_deadline d) {
  int error = ft_wait_deadline_check (d);
  if (error)
    return error;
  return ft_mutex_is_shared (m) ? wait_shared (t, c, m, d) : wait (t, c, m, d);
}

static void wake (ft_sync_state *s, uint64_t count) {
  s->condition.signals++;
  if (!ft_replaying ()) {
    for (; count && s->condition.first; count--)
      signal_waiter (s, s->condition.first);
    return;
  }
  uint64_t waiting = 0;
  for (const ft_cond_waiter *w = s->condition.first; w; w = w->next)
    waiting++;
  s->condition.due_wakes += count;
  if (s->condition.due_wakes > waiting)
    s->condition.due_wakes = waiting;
  ft_wake_all (s);
}

static void wake_any (ft_thread *t, pthread_cond_t *c, unsigned code,
                      uint64_t count) {
  ft_scheduling_point (t);
  ft_log_record (t, code, ft_address (c));
  ft_sync_state *s = ft_sync_state_find (c, FT_WIRE_CONDITION);
  if (s && s->misused)
    ft_log_record (t, FT_WIRE_GAP, ft_address (c));
  if (s)
    wake (s, count);
}

// Destroys the state.  Waiters that were woken may still be leaving; POSIX
// forbids others.
static void destroy (const pthread_cond_t *c) {
  ft_sync_state *s = ft_sync_state_find (c, FT_WIRE_CONDITION);
  if (!s)
    return;
  for (; s->condition.due_wakes && s->condition.first; s->condition.due_wakes--)
    signal_waiter (s, s->condition.first);
  ft_wake_all (s);
  if (!s->condition.first)
    ft_sync_state_remove (c);
}

FT_EXPORT int pthread_cond_init (pthread_cond_t *c,
                                 const pthread_condattr_t *attributes) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  int error = FT_REAL_OF (pthread_cond_init) (c, attributes);
  if (!t || error)
    return error;
  ft_sync_state_remove (c);
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (c), FT_WIRE_CONDITION);
  return 0;
}

FT_EXPORT int pthread_cond_destroy (pthread_cond_t *c) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    ft_log_record (t, FT_WIRE_LOCK_DESTROY, ft_address (c));
    destroy (c);
  }
  return FT_REAL_OF (pthread_cond_destroy) (c);
}

FT_EXPORT int pthread_cond_wait (pthread_cond_t *c, pthread_mutex_t *m) {
  ft_thread *t = ft_recorded_thread ();
  return t ? wait_any (t, c, m, FT_NO_DEADLINE)
           : FT_REAL_OF (pthread_cond_wait) (c, m);
}

FT_EXPORT int pthread_cond_timedwait (pthread_cond_t *c, pthread_mutex_t *m,
                                      const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_cond_timedwait) (c, m, time);
  return wait_any (t, c, m, ft_wait_deadline_read (t, clock_of (c), time));
}

FT_EXPORT int pthread_cond_clockwait (pthread_cond_t *c, pthread_mutex_t *m,
                                      clockid_t clock,
                                      const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_cond_clockwait) (c, m, clock, time);
  if (ft_clock_check (clock))
    return EINVAL;
  return wait_any (t, c, m, ft_wait_deadline_read (t, clock, time));
}

FT_EXPORT int pthread_cond_signal (pthread_cond_t *c) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    wake_any (t, c, FT_WIRE_SIGNAL, 1);
  return t && !is_shared (c) ? 0 : FT_REAL_OF (pthread_cond_signal) (c);
}

FT_EXPORT int pthread_cond_broadcast (pthread_cond_t *c) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    wake_any (t, c, FT_WIRE_BROADCAST, UINT64_MAX / 2);
  return t && !is_shared (c) ? 0 : FT_REAL_OF (pthread_cond_broadcast) (c);
}
