// Timers that send signals.  Setting one counts as sending the signal.
//
// Their signals are inputs (signals.c).  A replay has them from the recording, so
// that it sets no timer where the recording set one: its signal could interrupt
// a call.  What the program has set begins when the replay is over, and so what it
// finds about timers is recorded as well.

#include "runtime/timers.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/happens_before.h"
#include "runtime/inputs.h"
#include "runtime/libc_access.h"
#include "runtime/notify.h"
#include "runtime/process_ids.h"
#include "runtime/syscall.h"

// ---- of the process ----------------------------------------------------------

enum { KINDS = 3 }; // ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF

static struct {
  bool put_off;
  struct itimerval value;
} interval_timers[KINDS];

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

static int set_interval_timer (int which, const struct itimerval *new,
                               struct itimerval *old) {
  ft_thread *t = ft_wrapper_enter ();
  ft_input_call in;
  struct itimerval before = {0};
  bool again = ft_input_replay (&in, t, FT_WIRE_INPUT_TIMER);
  ft_channel_send_any (t);
  ft_signal_sent (t, signal_of_interval_timer (which));
  int result = (int)in.result;
  if (again) {
    ft_input_copy (&in, &before, sizeof before);
    if (!result && new && which >= 0 && which < KINDS) {
      interval_timers[which].put_off = true;
      interval_timers[which].value = *new;
    }
  } else {
    result = FT_REAL_OF (setitimer) ((__itimer_which_t)which, new, &before);
    ft_input_record (&in, result, &before, result ? 0 : sizeof before);
  }
  if (!result && old)
    *old = before;
  if (t)
    ft_scheduling_point (t);
  return result;
}

FT_EXPORT int setitimer (__itimer_which_t which,
                         const struct itimerval *restrict new,
                         struct itimerval *restrict old) {
  return set_interval_timer ((int)which, new, old);
}

// As the C library does it: what is left of a second counts as one, of less than
// half a second as none, unless it is all.
FT_EXPORT unsigned alarm (unsigned seconds) {
  struct itimerval new = {.it_value = {(time_t)seconds, 0}}, old;
  if (set_interval_timer (ITIMER_REAL, &new, &old))
    return 0;
  bool counts = old.it_value.tv_usec >= 500000 ||
                (!old.it_value.tv_sec && old.it_value.tv_usec);
  return (unsigned)old.it_value.tv_sec + counts;
}

FT_EXPORT useconds_t ualarm (useconds_t first, useconds_t next) {
  struct itimerval old, new = {{next / 1000000, next % 1000000},
                               {first / 1000000, first % 1000000}};
  if (set_interval_timer (ITIMER_REAL, &new, &old))
    return (useconds_t)-1;
  return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}

static int keep_answer (const ft_input_call *in, int result, const void *to,
                        size_t size) {
  ft_input_record (in, result, to, result < 0 ? 0 : size);
  return result;
}

// What it finds changes with time.
#define ASKS(name, parameters, to, ...)                                        \
  FT_EXPORT int name parameters {                                              \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_input_call in;                                                          \
    if (!ft_input_replay (&in, t, FT_WIRE_INPUT_TIMER))                        \
      return keep_answer (&in, FT_REAL_OF (name) (__VA_ARGS__), to,            \
                          (to) ? sizeof *(to) : 0);                            \
    ft_input_copy (&in, to, (to) ? sizeof *(to) : 0);                          \
    return (int)in.result;                                                     \
  }

ASKS (getitimer, (__itimer_which_t which, struct itimerval *to), to, which, to)

// ---- made by timer_create ------------------------------------------------------

enum { TIMERS = 1024 };

static struct timer {
  timer_t timer;
  int signal;
  struct ft_notification *notification; // or NULL
  bool put_off;
  int flags; // of the setting that is put off
  struct itimerspec value;
} timers[TIMERS]; // the last ones that were made
static unsigned timer_count;

static struct timer *find_timer (timer_t timer) {
  for (unsigned i = timer_count; i && timer_count - i < TIMERS; i--)
    if (timers[(i - 1) % TIMERS].timer == timer)
      return timers + (i - 1) % TIMERS;
  return NULL;
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
  if (own.sigev_notify == SIGEV_THREAD_ID)
    own._sigev_un._tid = ft_id_real (own._sigev_un._tid);
  int error = FT_REAL_OF (timer_create) (clock, event ? &own : NULL, timer);
  if (!error && t)
    timers[timer_count++ % TIMERS] =
        (struct timer){.timer = *timer,
                       .signal = signal_of_event (event),
                       .notification = n};
  return error;
}

// A timer that notifies by threads is set in a replay, too.
static int settle (ft_thread *t, timer_t timer, int flags,
                   const struct itimerspec *new, struct itimerspec *before) {
  ft_input_call in;
  struct timer *known = find_timer (timer);
  bool is_kept = known && known->signal;
  bool again = is_kept && ft_input_replay (&in, t, FT_WIRE_INPUT_TIMER);
  ft_channel_send_any (t);
  ft_signal_sent (t, known ? known->signal : SIGALRM);
  if (t && known)
    ft_notification_caused (t, known->notification);
  if (!again) {
    int result = FT_REAL_OF (timer_settime) (timer, flags, new, before);
    if (is_kept)
      ft_input_record (&in, result, before, result ? 0 : sizeof *before);
    return result;
  }
  ft_input_copy (&in, before, sizeof *before);
  if (!in.result) {
    known->put_off = true;
    known->flags = flags;
    known->value = *new;
  }
  return (int)in.result;
}

FT_EXPORT int timer_settime (timer_t timer, int flags,
                             const struct itimerspec *restrict new,
                             struct itimerspec *restrict old) {
  ft_thread *t = ft_wrapper_enter ();
  struct itimerspec before = {0};
  int result = settle (t, timer, flags, new, &before);
  if (!result && old)
    *old = before;
  if (t)
    ft_scheduling_point (t);
  return result;
}

FT_EXPORT int timer_delete (timer_t timer) {
  struct timer *known = find_timer (timer);
  if (known)
    *known = (struct timer){.timer = (timer_t)-1};
  return FT_REAL_OF (timer_delete) (timer);
}

ASKS (timer_gettime, (timer_t timer, struct itimerspec *to), to, timer, to)
ASKS (timer_getoverrun, (timer_t timer), (char *)NULL, timer)

// ---- the end of a replay -----------------------------------------------------------

// With the scheduler lock.  The C library has timers that send signals under the
// numbers of the kernel.
void ft_timers_begin (void) {
  for (int i = 0; i < KINDS; i++)
    if (interval_timers[i].put_off)
      FT_SYSCALL (setitimer, i, &interval_timers[i].value, 0, 0, 0, 0);
  for (unsigned i = 0; i < TIMERS; i++)
    if (timers[i].put_off)
      FT_SYSCALL (timer_settime, (int)(intptr_t)timers[i].timer,
                  timers[i].flags, &timers[i].value, 0, 0, 0);
}
