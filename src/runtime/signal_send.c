// Sending signals.  A signal that a thread sends to itself is handled before
// the call returns, as POSIX demands of raise.  Setting a timer that sends a
// signal later counts as sending the signal.

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/happens_before.h"
#include "runtime/libc_access.h"
#include "runtime/notify.h"

static uint64_t sent[NSIG];

static bool is_signal (int signal) {
  return signal > 0 && signal < NSIG;
}

void ft_signal_sent (ft_thread *t, int signal) {
  if (t && is_signal (signal))
    ft_happens_before (t, &sent[signal],
                       FT_WIRE_CAUSE (FT_WIRE_CAUSE_SIGNAL, signal));
}

void ft_signal_received (ft_thread *t, int signal) {
  if (t && is_signal (signal))
    ft_happens_after (t, &sent[signal],
                      FT_WIRE_CAUSE (FT_WIRE_CAUSE_SIGNAL, signal));
}

// A signal to the calling thread itself is pending after the call; the second
// scheduling point delivers it.
#define SEND(type, name, number, parameters, arguments)                        \
  FT_EXPORT type name parameters {                                             \
    ft_thread *t = ft_recorded_thread ();                                      \
    if (t)                                                                     \
      ft_scheduling_point (t);                                                 \
    ft_channel_send_any (t);                                                   \
    ft_signal_sent (t, number);                                                \
    type result = FT_REAL_OF (name) arguments;                                 \
    if (t)                                                                     \
      ft_scheduling_point (t);                                                 \
    return result;                                                             \
  }

SEND (int, raise, signal, (int signal), (signal))
SEND (int, kill, signal, (pid_t process, int signal), (process, signal))
SEND (int, killpg, signal, (pid_t group, int signal), (group, signal))
SEND (int, tgkill, signal, (pid_t process, pid_t thread, int signal),
      (process, thread, signal))
SEND (int, pthread_kill, signal, (pthread_t thread, int signal),
      (thread, signal))
SEND (int, sigqueue, signal,
      (pid_t process, int signal, const union sigval value),
      (process, signal, value))
SEND (int, pthread_sigqueue, signal,
      (pthread_t thread, int signal, const union sigval value),
      (thread, signal, value))

// A signal that was blocked may become deliverable.
SEND (int, pthread_sigmask, 0, (int how, const sigset_t *new, sigset_t *old),
      (how, new, old))
SEND (int, sigprocmask, 0, (int how, const sigset_t *new, sigset_t *old),
      (how, new, old))

// ---- timers ----------------------------------------------------------------

static int signal_of_interval_timer (int which) {
  switch (which) {
  case ITIMER_REAL:
    return SIGALRM;
  case ITIMER_VIRTUAL:
    return SIGVTALRM;
  case ITIMER_PROF:
    return SIGPROF;
  }
  return 0;
}

SEND (unsigned, alarm, SIGALRM, (unsigned seconds), (seconds))
SEND (useconds_t, ualarm, SIGALRM, (useconds_t first, useconds_t next),
      (first, next))
SEND (int, setitimer, signal_of_interval_timer (which),
      (__itimer_which_t which, const struct itimerval *restrict new,
       struct itimerval *restrict old),
      (which, new, old))

enum { TIMERS = 1024 };

static struct timer {
  timer_t timer;
  int signal;
  struct ft_notification *notification; // or NULL
} timers[TIMERS]; // the last ones that were made
static unsigned timer_count;

static const struct timer *find_timer (timer_t timer) {
  for (unsigned i = timer_count; i && timer_count - i < TIMERS; i--)
    if (timers[(i - 1) % TIMERS].timer == timer)
      return timers + (i - 1) % TIMERS;
  return NULL;
}

static int signal_of_timer (timer_t timer) {
  const struct timer *known = find_timer (timer);
  return known ? known->signal : SIGALRM;
}

// Before 'timer_settime' and 'timer_create', after a scheduling point.
static void set_timer (ft_thread *t, timer_t timer) {
  const struct timer *known = t ? find_timer (timer) : NULL;
  if (known)
    ft_notification_caused (t, known->notification);
}

static int signal_of_event (const struct sigevent *event) {
  if (!event)
    return SIGALRM;
  return event->sigev_notify == SIGEV_SIGNAL ||
                 event->sigev_notify == SIGEV_THREAD_ID
             ? event->sigev_signo
             : 0;
}

FT_EXPORT int timer_create (clockid_t clock, struct sigevent *restrict event,
                            timer_t *restrict timer) {
  ft_thread *t = ft_wrapper_enter ();
  struct sigevent own = event ? *event : (struct sigevent){0};
  struct ft_notification *n = ft_notification_new (t, event ? &own : NULL);
  int error =
      FT_REAL_OF (timer_create) (clock, n ? &own : event, timer);
  if (!error && t)
    timers[timer_count++ % TIMERS] =
        (struct timer){*timer, signal_of_event (event), n};
  return error;
}

FT_EXPORT int timer_settime (timer_t timer, int flags,
                             const struct itimerspec *restrict new,
                             struct itimerspec *restrict old) {
  ft_thread *t = ft_wrapper_enter ();
  ft_channel_send_any (t);
  ft_signal_sent (t, signal_of_timer (timer));
  set_timer (t, timer);
  int result = FT_REAL_OF (timer_settime) (timer, flags, new, old);
  if (t)
    ft_scheduling_point (t);
  return result;
}
