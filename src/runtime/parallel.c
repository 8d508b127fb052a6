#include "runtime/parallel.h"

#include <errno.h>

#include "runtime/blocking.h"
#include "runtime/libc_access.h"
#include "runtime/scheduler.h"
#include "runtime/thread_log.h"

FT_EXPORT int ft_in_parallel;

void ft_parallel_leave (ft_thread *t) {
  if (t->outside || t->unrecorded)
    return;
  int error = errno;
  t->unrecorded |= FT_IN_RUNTIME;
  ft_scheduler_lock_with_token (t);
  ft_token_release (t, FT_SCHED_IN_KERNEL, FT_WIRE_PREEMPTED);
  t->token_taken = 1;
  t->outside = true;
  ft_scheduler_unlock ();
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  ft_set_limit (t);
  errno = error;
}

void ft_parallel_enter (ft_thread *t) {
  ft_parallel_leave (t);
  ft_scheduling_point_slow (t);
}

// The end of the memory for words is no stop, and needs no token.
void ft_parallel_check (ft_thread *t) {
  if (t->outside &&
      !__atomic_load_n (&t->stop_requested, __ATOMIC_SEQ_CST)) {
    ft_log_reserve (t);
    ft_set_limit (t);
    return;
  }
  ft_scheduling_point_slow (t);
  ft_parallel_leave (t);
}

ft_thread *ft_wrapper_enter_local (void) {
  ft_thread *t = ft_self;
  if (!t || !t->outside || t->unrecorded)
    return ft_wrapper_enter ();
  if (*t->cursor >= *t->limit)
    ft_parallel_check (t);
  return t;
}
