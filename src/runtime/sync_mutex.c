// pthread_mutex_*: every acquire and release is recorded, also the inner ones
// of a recursive mutex.
//
// The kind is read from the object each time, since a static initialiser may
// have changed it.  Priorities and adaptive spinning have no effect where one
// thread runs at a time.  A mutex shared between processes is locked with the
// real function, and recorded in addition.
//
// While a mutex is held, the runtime sets a mark in its object, in a field that
// glibc only estimates in, and that its allocator leaves alone when a small block
// is freed.  When the mark of a held mutex has vanished, the program has
// made another mutex in the same memory, for example on a stack whose frame was
// left without an unlock, or in memory that was freed and allocated again.

#include <errno.h>
#include <limits.h>

#include "runtime/happens_before.h"
#include "runtime/fast_path.h"
#include "runtime/parallel.h"
#include "runtime/sync_ops.h"
#include "runtime/waiting_loop.h"

enum { // bits of pthread_mutex_t.__data.__kind
  TYPE = 3,
  ROBUST = 16,
  INHERIT = 32, // priorities
  PROTECT = 64,
  SHARED = 128,
  ALL = TYPE | ROBUST | INHERIT | PROTECT | SHARED | 256 | 512,
};

enum { HELD = 1 << 14 }; // the mark, in pthread_mutex_t.__data.__spins

static bool any_robust;

static int type_of (const pthread_mutex_t *m) {
  return m->__data.__kind & TYPE;
}

static bool is_robust (const pthread_mutex_t *m) {
  return m->__data.__kind & ROBUST;
}

static bool is_special (const pthread_mutex_t *m) {
  return m->__data.__kind & (ROBUST | INHERIT | PROTECT);
}

static bool is_broken (const pthread_mutex_t *m) {
  return m->__data.__kind & ~ALL; // -1 after destroy
}

// glibc sets the bit SHARED in all robust mutexes; only pthread_mutex_init
// says whether other processes share one.
bool ft_mutex_is_shared (const pthread_mutex_t *m) {
  if (!(m->__data.__kind & SHARED) || is_broken (m))
    return false;
  const ft_sync_state *s = ft_sync_state_find (m, FT_WIRE_MUTEX);
  return !s || !s->mutex.process_private;
}

ft_sync_state *ft_mutex_state (pthread_mutex_t *m) {
  bool is_new;
  ft_sync_state *s = ft_sync_state_get (m, FT_WIRE_MUTEX, &is_new);
  if (is_robust (m) && !s->mutex.robust_word) {
    any_robust = true;
    s->mutex.robust_word = ft_arena_alloc (sizeof *s->mutex.robust_word);
  }
  return s;
}

// The result of a lock, EOWNERDEAD, ENOTRECOVERABLE or 0, depends on
// the deaths of owners, on who made the mutex consistent, and on who did not.
static void look_at_deaths (ft_thread *t, const ft_sync_state *s) {
  if (s->mutex.robust_word)
    ft_happens_after (t, s->mutex.robust_word,
                      FT_WIRE_CAUSE (FT_WIRE_CAUSE_DEATHS, 0));
}

static void change_deaths (ft_thread *t, const ft_sync_state *s) {
  ft_happens_before (t, s->mutex.robust_word,
                     FT_WIRE_CAUSE (FT_WIRE_CAUSE_DEATHS, 0));
}

static void record (ft_thread *t, const ft_sync_state *s, unsigned code) {
  ft_log_record (t, s->misused ? FT_WIRE_GAP : code, ft_address (s->address));
}

static int relock (ft_thread *t, pthread_mutex_t *m, ft_sync_state *s,
                   unsigned code) {
  if (type_of (m) != PTHREAD_MUTEX_RECURSIVE)
    return type_of (m) == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : EBUSY;
  if (s->mutex.depth == UINT_MAX)
    return EAGAIN;
  s->mutex.depth++;
  record (t, s, code);
  return 0;
}

static void set_mark (const ft_sync_state *s, bool held) {
  pthread_mutex_t *m = (pthread_mutex_t *)(uintptr_t)s->address;
  m->__data.__spins = (short)((m->__data.__spins & ~HELD) | (held ? HELD : 0));
}

static bool has_mark (const pthread_mutex_t *m) {
  return m->__data.__spins & HELD;
}

static void renew_abandoned (ft_thread *t, const pthread_mutex_t *m,
                             ft_sync_state *s) {
  if (!s->mutex.owner || has_mark (m))
    return;
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (m),
                  FT_WIRE_MUTEX | FT_WIRE_ABANDONED | FT_WIRE_FOUND);
  s->mutex.owner = NULL;
  s->mutex.depth = 0;
  s->mutex.owner_died = s->mutex.not_recoverable = s->misused = false;
}

// A call that fails without another record has looked at the mutex.
static int fail (ft_thread *t, const pthread_mutex_t *m, int error) {
  ft_log_record1 (t, FT_WIRE_READ_RANGE, ft_address (m), 1);
  return error;
}

// Tries to lock, after a scheduling point.  EBUSY when the lock would block.
// 'code' is the record of a success.
static int attempt (ft_thread *t, pthread_mutex_t *m, ft_sync_state *s,
                    unsigned code) {
  if (is_broken (m))
    return fail (t, m, EINVAL);
  renew_abandoned (t, m, s);
  if (s->mutex.owner == t)
    return relock (t, m, s, code);
  if (s->mutex.owner)
    return EBUSY;
  if (s->mutex.not_recoverable) {
    look_at_deaths (t, s);
    return ENOTRECOVERABLE;
  }
  s->shared = false;
  s->mutex.owner = t;
  s->mutex.depth = 1;
  set_mark (s, true);
  record (t, s, code);
  look_at_deaths (t, s);
  return s->mutex.owner_died ? EOWNERDEAD : 0;
}

static void record_failure (ft_thread *t, const ft_sync_state *s) {
  if (s->mutex.owner && s->mutex.owner != t)
    record (t, s, FT_WIRE_TRY_FAILED);
}

// A mutex shared between processes.  Its state has the owner only if a thread
// of this process holds it.
static int lock_shared (ft_thread *t, pthread_mutex_t *m,
                        struct ft_wait_deadline d, bool may_block) {
  ft_scheduling_point (t);
  ft_sync_state *s = ft_mutex_state (m);
  int error;
  if (may_block) { // a trial before would make the log depend on its result
    ft_blocking_begin (t);
    ft_blocking_turn (t);
    error = d.limited
                ? FT_REAL_OF (pthread_mutex_clocklock) (m, d.clock, &d.time)
                : FT_REAL_OF (pthread_mutex_lock) (m);
    ft_blocking_end (t);
  } else
    error = FT_REAL_OF (pthread_mutex_trylock) (m);
  if (error == EBUSY)
    record_failure (t, s);
  if (error == ENOTRECOVERABLE)
    look_at_deaths (t, s);
  if (error && error != EOWNERDEAD)
    return error;
  s->shared = true;
  s->mutex.owner = t;
  s->mutex.owner_died |= error == EOWNERDEAD;
  s->mutex.depth++;
  record (t, s, d.limited || !may_block ? FT_WIRE_TRIED : FT_WIRE_ACQUIRE);
  look_at_deaths (t, s);
  return error;
}

static int lock (ft_thread *t, pthread_mutex_t *m, struct ft_wait_deadline d) {
  for (bool in_time = true;;) {
    ft_scheduling_point (t);
    ft_sync_state *s = ft_mutex_state (m);
    int error = attempt (t, m, s, d.limited ? FT_WIRE_TRIED : FT_WIRE_ACQUIRE);
    if (error != EBUSY)
      return error;
    if (!in_time) {
      record_failure (t, s);
      return ETIMEDOUT;
    }
    error = ft_wait_deadline_check (d);
    if (error)
      return error;
    in_time = ft_block_on_deadline (t, s, d);
  }
}

static int lock_any (ft_thread *t, pthread_mutex_t *m,
                     struct ft_wait_deadline d) {
  int error =
      ft_mutex_is_shared (m) ? lock_shared (t, m, d, true) : lock (t, m, d);
  ft_wrapper_leave (t);
  return error;
}

static int try_lock (ft_thread *t, pthread_mutex_t *m) {
  if (ft_mutex_is_shared (m))
    return lock_shared (t, m, FT_NO_DEADLINE, false);
  ft_try_point (t);
  ft_sync_state *s = ft_mutex_state (m);
  int error = attempt (t, m, s, FT_WIRE_TRIED);
  if (error == EBUSY) {
    record_failure (t, s);
    ft_try_failed (t);
  }
  // glibc returns EDEADLK for mutexes with special protocols only.
  return error == EDEADLK && !is_special (m) ? EBUSY : error;
}

int ft_mutex_check_owner (ft_thread *t, pthread_mutex_t *m,
                          const ft_sync_state *s) {
  if (is_broken (m))
    return fail (t, m, EINVAL);
  if (s->mutex.owner == t)
    return 0;
  bool is_checked = type_of (m) == PTHREAD_MUTEX_RECURSIVE ||
                    type_of (m) == PTHREAD_MUTEX_ERRORCHECK || is_robust (m);
  return is_checked ? fail (t, m, EPERM) : 0;
}

void ft_mutex_unlock_fully (ft_thread *t, ft_sync_state *s) {
  s->mutex.owner = NULL;
  s->mutex.depth = 0;
  set_mark (s, false);
  if (s->mutex.owner_died) {
    s->mutex.owner_died = false;
    s->mutex.not_recoverable = true;
    change_deaths (t, s);
    ft_wake_all (s);
  } else
    ft_sync_wake_one (s);
}

int ft_mutex_relock (ft_thread *t, pthread_mutex_t *m, ft_sync_state *s) {
  for (;;) {
    ft_scheduling_point (t);
    int error = attempt (t, m, s, FT_WIRE_ACQUIRE);
    if (error != EBUSY || s->mutex.owner == t)
      return error;
    ft_block_on (t, s);
  }
}

// glibc lets any thread unlock a normal mutex, which no trace can express.
static void unlock_of_other (ft_thread *t, ft_sync_state *s) {
  if (!s->mutex.owner) {
    fail (t, s->address, 0);
    ft_warn ("a mutex that is not locked is unlocked; ignored");
    return;
  }
  ft_warn ("a mutex is unlocked by a thread that does not hold it; it is not "
           "part of the recording from here on");
  s->misused = true;
  record (t, s, FT_WIRE_RELEASE);
  ft_mutex_unlock_fully (t, s);
}

static int unlock (ft_thread *t, pthread_mutex_t *m) {
  ft_scheduling_point (t);
  ft_sync_state *s = ft_mutex_state (m);
  if (!is_broken (m))
    renew_abandoned (t, m, s);
  int error = ft_mutex_check_owner (t, m, s);
  if (error)
    return error;
  if (s->mutex.owner != t) {
    unlock_of_other (t, s);
    return 0;
  }
  record (t, s, FT_WIRE_RELEASE);
  if (--s->mutex.depth == 0)
    ft_mutex_unlock_fully (t, s);
  return 0;
}

static int unlock_shared (ft_thread *t, pthread_mutex_t *m) {
  ft_scheduling_point (t);
  ft_sync_state *s = ft_mutex_state (m);
  if (s->mutex.owner == t) {
    record (t, s, FT_WIRE_RELEASE);
    if (--s->mutex.depth == 0) {
      s->mutex.owner = NULL;
      if (s->mutex.owner_died)
        change_deaths (t, s); // nobody gets it again
      s->mutex.owner_died = false;
    }
  }
  return FT_REAL_OF (pthread_mutex_unlock) (m);
}

// ---- fast path: a normal mutex, and no thread waits -------------------------

static ft_sync_state *plain_state (const pthread_mutex_t *m) {
  ft_sync_state *s = ft_sync_state_find_cached (m, FT_WIRE_MUTEX);
  bool is_plain = s && !m->__data.__kind && !s->misused && !s->shared &&
                  !s->mutex.robust_word;
  return is_plain ? s : NULL;
}

static bool lock_fast (pthread_mutex_t *m, unsigned code) {
  ft_thread *t = ft_fast_path_thread ();
  ft_sync_state *s = t ? plain_state (m) : NULL;
  if (!s || s->mutex.owner)
    return false;
  s->mutex.owner = t;
  s->mutex.depth = 1;
  set_mark (s, true);
  ft_fast_path_log (t, code, m);
  return true;
}

static bool unlock_fast (pthread_mutex_t *m) {
  ft_thread *t = ft_fast_path_thread ();
  ft_sync_state *s = t ? plain_state (m) : NULL;
  if (!s || s->mutex.owner != t || s->mutex.depth != 1 || !has_mark (m) ||
      !ft_wait_has_none (s))
    return false;
  ft_fast_path_log (t, FT_WIRE_RELEASE, m);
  s->mutex.owner = NULL;
  s->mutex.depth = 0;
  set_mark (s, false);
  return true;
}

// ---- interposed functions --------------------------------------------------

static int destroy (ft_thread *t, pthread_mutex_t *m) {
  ft_scheduling_point (t);
  ft_sync_state *s = ft_sync_state_find (m, FT_WIRE_MUTEX);
  if (s && s->mutex.owner && !is_robust (m) && !is_broken (m)) {
    record_failure (t, s);
    return EBUSY;
  }
  ft_log_record (t, FT_WIRE_LOCK_DESTROY, ft_address (m));
  ft_sync_state_remove (m);
  return FT_REAL_OF (pthread_mutex_destroy) (m);
}

// The owner of a robust mutex ends.  The kernel frees one that is shared: the
// next lock returns EOWNERDEAD.
static void release_of_dead (ft_sync_state *s, void *thread) {
  if (s->object != FT_WIRE_MUTEX || s->mutex.owner != thread ||
      !is_robust (s->address))
    return;
  bool shared = ft_mutex_is_shared (s->address);
  s->mutex.owner_died = !shared;
  s->mutex.owner = NULL;
  if (!shared)
    set_mark (s, false);
  ft_scheduling_point (thread);
  change_deaths (thread, s);
  for (; s->mutex.depth; s->mutex.depth--)
    record (thread, s, FT_WIRE_RELEASE);
  if (!shared)
    ft_wake_all (s);
}

void ft_sync_thread_ends (ft_thread *t) {
  if (any_robust)
    ft_sync_state_each (release_of_dead, t);
}

FT_EXPORT int pthread_mutex_init (pthread_mutex_t *m,
                                  const pthread_mutexattr_t *attributes) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  int error = FT_REAL_OF (pthread_mutex_init) (m, attributes);
  if (!t || error)
    return error;
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes) {
    pthread_mutexattr_getpshared (attributes, &shared);
    ft_log_record1 (t, FT_WIRE_READ_RANGE, ft_address (attributes),
                    sizeof *attributes);
  }
  const ft_sync_state *old = ft_sync_state_find (m, FT_WIRE_MUTEX);
  bool was_held = old && old->mutex.owner;
  ft_sync_state_remove (m);
  ft_mutex_state (m)->mutex.process_private = shared == PTHREAD_PROCESS_PRIVATE;
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (m),
                  FT_WIRE_MUTEX | (was_held ? FT_WIRE_ABANDONED : 0));
  return 0;
}

FT_EXPORT int pthread_mutex_destroy (pthread_mutex_t *m) {
  ft_thread *t = ft_recorded_thread ();
  return t ? destroy (t, m) : FT_REAL_OF (pthread_mutex_destroy) (m);
}

FT_EXPORT int pthread_mutex_lock (pthread_mutex_t *m) {
  if (lock_fast (m, FT_WIRE_ACQUIRE))
    return 0;
  ft_thread *t = ft_recorded_thread ();
  return t ? lock_any (t, m, FT_NO_DEADLINE)
           : FT_REAL_OF (pthread_mutex_lock) (m);
}

FT_EXPORT int pthread_mutex_trylock (pthread_mutex_t *m) {
  if (lock_fast (m, FT_WIRE_TRIED))
    return 0;
  ft_thread *t = ft_recorded_thread ();
  return t ? try_lock (t, m) : FT_REAL_OF (pthread_mutex_trylock) (m);
}

FT_EXPORT int pthread_mutex_timedlock (pthread_mutex_t *m,
                                       const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_mutex_timedlock) (m, time);
  return lock_any (t, m, ft_wait_deadline_read (t, CLOCK_REALTIME, time));
}

FT_EXPORT int pthread_mutex_clocklock (pthread_mutex_t *m, clockid_t clock,
                                       const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_mutex_clocklock) (m, clock, time);
  if (ft_clock_check (clock))
    return EINVAL;
  return lock_any (t, m, ft_wait_deadline_read (t, clock, time));
}

FT_EXPORT int pthread_mutex_unlock (pthread_mutex_t *m) {
  if (unlock_fast (m))
    return 0;
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_mutex_unlock) (m);
  int error = ft_mutex_is_shared (m) ? unlock_shared (t, m) : unlock (t, m);
  ft_wrapper_leave (t);
  return error;
}

FT_EXPORT int pthread_mutex_consistent (pthread_mutex_t *m) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_mutex_consistent) (m);
  ft_sync_state *s = ft_sync_state_find (m, FT_WIRE_MUTEX);
  bool shared = ft_mutex_is_shared (m);
  int error = shared ? FT_REAL_OF (pthread_mutex_consistent) (m) : 0;
  if (!is_robust (m) || !s || s->mutex.owner != t || !s->mutex.owner_died)
    return shared ? error : EINVAL;
  s->mutex.owner_died = false;
  change_deaths (t, s);
  return error;
}
