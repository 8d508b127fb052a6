// What ends a wait: time limits, and requests to end.

#include "runtime/inputs.h"
#include "runtime/syscall.h"
#include "runtime/sync_ops.h"
#include "runtime/thread.h"

int ft_wait_deadline_check (struct ft_wait_deadline d) {
  if (d.time && (d.time->tv_nsec < 0 || d.time->tv_nsec >= 1000000000))
    return EINVAL;
  return 0;
}

int ft_clock_check (clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : EINVAL;
}

// A program that is told that the time came may look at its clock, so in a
// replay, where the plan says so, it comes; but not when the clock is that of
// the recording, on which the program finds that it has come.
static void let_it_come (struct ft_wait_deadline d) {
  while (FT_SYSCALL (clock_nanosleep, d.clock, TIMER_ABSTIME, d.time, NULL, 0,
                    0) == -EINTR)
    ;
}

bool ft_block_on_deadline (ft_thread *t, const void *object, struct ft_wait_deadline d) {
  if (!d.time) {
    ft_block_on (t, object);
    return true;
  }
  bool in_time = ft_block_on_until (t, object, d.clock, d.time);
  if (!in_time && ft_replaying () && !ft_inputs_are_replayed (t))
    let_it_come (d);
  return in_time;
}

bool ft_cancelled (const ft_thread *t) {
  int state, unused;
  if (!t->cancelled)
    return false;
  FT_REAL_OF (pthread_setcancelstate) (PTHREAD_CANCEL_DISABLE, &state);
  FT_REAL_OF (pthread_setcancelstate) (state, &unused);
  return state == PTHREAD_CANCEL_ENABLE;
}
