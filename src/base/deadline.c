#include "base/deadline.h"

#include <stddef.h>
#include <time.h>

#define UNLIMITED 1e9 // seconds

double ft_seconds_now (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

ft_deadline ft_deadline_in (double seconds, const volatile int *stop) {
  return (ft_deadline){seconds > 0 ? ft_seconds_now () + seconds : 0, stop};
}

bool ft_deadline_stopped (const ft_deadline *d) {
  return d && d->stop && *d->stop;
}

bool ft_deadline_over (const ft_deadline *d) {
  return ft_deadline_stopped (d) ||
         (d && d->end > 0 && ft_seconds_now () >= d->end);
}

double ft_deadline_left (const ft_deadline *d) {
  if (!d || d->end <= 0)
    return UNLIMITED;
  double left = d->end - ft_seconds_now ();
  return left > 0 ? left : 0;
}

ft_deadline ft_deadline_part (const ft_deadline *d, double share) {
  ft_deadline part = {0};
  if (!d)
    return part;
  part = *d;
  if (d->end > 0)
    part.end = ft_seconds_now () + share * ft_deadline_left (d);
  return part;
}
