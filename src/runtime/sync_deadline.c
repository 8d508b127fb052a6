// Ends of waits: deadlines, and requests to cancel the thread.

#include "runtime/inputs.h"
#include "runtime/policy.h"
#include "runtime/syscall.h"
#include "runtime/sync_ops.h"
#include "runtime/thread.h"

struct ft_wait_deadline ft_wait_deadline_read (ft_thread *t, clockid_t clock,
                                               const struct timespec *time) {
  if (!time)
    return FT_NO_DEADLINE;
  if (t) {
    ft_scheduling_point (t);
    ft_log_record1 (t, FT_WIRE_READ_RANGE, ft_address (time), sizeof *time);
  }
  return (struct ft_wait_deadline){clock, true, *time};
}

int ft_wait_deadline_check (struct ft_wait_deadline d) {
  bool valid = d.time.tv_nsec >= 0 && d.time.tv_nsec < 1000000000;
  return valid ? 0 : EINVAL;
}

int ft_clock_check (clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : EINVAL;
}

// In a replay the schedule decides that a wait has timed out, and the program
// may then read a clock: waits until the deadline.  Not needed when clocks are
// replayed inputs, which are past the deadline as in the recording.
static void sleep_until (struct ft_wait_deadline d) {
  while (FT_SYSCALL (clock_nanosleep, d.clock, TIMER_ABSTIME, &d.time, NULL, 0,
                     0) == -EINTR)
    ;
}

// A time before 1970 has passed on both clocks, as 0 has.  The kernel refuses
// it as invalid at once, and the wait would ask again for ever.
static struct ft_wait_deadline since_1970 (struct ft_wait_deadline d) {
  if (d.time.tv_sec < 0)
    d.time.tv_sec = 0;
  return d;
}

// Words of the slice of a thread whose wait has timed out: it shall get on before another
// thread does what it waited for.
enum { TIMED_OUT_SLICE = 64 };

bool ft_block_on_deadline (ft_thread *t, const void *object,
                           struct ft_wait_deadline d) {
  if (!d.limited) {
    ft_block_on (t, object);
    return true;
  }
  d = since_1970 (d);
  if (!ft_replaying () && ft_policy_outlasts (d.clock, &d.time)) {
    t->unrecorded |= FT_IN_RUNTIME; // else the watchdog takes the token
    sleep_until (d);
    t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
    t->slice_end = t->tick + TIMED_OUT_SLICE;
    return false;
  }
  bool in_time = ft_block_on_until (t, object, d.clock, &d.time);
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
