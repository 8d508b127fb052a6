// The token is taken from two kinds of threads:
//
// - One that is seen in a system call after its limit became NULL: after the
//   call its next check stops it.  (Instrumented code makes no system calls
//   between a check and the access that follows; a page fault is no system
//   call.)
// - One that has used much CPU time since its last record: it may spin for what
//   another thread has to do, in assembly or in a library.  First it is asked
//   to stop.  When it has used CPU time after that and has still not come to a
//   check, it is in uninstrumented code and goes on there without the token.
//   CPU time, not time: a busy machine must not change what happens.

#include <signal.h>

#include "runtime/scheduler.h"
#include "runtime/config.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/replayer.h"
#include "runtime/sync_state.h"
#include "runtime/text_buffer.h"
#include "runtime/thread.h"
#include "runtime/watchdog.h"

enum { PERIOD = 10000000 };                  // nanoseconds
enum { SPIN = 100000000, GRACE = 1000000 };  // nanoseconds of CPU time
enum { STACK = 65536, MAX_STACK = 1 << 30 }; // bytes

static bool started;

// /proc/self/task/TID/syscall is "N ARGUMENTS..." in system call N, "running",
// or "-1 ..." in a page fault.
static bool sleeps_in_call (int task) {
  char path[64], bytes[32];
  ft_text text = FT_TEXT (path);
  ft_text_add (&text, "/proc/self/task/%d/syscall", task);
  int fd = ft_sys_open (path, O_RDONLY);
  if (fd < 0)
    return false;
  long size = FT_SYSCALL (read, fd, bytes, sizeof bytes, 0, 0, 0);
  ft_sys_close (fd);
  return size > 0 && bytes[0] >= '0' && bytes[0] <= '9';
}

static bool may_be_taken (const ft_thread *t, const ft_thread *seen,
                          const ft_word *cursor) {
  return t && t == seen && !t->unrecorded && *t->cursor == cursor &&
         sleeps_in_call (t->task);
}

// With the scheduler lock.  First requests a stop, then looks whether the
// thread still sleeps: so either the thread sees the request after its call, or
// the watchdog sees that it has woken.
static void take_token (ft_thread *t, const ft_word *cursor) {
  __atomic_store_n (&t->token_taken, 1, __ATOMIC_SEQ_CST);
  ft_request_stop (t);
  if (!sleeps_in_call (t->task) || t->unrecorded || *t->cursor != cursor) {
    t->token_taken = 0;
    return;
  }
  if (ft_replaying ())
    ft_replay_enters_kernel (t);
  ft_token_release (t, FT_SCHED_IN_KERNEL, FT_WIRE_IN_KERNEL);
}

// ---- spinning threads ------------------------------------------------------

// 0 when the kernel does not say.
static uint64_t cpu_time (const ft_thread *t) {
  enum { OF_THREAD = 4, SCHEDULED = 2 }; // of clock ids, see the kernel's
  clockid_t clock =
      (clockid_t)(~(unsigned)t->task << 3 | OF_THREAD | SCHEDULED);
  struct timespec used;
  if (FT_SYSCALL (clock_gettime, clock, &used, 0, 0, 0, 0))
    return 0;
  return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

// When the thread comes to its next check it is where a thread is that was
// preempted there.
static void preempt (ft_thread *t) {
  if (ft_replaying () && !ft_replay_goes_on_without (t))
    return;
  ft_token_release (t, FT_SCHED_IN_KERNEL, FT_WIRE_TAKEN);
}

// The holder of the token, which has written no record since the last look if
// 'same'.
static void check_spinning (ft_thread *t, bool same) {
  static uint64_t before, asked; // CPU time at its last record, and when it was
                                 // asked to stop
  uint64_t now = cpu_time (t);
  if (!same || t->unrecorded)
    before = now;
  if (now - before < SPIN || !ft_scheduler_has_others ())
    return;
  if (!t->token_taken) {
    asked = now;
    __atomic_store_n (&t->token_taken, 1, __ATOMIC_SEQ_CST);
    ft_request_stop (t);
  } else if (now - asked >= GRACE)
    preempt (t);
}

static void check_token_holder (void) {
  static const ft_thread *seen;
  static const ft_word *cursor;
  static uint64_t since_free;
  ft_scheduler_lock ();
  ft_thread *t = ft_token_holder;
  if (may_be_taken (t, seen, cursor))
    take_token (t, cursor);
  else if (t && t->cursor)
    check_spinning (t, t == seen && *t->cursor == cursor);
  seen = ft_token_holder;
  if (seen && !seen->cursor)
    seen = NULL; // a new thread that has not begun yet
  cursor = seen ? *seen->cursor : NULL;
  if (ft_token_holder || !ft_replaying () || !since_free)
    since_free = ft_monotonic_nanoseconds ();
  else if (ft_monotonic_nanoseconds () - since_free >
           ft_config.patience * 1000000000) {
    ft_replay_timed_out ();
    ft_token_grant_next ();
  }
  ft_scheduler_unlock ();
}

// Ends when no thread of the program is left: the C library ends the process
// with its last thread.
static void *watch (void *unused) {
  struct timespec period = {0, PERIOD};
  ft_is_watchdog = true;
  while (__atomic_load_n (&ft_live_thread_count, __ATOMIC_RELAXED)) {
    FT_SYSCALL (nanosleep, &period, 0, 0, 0, 0, 0);
    check_token_holder ();
  }
  return unused;
}

// Each stack has the thread-local storage of the program and its libraries,
// whose size only the C library knows.  It refuses a stack that is too small,
// so larger ones are tried.
static int make_thread (pthread_attr_t *attributes) {
  pthread_t handle;
  int error = EINVAL;
  for (size_t size = STACK; error == EINVAL && size <= MAX_STACK; size *= 4) {
    pthread_attr_setstacksize (attributes, size);
    error = FT_REAL_OF (pthread_create) (&handle, attributes, watch, NULL);
  }
  return error;
}

static void start_thread (void) {
  pthread_attr_t attributes;
  sigset_t all, before;
  pthread_attr_init (&attributes);
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset (&all);
  FT_REAL_OF (pthread_sigmask) (SIG_BLOCK, &all, &before);
  if (make_thread (&attributes))
    ft_warn ("no thread for the recorder itself: calls that block in libraries "
             "may hang");
  FT_REAL_OF (pthread_sigmask) (SIG_SETMASK, &before, NULL);
  pthread_attr_destroy (&attributes);
}

void ft_watchdog_start (void) {
  if (!started)
    start_thread ();
  started = true;
}

void ft_watchdog_after_fork (void) {
  started = false;
}
