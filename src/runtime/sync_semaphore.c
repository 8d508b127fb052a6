// Unnamed semaphores: sem_*.  The count is in the synchronisation state and in
// glibc's field of the object.  A semaphore that was made before its first use
// here starts with the object's count.  A semaphore whose object has another
// count than its state was made again, by memset or as a copy of another one.
// Named semaphores, and those shared between processes, use the real functions;
// other processes may pass on what is posted, and their counts are not known.

#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "runtime/cancel.h"
#include "runtime/libc_access.h"
#include "runtime/sync_ops.h"
#include "runtime/waiting_loop.h"

struct glibc_semaphore { // layout of glibc's sem_t
  uint64_t data;         // the count is its lower half
  int shared;            // 0, or 128 when between processes
};

static struct glibc_semaphore *inside (const sem_t *s) {
  return (struct glibc_semaphore *)(uintptr_t)s;
}

static bool is_shared (const sem_t *s) {
  return inside (s)->shared;
}

static int fail (int error) {
  if (error)
    errno = error;
  return error ? -1 : 0;
}

// After a scheduling point.
static ft_sync_state *state_of (ft_thread *t, sem_t *sem) {
  bool is_new;
  ft_sync_state *s = ft_sync_state_get (sem, FT_WIRE_SEMAPHORE, &is_new);
  uint32_t value = (uint32_t)inside (sem)->data;
  if (!is_new && s->semaphore.value != value)
    ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (sem),
                    FT_WIRE_SEMAPHORE | FT_WIRE_FOUND);
  if (is_new || s->semaphore.value != value) {
    s->semaphore.value = value;
    ft_log_record1 (t, FT_WIRE_SEM_INIT, ft_address (sem), value);
  }
  return s;
}

static void change (sem_t *sem, ft_sync_state *s, int by) {
  struct glibc_semaphore *g = inside (sem);
  s->semaphore.value += (uint32_t)by;
  g->data = g->data >> 32 << 32 | s->semaphore.value;
}

// The call returns without taking, so that the program observes the count.
static void log_count (ft_thread *t, const ft_sync_state *s) {
  ft_log_record1 (t, FT_WIRE_SEM_VALUE, ft_address (s->address),
                  s->semaphore.value);
}

static bool take (ft_thread *t, sem_t *sem, ft_sync_state *s, bool limited) {
  if (!s->semaphore.value)
    return false;
  ft_log_record1 (t, FT_WIRE_SEM_WAIT, ft_address (sem),
                  s->semaphore.value | (limited ? FT_WIRE_LIMITED : 0));
  change (sem, s, -1);
  return true;
}

static int wait (ft_thread *t, sem_t *sem, struct ft_wait_deadline d) {
  bool in_time = true, interrupted = false;
  for (;;) {
    ft_cancellation_point (t);
    ft_scheduling_point (t);
    ft_sync_state *s = state_of (t, sem);
    if (take (t, sem, s, d.limited))
      return 0;
    if (!in_time || interrupted) {
      log_count (t, s);
      return in_time ? EINTR : ETIMEDOUT;
    }
    in_time = ft_block_on_deadline (t, s, d);
    interrupted = ft_interrupted (t);
  }
}

static int real_wait (sem_t *sem, struct ft_wait_deadline d) {
  return d.limited ? FT_REAL_OF (sem_clockwait) (sem, d.clock, &d.time)
                   : FT_REAL_OF (sem_wait) (sem);
}

static int wait_shared (ft_thread *t, sem_t *sem, struct ft_wait_deadline d) {
  ft_scheduling_point (t);
  ft_blocking_begin (t);
  ft_blocking_turn (t);
  int result = FT_CALL_AGAIN (true, t, real_wait (sem, d));
  ft_blocking_end (t);
  if (!result)
    ft_log_record1 (t, FT_WIRE_SEM_WAIT, ft_address (sem), FT_WIRE_LIMITED);
  ft_channel_passed_on (t);
  return result;
}

static int wait_any (ft_thread *t, sem_t *sem, struct ft_wait_deadline d) {
  int error = ft_wait_deadline_check (d);
  if (error)
    return fail (error);
  return is_shared (sem) ? wait_shared (t, sem, d) : fail (wait (t, sem, d));
}

static int try_wait (ft_thread *t, sem_t *sem) {
  ft_try_point (t);
  if (!is_shared (sem)) {
    ft_sync_state *s = state_of (t, sem);
    bool taken = take (t, sem, s, true);
    if (!taken) {
      log_count (t, s);
      ft_try_failed (t);
    }
    return fail (taken ? 0 : EAGAIN);
  }
  int result = FT_REAL_OF (sem_trywait) (sem);
  if (!result)
    ft_log_record1 (t, FT_WIRE_SEM_WAIT, ft_address (sem), FT_WIRE_LIMITED);
  ft_channel_passed_on (t);
  return result;
}

static int post (ft_thread *t, sem_t *sem) {
  ft_scheduling_point (t);
  if (is_shared (sem)) {
    ft_log_record1 (t, FT_WIRE_SEM_POST, ft_address (sem), 0);
    ft_channel_send_any (t);
    return FT_REAL_OF (sem_post) (sem);
  }
  ft_sync_state *s = state_of (t, sem);
  if (s->semaphore.value == SEM_VALUE_MAX)
    return fail (EOVERFLOW);
  ft_log_record1 (t, FT_WIRE_SEM_POST, ft_address (sem), s->semaphore.value);
  change (sem, s, 1);
  ft_sync_wake_one (s);
  return 0;
}

FT_EXPORT int sem_init (sem_t *sem, int shared, unsigned value) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  int result = FT_REAL_OF (sem_init) (sem, shared, value);
  if (!t || result)
    return result;
  ft_sync_state_remove (sem);
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (sem), FT_WIRE_SEMAPHORE);
  if (!shared)
    state_of (t, sem);
  return 0;
}

FT_EXPORT int sem_destroy (sem_t *sem) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    ft_log_record (t, FT_WIRE_LOCK_DESTROY, ft_address (sem));
    ft_sync_state_remove (sem);
  }
  return FT_REAL_OF (sem_destroy) (sem);
}

FT_EXPORT int sem_wait (sem_t *sem) {
  ft_thread *t = ft_recorded_thread ();
  return t ? wait_any (t, sem, FT_NO_DEADLINE) : FT_REAL_OF (sem_wait) (sem);
}

FT_EXPORT int sem_trywait (sem_t *sem) {
  ft_thread *t = ft_recorded_thread ();
  return t ? try_wait (t, sem) : FT_REAL_OF (sem_trywait) (sem);
}

FT_EXPORT int sem_timedwait (sem_t *sem, const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (sem_timedwait) (sem, time);
  return wait_any (t, sem, ft_wait_deadline_read (t, CLOCK_REALTIME, time));
}

FT_EXPORT int sem_clockwait (sem_t *sem, clockid_t clock,
                             const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (sem_clockwait) (sem, clock, time);
  if (ft_clock_check (clock))
    return fail (EINVAL);
  return wait_any (t, sem, ft_wait_deadline_read (t, clock, time));
}

FT_EXPORT int sem_post (sem_t *sem) {
  ft_thread *t = ft_recorded_thread ();
  return t ? post (t, sem) : FT_REAL_OF (sem_post) (sem);
}

FT_EXPORT int sem_getvalue (sem_t *sem, int *value) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (sem_getvalue) (sem, value);
  ft_scheduling_point (t);
  if (is_shared (sem)) {
    int result = FT_REAL_OF (sem_getvalue) (sem, value);
    ft_channel_passed_on (t);
    return result;
  }
  ft_sync_state *s = state_of (t, sem);
  log_count (t, s);
  *value = (int)s->semaphore.value;
  return 0;
}
