// Blocking calls, during which the runtime cannot see whether a thread can run.
//
// A thread in such a call has a limit of NULL.  When instrumented code runs in
// it nevertheless (a callback, a cleanup handler), the first check retakes the
// token, and nothing is left to do at the end of the call.

#include "runtime/scheduler.h"
#include "runtime/blocking.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/replayer.h"
#include "runtime/signals.h"

void ft_blocking_release_token (ft_thread *t) {
  t->unrecorded |= FT_IN_RUNTIME;
  t->slices = 0;
  ft_scheduler_lock_with_token (t);
  // When the replay schedule runs the same thread next, the token stays free
  // for it.
  ft_replay_enters_kernel (t);
  ft_token_release (t, FT_SCHED_IN_KERNEL, FT_WIRE_IN_KERNEL);
  ft_scheduler_unlock ();
  *t->limit = NULL;
  t->unrecorded = FT_IN_KERNEL;
}

// Also for a thread that the watchdog suspected to sleep, whether or not it
// took the token in the end.
void ft_blocking_retake_token (ft_thread *t) {
  t->unrecorded = FT_IN_RUNTIME;
  ft_scheduler_lock ();
  bool was_in_kernel = t->state == FT_SCHED_IN_KERNEL;
  if (was_in_kernel)
    ft_token_request (t);
  t->token_taken = 0;
  t->outside = false;
  ft_scheduler_unlock ();
  if (was_in_kernel)
    ft_token_wait (t);
  t->unrecorded = 0;
}

void ft_scheduler_lock_with_token (ft_thread *t) {
  for (;;) {
    ft_scheduler_lock ();
    if (!t->token_taken)
      return;
    ft_scheduler_unlock ();
    unsigned unrecorded = t->unrecorded;
    ft_blocking_retake_token (t);
    t->unrecorded = unrecorded;
  }
}

void ft_blocking_begin (ft_thread *t) {
  int error = errno;
  ft_blocking_release_token (t);
  ft_signals_deliver_in_kernel (t);
  errno = error;
}

void ft_blocking_turn (ft_thread *t) {
  struct timespec piece = {0, 1000000};
  int error = errno;
  while (!ft_replay_has_turn (t))
    FT_SYSCALL (nanosleep, &piece, NULL, 0, 0, 0, 0);
  errno = error;
}

void ft_blocking_again (ft_thread *t) {
  int error = errno;
  ft_input_signals (t, true);
  ft_scheduling_point_slow (t);
  ft_log_record (t, FT_WIRE_EXTERNAL, 0);
  errno = error;
}

void ft_blocking_finish (ft_thread *t) {
  t->own_came = false;
  ft_blocking_retake_token (t);
  ft_log_reserve (t);
  ft_log_record (t, FT_WIRE_EXTERNAL, 0);
  ft_scheduling_point_slow (t);
}

void ft_blocking_end (ft_thread *t) {
  int error = errno;
  if (t->unrecorded & FT_IN_KERNEL)
    ft_blocking_finish (t);
  errno = error;
}
