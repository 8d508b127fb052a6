// pthread_rwlock_*.  The state has each reader that holds the lock, so that an
// unlock is known to be that of the writer, of a reader, or of neither.
//
// As in glibc, readers overtake waiting writers, unless the lock was made with
// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP.
//
// While a lock is held, the runtime sets a mark in its object, in a field that
// glibc does not use.  When that has vanished, the program has made another lock in
// the same memory (see sync_mutex.c).

#include <errno.h>

#include "runtime/sync_ops.h"
#include "runtime/waiting_loop.h"

static ft_rwlock_reader *spare;

enum { HELD = 1 << 30 }; // the mark, in pthread_rwlock_t.__data.__pad3

static bool is_shared (const pthread_rwlock_t *l) {
  return l->__data.__shared;
}

static void record (ft_thread *t, const ft_sync_state *s, unsigned code) {
  ft_log_record (t, s->misused ? FT_WIRE_GAP : code, ft_address (s->address));
}

static ft_rwlock_reader **link_to (ft_sync_state *s, const ft_thread *t) {
  ft_rwlock_reader **link = &s->rwlock.readers;
  while (*link && (*link)->thread != t)
    link = &(*link)->next;
  return link;
}

static void add_reader (ft_sync_state *s, ft_thread *t) {
  ft_rwlock_reader **link = link_to (s, t), *r = *link;
  if (!r) {
    r = spare ? spare : ft_arena_alloc (sizeof *r);
    spare = spare ? spare->next : NULL;
    *r = (ft_rwlock_reader){.thread = t};
    *link = r;
  }
  r->depth++;
}

static void remove_reader (ft_rwlock_reader **link) {
  ft_rwlock_reader *r = *link;
  if (--r->depth)
    return;
  *link = r->next;
  r->next = spare;
  spare = r;
}

static bool is_held (const ft_sync_state *s) {
  return s->rwlock.writer || s->rwlock.readers;
}

static void set_mark (const ft_sync_state *s) {
  pthread_rwlock_t *l = (pthread_rwlock_t *)(uintptr_t)s->address;
  l->__data.__pad3 = is_held (s) ? HELD : 0;
}

static void renew_abandoned (ft_thread *t, const pthread_rwlock_t *l,
                             ft_sync_state *s) {
  if (!is_held (s) || is_shared (l) || l->__data.__pad3 == HELD)
    return;
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (l),
                  FT_WIRE_RWLOCK | FT_WIRE_ABANDONED | FT_WIRE_FOUND);
  s->rwlock.writer = NULL;
  while (s->rwlock.readers) {
    s->rwlock.readers->depth = 1;
    remove_reader (&s->rwlock.readers);
  }
  s->misused = false;
}

static ft_sync_state *state_of (ft_thread *t, pthread_rwlock_t *l) {
  bool is_new;
  ft_sync_state *s = ft_sync_state_get (l, FT_WIRE_RWLOCK, &is_new);
  renew_abandoned (t, l, s);
  return s;
}

#define WRITERS FT_WIRE_CAUSE (FT_WIRE_CAUSE_WRITERS, 0)

static bool prefers_writers (const pthread_rwlock_t *l) {
  return l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

// Where writers are preferred, the number of waiting writers decides whether a
// reader blocks.  The number is a variable that threads share, so its changes
// and reads are recorded.
static void count_writer (ft_thread *t, pthread_rwlock_t *l, ft_sync_state *s,
                          bool comes) {
  uint32_t before = s->rwlock.writers_waiting;
  if (!prefers_writers (l))
    return;
  s->rwlock.writers_waiting = comes ? before + 1 : before - 1;
  ft_log_record3 (t, FT_WIRE_ATOMIC_RMW, ft_address (&l->__data.__writers),
                  before, s->rwlock.writers_waiting,
                  FT_WIRE_ATOMIC (4, FT_WIRE_RELAXED) | WRITERS);
}

static void log_writer_count (ft_thread *t, pthread_rwlock_t *l,
                              const ft_sync_state *s) {
  if (prefers_writers (l))
    ft_log_record2 (t, FT_WIRE_ATOMIC_READ, ft_address (&l->__data.__writers),
                    s->rwlock.writers_waiting,
                    FT_WIRE_ATOMIC (4, FT_WIRE_RELAXED) | WRITERS);
}

// Whether the next attempt is by a try or a timed call.
static bool trying;

// Tries to lock, after a scheduling point.  EBUSY when the call would block.
static int attempt_read (ft_thread *t, pthread_rwlock_t *l, ft_sync_state *s) {
  if (s->rwlock.writer == t)
    return EDEADLK;
  if (s->rwlock.writer || s->rwlock.writers_waiting)
    return EBUSY;
  log_writer_count (t, l, s);
  s->shared = false;
  add_reader (s, t);
  set_mark (s);
  record (t, s, trying ? FT_WIRE_TRIED_SHARED : FT_WIRE_ACQUIRE_SHARED);
  return 0;
}

static int attempt_write (ft_thread *t, pthread_rwlock_t *l, ft_sync_state *s) {
  (void)l;
  if (s->rwlock.writer == t)
    return EDEADLK;
  if (s->rwlock.writer || s->rwlock.readers)
    return EBUSY;
  s->shared = false;
  s->rwlock.writer = t;
  set_mark (s);
  record (t, s, trying ? FT_WIRE_TRIED : FT_WIRE_ACQUIRE);
  return 0;
}

typedef int (*attempt) (ft_thread *, pthread_rwlock_t *, ft_sync_state *);

static bool held_by_another (const ft_sync_state *s, const ft_thread *t) {
  if (s->rwlock.writer)
    return s->rwlock.writer != t;
  for (const ft_rwlock_reader *r = s->rwlock.readers; r; r = r->next)
    if (r->thread != t)
      return true;
  return false;
}

// TRY_FAILED means that another thread holds the lock: for an exclusive acquire
// any holder, for a shared one the writer only.
static void record_failure (ft_thread *t, const ft_sync_state *s, attempt how) {
  if (how == attempt_write ? held_by_another (s, t) : !!s->rwlock.writer)
    record (t, s, FT_WIRE_TRY_FAILED);
}

// A writer is counted while it waits.  When it stops waiting, readers that it
// blocked go on.
static int stop_waiting (ft_thread *t, pthread_rwlock_t *l, ft_sync_state *s,
                         attempt how, int error) {
  if (error == ETIMEDOUT)
    record_failure (t, s, how);
  if (how == attempt_write) {
    count_writer (t, l, s, false);
    ft_wake_all (s);
  }
  return error;
}

static int lock_slow (ft_thread *t, pthread_rwlock_t *l, ft_sync_state *s,
                      attempt how, struct ft_wait_deadline d) {
  if (how == attempt_write)
    count_writer (t, l, s, true);
  for (;;) {
    bool in_time = ft_block_on_deadline (t, s, d);
    ft_scheduling_point (t);
    s = state_of (t, l);
    trying = d.limited;
    int error = how (t, l, s);
    if (error != EBUSY || !in_time)
      return stop_waiting (t, l, s, how, error == EBUSY ? ETIMEDOUT : error);
  }
}

static int lock (ft_thread *t, pthread_rwlock_t *l, attempt how,
                 struct ft_wait_deadline d) {
  int error = ft_wait_deadline_check (d);
  if (error)
    return error;
  ft_scheduling_point (t);
  ft_sync_state *s = state_of (t, l);
  trying = d.limited;
  error = how (t, l, s);
  return error == EBUSY ? lock_slow (t, l, s, how, d) : error;
}

static int try_lock (ft_thread *t, pthread_rwlock_t *l, attempt how) {
  ft_try_point (t);
  ft_sync_state *s = state_of (t, l);
  trying = true;
  int error = how (t, l, s);
  if (error == EBUSY) {
    record_failure (t, s, how);
    ft_try_failed (t);
  }
  if (error == EBUSY && how == attempt_read && !s->rwlock.writer)
    log_writer_count (t, l, s);
  return error == EDEADLK ? EBUSY : error;
}

// A lock shared between processes: locked with the real function, and recorded
// in addition.
static void record_shared (ft_thread *t, pthread_rwlock_t *l, attempt how) {
  ft_sync_state *s = state_of (t, l);
  s->shared = true;
  if (how == attempt_read)
    add_reader (s, t);
  else
    s->rwlock.writer = t;
  record (t, s, how == attempt_read ? FT_WIRE_ACQUIRE_SHARED : FT_WIRE_ACQUIRE);
}

static int real_lock (pthread_rwlock_t *l, attempt how,
                      struct ft_wait_deadline d) {
  if (!d.limited)
    return how == attempt_read ? FT_REAL_OF (pthread_rwlock_rdlock) (l)
                               : FT_REAL_OF (pthread_rwlock_wrlock) (l);
  return how == attempt_read
             ? FT_REAL_OF (pthread_rwlock_clockrdlock) (l, d.clock, &d.time)
             : FT_REAL_OF (pthread_rwlock_clockwrlock) (l, d.clock, &d.time);
}

static int real_try (pthread_rwlock_t *l, attempt how) {
  return how == attempt_read ? FT_REAL_OF (pthread_rwlock_tryrdlock) (l)
                             : FT_REAL_OF (pthread_rwlock_trywrlock) (l);
}

static int lock_shared (ft_thread *t, pthread_rwlock_t *l, attempt how,
                        struct ft_wait_deadline d, bool may_block) {
  ft_scheduling_point (t);
  int error = ft_wait_deadline_check (d);
  if (!error && may_block) {
    ft_blocking_begin (t);
    ft_blocking_turn (t);
    error = real_lock (l, how, d);
    ft_blocking_end (t);
  } else if (!error)
    error = real_try (l, how);
  if (error == EBUSY)
    record_failure (t, state_of (t, l), how);
  if (!error)
    record_shared (t, l, how);
  return error;
}

static int lock_any (pthread_rwlock_t *l, attempt how,
                     struct ft_wait_deadline d) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return real_lock (l, how, d);
  return is_shared (l) ? lock_shared (t, l, how, d, true) : lock (t, l, how, d);
}

static int try_any (pthread_rwlock_t *l, attempt how) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return real_try (l, how);
  return is_shared (l) ? lock_shared (t, l, how, FT_NO_DEADLINE, false)
                       : try_lock (t, l, how);
}

static void unlock_of_other (ft_thread *t, ft_sync_state *s) {
  if (!is_held (s)) {
    ft_log_record1 (t, FT_WIRE_READ_RANGE, ft_address (s->address), 1);
    ft_warn ("a read-write lock that is not locked is unlocked; ignored");
    return;
  }
  ft_warn ("a read-write lock is unlocked by a thread that does not hold it; "
           "it is not part of the recording from here on");
  s->misused = true;
  record (t, s, FT_WIRE_RELEASE);
  if (s->rwlock.writer)
    s->rwlock.writer = NULL;
  else
    remove_reader (&s->rwlock.readers);
}

static void unlock (ft_thread *t, pthread_rwlock_t *l) {
  ft_sync_state *s = state_of (t, l);
  ft_rwlock_reader **link = link_to (s, t);
  if (s->rwlock.writer == t) {
    record (t, s, FT_WIRE_RELEASE);
    s->rwlock.writer = NULL;
  } else if (*link) {
    record (t, s, FT_WIRE_RELEASE_SHARED);
    remove_reader (link);
  } else
    unlock_of_other (t, s);
  if (!is_shared (l))
    set_mark (s);
  if (!s->rwlock.writer)
    ft_wake_all (s);
}

FT_EXPORT int pthread_rwlock_init (pthread_rwlock_t *l,
                                   const pthread_rwlockattr_t *attributes) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  int error = FT_REAL_OF (pthread_rwlock_init) (l, attributes);
  if (!t || error)
    return error;
  ft_sync_state_remove (l);
  ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (l), FT_WIRE_RWLOCK);
  return 0;
}

FT_EXPORT int pthread_rwlock_destroy (pthread_rwlock_t *l) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    ft_log_record (t, FT_WIRE_LOCK_DESTROY, ft_address (l));
    ft_sync_state_remove (l);
  }
  return FT_REAL_OF (pthread_rwlock_destroy) (l);
}

FT_EXPORT int pthread_rwlock_rdlock (pthread_rwlock_t *l) {
  return lock_any (l, attempt_read, FT_NO_DEADLINE);
}

FT_EXPORT int pthread_rwlock_wrlock (pthread_rwlock_t *l) {
  return lock_any (l, attempt_write, FT_NO_DEADLINE);
}

FT_EXPORT int pthread_rwlock_tryrdlock (pthread_rwlock_t *l) {
  return try_any (l, attempt_read);
}

FT_EXPORT int pthread_rwlock_trywrlock (pthread_rwlock_t *l) {
  return try_any (l, attempt_write);
}

static int lock_until (pthread_rwlock_t *l, attempt how, clockid_t clock,
                       const struct timespec *time) {
  if (ft_clock_check (clock))
    return EINVAL;
  return lock_any (l, how,
                   ft_wait_deadline_read (ft_recorded_thread (), clock, time));
}

FT_EXPORT int pthread_rwlock_timedrdlock (pthread_rwlock_t *l,
                                          const struct timespec *time) {
  return lock_until (l, attempt_read, CLOCK_REALTIME, time);
}

FT_EXPORT int pthread_rwlock_timedwrlock (pthread_rwlock_t *l,
                                          const struct timespec *time) {
  return lock_until (l, attempt_write, CLOCK_REALTIME, time);
}

FT_EXPORT int pthread_rwlock_clockrdlock (pthread_rwlock_t *l, clockid_t clock,
                                          const struct timespec *time) {
  return lock_until (l, attempt_read, clock, time);
}

FT_EXPORT int pthread_rwlock_clockwrlock (pthread_rwlock_t *l, clockid_t clock,
                                          const struct timespec *time) {
  return lock_until (l, attempt_write, clock, time);
}

FT_EXPORT int pthread_rwlock_unlock (pthread_rwlock_t *l) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_rwlock_unlock) (l);
  ft_scheduling_point (t);
  if (!is_shared (l)) {
    unlock (t, l);
    return 0;
  }
  unlock (t, l);
  return FT_REAL_OF (pthread_rwlock_unlock) (l);
}
