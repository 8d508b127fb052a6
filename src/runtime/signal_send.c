// Sending signals.  A signal that a thread sends to itself is handled before
// the call returns, as POSIX demands of raise.  Setting a timer that sends a
// signal later counts as sending the signal (timers.c).

#include <signal.h>
#include <unistd.h>

#include "runtime/happens_before.h"
#include "runtime/libc_access.h"
#include "runtime/process_ids.h"

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
SEND (int, kill, signal, (pid_t process, int signal),
      (ft_id_real (process), signal))
SEND (int, killpg, signal, (pid_t group, int signal),
      (ft_id_real (group), signal))
SEND (int, tgkill, signal, (pid_t process, pid_t thread, int signal),
      (ft_id_real (process), ft_id_real (thread), signal))
SEND (int, pthread_kill, signal, (pthread_t thread, int signal),
      (thread, signal))
SEND (int, sigqueue, signal,
      (pid_t process, int signal, const union sigval value),
      (ft_id_real (process), signal, value))
SEND (int, pthread_sigqueue, signal,
      (pthread_t thread, int signal, const union sigval value),
      (thread, signal, value))

// A signal that was blocked may become deliverable.
SEND (int, pthread_sigmask, 0, (int how, const sigset_t *new, sigset_t *old),
      (how, new, old))
SEND (int, sigprocmask, 0, (int how, const sigset_t *new, sigset_t *old),
      (how, new, old))
