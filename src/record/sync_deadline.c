// Time limits of locks and waits.

#include <errno.h>

#include "record/sync.h"

int ft_deadline_check (struct ft_deadline d) {
  if (d.time && (d.time->tv_nsec < 0 || d.time->tv_nsec >= 1000000000))
    return EINVAL;
  return 0;
}

int ft_clock_check (clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : EINVAL;
}

bool ft_wait_for (ft_thread *t, const void *object, struct ft_deadline d) {
  if (d.time)
    return ft_block_until (t, object, d.clock, d.time);
  ft_block (t, object);
  return true;
}
