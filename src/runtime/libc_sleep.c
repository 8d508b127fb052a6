// Sleeping, and yielding.  A sleep is a wait for nothing with a time limit: the
// scheduler knows that it ends by itself, and a replay need not wait.

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/syscall.h"
#include "runtime/sync_ops.h"
#include "runtime/thread.h"
#include "runtime/waiting_loop.h"

enum { BILLION = 1000000000 };

static struct timespec now (clockid_t clock) {
  struct timespec t;
  FT_SYSCALL (clock_gettime, clock, &t, 0, 0, 0, 0);
  return t;
}

static struct timespec sum (struct timespec a, struct timespec b) {
  if (__builtin_add_overflow (a.tv_sec, b.tv_sec, &a.tv_sec) ||
      a.tv_sec == LONG_MAX)
    return (struct timespec){LONG_MAX, 0};
  a.tv_nsec += b.tv_nsec;
  a.tv_sec += a.tv_nsec >= BILLION;
  a.tv_nsec -= a.tv_nsec >= BILLION ? BILLION : 0;
  return a;
}

static struct timespec remaining (clockid_t clock, struct timespec end) {
  struct timespec t = now (clock);
  end.tv_sec -= t.tv_sec;
  end.tv_nsec -= t.tv_nsec;
  end.tv_sec -= end.tv_nsec < 0;
  end.tv_nsec += end.tv_nsec < 0 ? BILLION : 0;
  return end.tv_sec < 0 ? (struct timespec){0} : end;
}

static void begin_pause (ft_thread *t) {
  ft_loop_pauses (t);
  t->pauses = true;
  ft_scheduling_point (t);
}

// 0 or EINTR.
static int sleep_until (ft_thread *t, clockid_t clock, struct timespec end) {
  char nothing;
  begin_pause (t);
  bool interrupted = false;
  while (!interrupted && ft_block_on_until (t, &nothing, clock, &end))
    interrupted = ft_interrupted (t);
  t->pauses = false;
  ft_cancellation_point (t);
  return interrupted ? EINTR : 0;
}

static int sleep_for (ft_thread *t, struct timespec time,
                      struct timespec *left) {
  struct timespec end = sum (now (CLOCK_MONOTONIC), time);
  ft_cancellation_point (t);
  int error = sleep_until (t, CLOCK_MONOTONIC, end);
  if (error && left)
    *left = remaining (CLOCK_MONOTONIC, end);
  return error;
}

static bool is_valid (const struct timespec *time) {
  return time && time->tv_sec >= 0 && time->tv_nsec >= 0 &&
         time->tv_nsec < BILLION;
}

FT_EXPORT int nanosleep (const struct timespec *time, struct timespec *left) {
  ft_thread *t = ft_recorded_thread ();
  if (!t || !is_valid (time))
    return FT_REAL_OF (nanosleep) (time, left);
  int error = sleep_for (t, *time, left);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

FT_EXPORT int clock_nanosleep (clockid_t clock, int flags,
                               const struct timespec *time,
                               struct timespec *left) {
  ft_thread *t = ft_recorded_thread ();
  if (!t || !is_valid (time) || flags & ~TIMER_ABSTIME)
    return FT_REAL_OF (clock_nanosleep) (clock, flags, time, left);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) {
    ft_scheduling_point (t);
    ft_blocking_begin (t);
    int error = FT_REAL_OF (clock_nanosleep) (clock, flags, time, left);
    ft_blocking_end (t);
    return error;
  }
  if (!(flags & TIMER_ABSTIME))
    return sleep_for (t, *time, left);
  ft_cancellation_point (t);
  return sleep_until (t, clock, *time);
}

FT_EXPORT int usleep (useconds_t time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (usleep) (time);
  struct timespec length = {time / 1000000, time % 1000000 * 1000};
  int error = sleep_for (t, length, NULL);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

FT_EXPORT unsigned sleep (unsigned seconds) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (sleep) (seconds);
  struct timespec left = {0};
  if (!sleep_for (t, (struct timespec){seconds, 0}, &left))
    return 0;
  return (unsigned)left.tv_sec + (left.tv_nsec >= BILLION / 2);
}

// Also pthread_yield, which is another name of it.
FT_EXPORT int sched_yield (void) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return (int)FT_SYSCALL (sched_yield, 0, 0, 0, 0, 0, 0);
  begin_pause (t);
  ft_yield (t);
  t->pauses = false;
  return 0;
}
