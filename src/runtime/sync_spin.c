// pthread_spin_*: mutexes of the simplest kind.  The word itself has glibc's
// values (1 free, 0 taken), since some programs make a spinlock by assignment
// and not by pthread_spin_init.  A spinlock made for several processes is
// locked with the real function, and recorded in addition.

#include <errno.h>

#include "runtime/sync_ops.h"
#include "runtime/waiting_loop.h"

static ft_sync_state *state_of (pthread_spinlock_t *l) {
  bool is_new;
  return ft_sync_state_get ((const void *)l, FT_WIRE_SPINLOCK, &is_new);
}

// The state after a scheduling point.  When the word of a lock that is held says
// that it is free, the program has made another lock there.
static ft_sync_state *state_now (ft_thread *t, pthread_spinlock_t *l) {
  ft_sync_state *s = state_of (l);
  if (s->mutex.owner && !s->shared && *l == 1) {
    ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (l),
                    FT_WIRE_SPINLOCK | FT_WIRE_ABANDONED | FT_WIRE_FOUND);
    s->mutex.owner = NULL;
    s->misused = false;
  }
  return s;
}

static void record (ft_thread *t, const ft_sync_state *s, unsigned code) {
  ft_log_record (t, s->misused ? FT_WIRE_GAP : code, ft_address (s->address));
}

static void take (ft_thread *t, pthread_spinlock_t *l, ft_sync_state *s,
                  unsigned code) {
  *l = 0;
  s->mutex.owner = t;
  record (t, s, code);
}

// Between processes.  Known only in the process that initialised the lock, and
// in processes forked from it.
static bool is_shared (const ft_sync_state *s) {
  return s->shared;
}

static int lock_shared (ft_thread *t, pthread_spinlock_t *l, ft_sync_state *s) {
  ft_scheduling_point (t);
  ft_blocking_begin (t);
  ft_blocking_turn (t);
  int error = FT_REAL_OF (pthread_spin_lock) (l);
  ft_blocking_end (t);
  s->mutex.owner = t;
  record (t, s, FT_WIRE_ACQUIRE);
  return error;
}

static int try_shared (ft_thread *t, pthread_spinlock_t *l, ft_sync_state *s) {
  ft_scheduling_point (t);
  int error = FT_REAL_OF (pthread_spin_trylock) (l);
  if (!error)
    s->mutex.owner = t;
  if (!error || (s->mutex.owner && s->mutex.owner != t))
    record (t, s, error ? FT_WIRE_TRY_FAILED : FT_WIRE_TRIED);
  return error;
}

static int lock (ft_thread *t, pthread_spinlock_t *l) {
  ft_sync_state *s = state_of (l);
  if (is_shared (s))
    return lock_shared (t, l, s);
  for (;;) {
    ft_scheduling_point (t);
    s = state_now (t, l);
    if (!s->mutex.owner)
      break;
    ft_block_on (t, s);
  }
  take (t, l, s, FT_WIRE_ACQUIRE);
  return 0;
}

static int try_lock (ft_thread *t, pthread_spinlock_t *l) {
  ft_sync_state *s = state_of (l);
  if (is_shared (s))
    return try_shared (t, l, s);
  ft_try_point (t);
  s = state_now (t, l);
  if (!s->mutex.owner) {
    take (t, l, s, FT_WIRE_TRIED);
    return 0;
  }
  if (s->mutex.owner != t)
    record (t, s, FT_WIRE_TRY_FAILED);
  ft_try_failed (t);
  return EBUSY;
}

static int unlock (ft_thread *t, pthread_spinlock_t *l) {
  ft_scheduling_point (t);
  ft_sync_state *s = state_now (t, l);
  if (s->mutex.owner && s->mutex.owner != t) {
    ft_warn ("a spinlock is unlocked by a thread that does not hold it; it is "
             "not part of the recording from here on");
    s->misused = true;
  }
  if (s->mutex.owner)
    record (t, s, FT_WIRE_RELEASE);
  else
    ft_log_record1 (t, FT_WIRE_READ_RANGE, ft_address (l), 1);
  s->mutex.owner = NULL;
  if (is_shared (s))
    return FT_REAL_OF (pthread_spin_unlock) (l);
  *l = 1;
  ft_sync_wake_one (s);
  return 0;
}

FT_EXPORT int pthread_spin_init (pthread_spinlock_t *l, int shared) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  int error = FT_REAL_OF (pthread_spin_init) (l, shared);
  if (!t || error)
    return error;
  ft_sync_state_remove ((const void *)l);
  state_of (l)->shared = shared == PTHREAD_PROCESS_SHARED;
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (l), FT_WIRE_SPINLOCK);
  return 0;
}

FT_EXPORT int pthread_spin_destroy (pthread_spinlock_t *l) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    ft_log_record (t, FT_WIRE_LOCK_DESTROY, ft_address (l));
    ft_sync_state_remove ((const void *)l);
  }
  return FT_REAL_OF (pthread_spin_destroy) (l);
}

FT_EXPORT int pthread_spin_lock (pthread_spinlock_t *l) {
  ft_thread *t = ft_recorded_thread ();
  return t ? lock (t, l) : FT_REAL_OF (pthread_spin_lock) (l);
}

FT_EXPORT int pthread_spin_trylock (pthread_spinlock_t *l) {
  ft_thread *t = ft_recorded_thread ();
  return t ? try_lock (t, l) : FT_REAL_OF (pthread_spin_trylock) (l);
}

FT_EXPORT int pthread_spin_unlock (pthread_spinlock_t *l) {
  ft_thread *t = ft_recorded_thread ();
  return t ? unlock (t, l) : FT_REAL_OF (pthread_spin_unlock) (l);
}
