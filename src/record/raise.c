// Sending signals: one that a thread sends to itself is handled before the
// call returns, as POSIX has it for raise.

#include <signal.h>

#include "record/core.h"
#include "record/shadow.h"

// The signal has arrived, if it was for the caller: it waits for a stop.
#define SEND(name, parameters, arguments)                                      \
  FT_EXPORT int name parameters {                                              \
    ft_thread *t = ft_here ();                                                 \
    if (t)                                                                     \
      ft_checkpoint (t);                                                       \
    int result = FT_REAL_OF (name) arguments;                                  \
    if (t)                                                                     \
      ft_checkpoint (t);                                                       \
    return result;                                                             \
  }

SEND (raise, (int signal), (signal))
SEND (kill, (pid_t process, int signal), (process, signal))
SEND (pthread_kill, (pthread_t thread, int signal), (thread, signal))
SEND (sigqueue, (pid_t process, int signal, const union sigval value),
      (process, signal, value))
SEND (pthread_sigqueue,
      (pthread_t thread, int signal, const union sigval value),
      (thread, signal, value))

// A signal that was blocked may arrive now.
SEND (pthread_sigmask, (int how, const sigset_t *new, sigset_t *old),
      (how, new, old))
SEND (sigprocmask, (int how, const sigset_t *new, sigset_t *old),
      (how, new, old))
