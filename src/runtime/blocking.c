// Calls that block where the runtime cannot see it.
//
// A thread that is away has a limit of NULL: when instrumented code runs in it
// nevertheless (a callback, a cleanup handler), the first check takes the baton
// back, and the end of the call finds it done.

#include "runtime/scheduler.h"
#include "runtime/blocking.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/replayer.h"
#include "runtime/signals.h"

void ft_blocking_release_token (ft_thread *t) {
  t->outside |= FT_IN_RUNTIME;
  t->slices = 0;
  ft_scheduler_lock_with_token (t);
  // With the same thread next on the plan, the baton stays free for it.
  ft_replay_enters_kernel (t);
  ft_token_release (t, FT_SCHED_IN_KERNEL, FT_WIRE_IN_KERNEL);
  ft_scheduler_unlock ();
  *t->limit = NULL;
  t->outside = FT_IN_KERNEL;
}

// Also for a thread that was thought to sleep, and possibly was not taken for
// it in the end.
void ft_blocking_retake_token (ft_thread *t) {
  t->outside = FT_IN_RUNTIME;
  ft_scheduler_lock ();
  bool is_away = t->stage == FT_SCHED_IN_KERNEL;
  if (is_away)
    ft_token_request (t);
  t->taken = 0;
  ft_scheduler_unlock ();
  if (is_away)
    ft_token_wait (t);
  t->outside = 0;
}

void ft_scheduler_lock_with_token (ft_thread *t) {
  for (;;) {
    ft_scheduler_lock ();
    if (!t->taken)
      return;
    ft_scheduler_unlock ();
    unsigned outside = t->outside;
    ft_blocking_retake_token (t);
    t->outside = outside;
  }
}

void ft_blocking_begin (ft_thread *t) {
  int error = errno;
  ft_blocking_release_token (t);
  ft_signals_deliver_in_kernel (t);
  errno = error;
}

void ft_blocking_finish (ft_thread *t) {
  ft_blocking_retake_token (t);
  ft_log_reserve (t);
  ft_log_record (t, FT_WIRE_EXTERNAL, 0);
  ft_scheduling_point_slow (t);
}

void ft_blocking_end (ft_thread *t) {
  int error = errno;
  if (t->outside & FT_IN_KERNEL)
    ft_blocking_finish (t);
  errno = error;
}
