// The runtime inside a recorded program: what its files share.
//
// Ground rules (this is another country, see docs/ARCHITECTURE.md):
// - Exactly one thread of the program runs at a time: the one with the baton.
//   Nothing here needs a lock or an atomic, unless it says that it is used
//   without the baton.
// - No malloc on the event path; the runtime's own memory comes from
//   'ft_arena_alloc' (mmap).  No libc call that is itself interposed here: use
//   'ft_real' or a plain system call.
// - No lock is held across user code.
// - errno is the program's: what the wrapped function would leave there is
//   left there.
// - A process that is not recorded (no FORETRACE_RUN in its environment) must
//   behave as if the runtime were not there: every wrapper begins with
//   'ft_recorded_thread' and calls the real function when it returns NULL.

#ifndef FT_RUNTIME_RTL_H
#define FT_RUNTIME_RTL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "foretrace/runtime.h"
#include "runtime/wire.h"

typedef struct ft_thread ft_thread; // defined in thread.h, for the core only

#define FT_EXPORT __attribute__ ((visibility ("default")))

// The calling thread if it is under the scheduler and has the baton; else
// NULL (not recording, a thread that uninstrumented code made by raw clone, in
// an external call, inside the runtime itself): call the real function.
// Starts the runtime on the first call of a process that is to be recorded.
ft_thread *ft_recorded_thread (void);

uint32_t ft_thread_id (const ft_thread *);

// Before every event that the runtime itself logs, and before the state that
// it stands for changes: the place where the thread may be stopped (end of
// slice, replay target) and where signals are delivered.
void ft_scheduling_point (ft_thread *);

// One record at the end of the calling thread's log.  The number of words must
// be what FT_WIRE_RECORDS says.  At most FT_SLACK words per checkpoint.
void ft_log_record (ft_thread *, unsigned code, uint64_t payload);
void ft_log_record1 (ft_thread *, unsigned code, uint64_t payload, uint64_t);
void ft_log_record2 (ft_thread *, unsigned code, uint64_t payload, uint64_t, uint64_t);
void ft_log_record3 (ft_thread *, unsigned code, uint64_t payload, uint64_t, uint64_t,
              uint64_t);

// Gives the baton away until somebody wakes 'object' (any address that stands
// for what is waited for) and the scheduler chooses this thread.  The caller
// rechecks its condition in a loop: wakes are never promised to be exact.
//   while (lock->owner) ft_block_on (t, lock);
// Returns early, as if woken, when a signal or a cancellation was delivered;
// 'ft_interrupted' says so, once, for calls that fail with EINTR.
void ft_block_on (ft_thread *, const void *object);
bool ft_interrupted (ft_thread *);

// The same until an absolute time of CLOCK_REALTIME or CLOCK_MONOTONIC; false
// when the time came first.  In a replay the plan decides which came first.
bool ft_block_on_until (ft_thread *, const void *object, clockid_t,
                     const struct timespec *deadline);

// Makes threads that block on 'object' runnable; the caller keeps the baton.
void ft_wake_all (const void *object);
// The one that has blocked longest; NULL when there is none.
ft_thread *ft_wake_one (const void *object);

// Around a call that may block in the kernel or in a library: the baton is
// free meanwhile, and nothing may be logged.  'ft_blocking_end' returns with
// the baton and logs EXTERNAL.  Both preserve errno.
void ft_blocking_begin (ft_thread *);
void ft_blocking_end (ft_thread *);

// sched_yield, and hints to spinning threads: another thread may run.
void ft_yield (ft_thread *);

// Whether the process replays a plan.  Some choices (which waiter a signal
// wakes, whether a timed wait times out) are then left to the plan: a waiter
// that the plan runs may take any wake that is due.
bool ft_replaying (void);

// The real function behind a name that the runtime interposes:
//   static int (*real) (pthread_mutex_t *);
//   FT_REAL (real, pthread_mutex_lock);
void *ft_real (const char *name);
#define FT_REAL(pointer, name)                                                 \
  do {                                                                         \
    if (!(pointer))                                                            \
      (pointer) = (__typeof__ (pointer))ft_real (#name);                       \
  } while (0)

// Zeroed memory that is never given back, for shadow objects; aligned to 16.
void *ft_arena_alloc (size_t bytes);

// Defined by the wrappers, called by the core with the baton: a thread ends,
// before its THREAD_END is logged.  Robust mutexes that it holds are then free.
void ft_sync_thread_ends (ft_thread *);

// Writes "foretrace: ..." to standard error, once per distinct format.
void ft_warn (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
// The same, and ends the process with a status.
_Noreturn void ft_fail (int status, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif
