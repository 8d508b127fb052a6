// The runtime inside a recorded program: what its files share.
//
// Ground rules (this is another country, see docs/ARCHITECTURE.md):
// - Exactly one thread of the program runs at a time: the one with the
//   scheduler token.  Nothing here needs a lock or an atomic, except where a
//   comment says that it is used without the token.
// - No malloc on the event path; the runtime's own memory comes from
//   'ft_arena_alloc' (mmap).  No libc call that is itself interposed here: use
//   'ft_real' or a plain system call.  No 'assert', which allocates and prints:
//   use 'FT_CHECK'.
// - No lock is held across user code.
// - errno is the program's: a wrapper leaves the value there that the wrapped
//   function would leave.
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

typedef struct ft_thread ft_thread; // defined in runtime/thread.h

#define FT_EXPORT __attribute__ ((visibility ("default")))

// The calling thread if it is under the scheduler and has the token.  Else
// NULL, and the wrapper calls the real function: the process is not recorded,
// uninstrumented code made the thread by a raw clone, or the thread is in a
// blocking call or inside the runtime itself.  Starts the runtime on the first
// call of a process that is to be recorded.
ft_thread *ft_recorded_thread (void);

uint32_t ft_thread_id (const ft_thread *);

// A scheduling point: the thread may be stopped here (end of its slice, stop of
// the replay schedule), and signals are delivered.  Called before every event
// that the runtime itself logs, and before the state changes that the event
// stands for.
void ft_scheduling_point (ft_thread *);

// Appends one record to the calling thread's log.  The number of words must be
// the number in FT_WIRE_RECORDS.  At most FT_SLACK words per scheduling point.
void ft_log_record (ft_thread *, unsigned code, uint64_t payload);
void ft_log_record1 (ft_thread *, unsigned code, uint64_t payload, uint64_t);
void ft_log_record2 (ft_thread *, unsigned code, uint64_t payload, uint64_t,
                     uint64_t);
void ft_log_record3 (ft_thread *, unsigned code, uint64_t payload, uint64_t,
                     uint64_t, uint64_t);

// Makes room for FT_SLACK words more, where a scheduling point would let other
// threads change what the records are about.
void ft_log_make_room (ft_thread *);

// Gives the token away until another thread wakes 'object' (any address that
// stands for the condition) and the scheduler chooses this thread.  The caller
// rechecks its condition in a loop, since a wake may be spurious.
//   while (lock->owner) ft_block_on (t, lock);
// Returns early, as if woken, when a signal or a cancellation was delivered;
// 'ft_interrupted' then returns true once, for calls that fail with EINTR.
void ft_block_on (ft_thread *, const void *object);
bool ft_interrupted (ft_thread *);

// As 'ft_block_on' with an absolute deadline of CLOCK_REALTIME or
// CLOCK_MONOTONIC; false when the deadline came before a wake.  In a replay the
// replay schedule decides which of both came first.
bool ft_block_on_until (ft_thread *, const void *object, clockid_t,
                        const struct timespec *deadline);

// Makes threads that block on 'object' ready; the caller keeps the token.
void ft_wake_all (const void *object);
// The same for the thread that has blocked longest; NULL when there is none.
ft_thread *ft_wake_one (const void *object);

// Around a call that may block in the kernel or in a library: the token is
// free during the call, and nothing may be logged.  'ft_blocking_end' returns
// with the token and logs EXTERNAL.  Both preserve errno.
void ft_blocking_begin (ft_thread *);
void ft_blocking_end (ft_thread *);

// Behind 'ft_blocking_begin', before a call that takes what several threads may
// wait for in the kernel, and that leaves nothing behind which others see: in a
// replay, waits until the schedule has this thread go on.  Which of them the
// kernel serves first is no choice of the schedule.
void ft_blocking_turn (ft_thread *);

// In place of a call that a replay does not make since it has the result: runs
// the handlers that the recording has there, and logs EXTERNAL.
void ft_blocking_again (ft_thread *);

// sched_yield, and hints to spinning threads: another thread may run.
void ft_yield (ft_thread *);

// Whether the process follows a replay schedule.  The schedule then makes some
// choices (which waiter a signal wakes, whether a timed wait times out): a
// waiter that the schedule runs may take any wake that is due.
bool ft_replaying (void);

// The real function of a name that the runtime interposes:
//   static int (*real) (pthread_mutex_t *);
//   FT_REAL (real, pthread_mutex_lock);
void *ft_real (const char *name);
#define FT_REAL(pointer, name)                                                 \
  do {                                                                         \
    if (!(pointer))                                                            \
      (pointer) = (__typeof__ (pointer))ft_real (#name);                       \
  } while (0)

// Zeroed memory that is never freed, aligned to 16.
void *ft_arena_alloc (size_t bytes);

// Called by an ending thread with the token, before its THREAD_END is logged:
// robust mutexes that it holds become free.  Defined in sync_mutex.c.
void ft_sync_thread_ends (ft_thread *);

// Writes "foretrace: ..." to standard error, once per distinct format.
void ft_warn (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
// The same, and ends the process with a status.
_Noreturn void ft_fail (int status, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// An assertion of the runtime, on in every build: ends the process with status
// 70 when an invariant does not hold.  In O(1), and not on the event path.
#define FT_CHECK(condition)                                                    \
  ((condition) ? (void)0                                                       \
               : ft_fail (70, "internal error at %s:%d: %s", __FILE__,         \
                          __LINE__, #condition))

#endif
