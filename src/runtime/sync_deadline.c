// Ends of waits: deadlines, and requests to cancel the thread.

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

// In a replay the schedule decides that a wait has timed out, and the program
// may then read a clock: waits until the deadline.  Not needed when clocks are
// replayed inputs, which are past the deadline as in the recording.
static void sleep_until (struct ft_wait_deadline d) {
  while (FT_SYSCALL (clock_nanosleep, d.clock, TIMER_ABSTIME, d.time, NULL, 0,
                     0) == -EINTR)
    ;
}

bool ft_block_on_deadline (ft_thread *t, const void *object,
                           struct ft_wait_deadline d) {
  if (!d.time) {
    ft_block_on (t, object);
    return true;
  }
  bool in_time = ft_block_on_until (t, object, d.clock, d.time);
  if (!in_time && ft_replaying () && !ft_inputs_are_replayed (t))
    sleep_until (d);
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
