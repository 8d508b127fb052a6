// sigaction and related functions.  The kernel gets 'ft_signals_handler' for
// signals that the program handles, and for those that would end it; the
// program only sees the actions that it set itself.

#include <errno.h>

#include "runtime/happens_before.h"
#include "runtime/dispositions.h"
#include "runtime/sync_state.h"
#include "runtime/start.h"

static struct sigaction actions[FT_SIGNAL_COUNT + 1]; // actions of the program
static bool has_our_handler[FT_SIGNAL_COUNT + 1]; // the kernel has our handler

static const unsigned char fatal[] = {
    SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGSYS,    SIGTRAP,
    SIGTERM, SIGINT,  SIGHUP,  SIGQUIT, SIGPIPE, SIGALRM,   SIGUSR1,
    SIGUSR2, SIGXCPU, SIGXFSZ, SIGPROF, SIGPOLL, SIGVTALRM,
};

static bool is_fatal (int signal) {
  for (unsigned i = 0; i < sizeof fatal; i++)
    if (fatal[i] == signal)
      return true;
  return false;
}

static int set_kernel_action (int signal, const struct sigaction *new,
                              struct sigaction *old) {
  return FT_REAL_OF (sigaction) (signal, new, old);
}

static int install (int signal, const struct sigaction *wanted) {
  struct sigaction own = {.sa_sigaction = ft_signals_handler};
  own.sa_flags =
      SA_SIGINFO | (wanted->sa_flags &
                    (SA_RESTART | SA_ONSTACK | SA_NOCLDSTOP | SA_NOCLDWAIT));
  if (wanted->sa_handler == SIG_DFL)
    own.sa_flags |= SA_ONSTACK | SA_RESTART;
  sigfillset (&own.sa_mask);
  has_our_handler[signal] = true;
  return set_kernel_action (signal, &own, NULL);
}

static int change (int signal, const struct sigaction *new) {
  bool is_plain = new->sa_handler == SIG_IGN ||
                  (new->sa_handler == SIG_DFL && !is_fatal (signal));
  actions[signal] = *new;
  if (!is_plain)
    return install (signal, new);
  has_our_handler[signal] = false;
  return set_kernel_action (signal, new, NULL);
}

void ft_dispositions_start (void) {
  for (unsigned i = 0; i < sizeof fatal; i++) {
    struct sigaction now;
    if (set_kernel_action (fatal[i], NULL, &now) == 0 &&
        now.sa_handler == SIG_DFL)
      change (fatal[i], &now);
  }
}

struct sigaction ft_disposition_now (int signal) {
  struct sigaction action = actions[signal];
  if (action.sa_flags & SA_RESETHAND && action.sa_handler != SIG_DFL) {
    struct sigaction normal = {.sa_handler = SIG_DFL};
    change (signal, &normal);
  }
  return action;
}

bool ft_disposition_is_handler (int signal) {
  return has_our_handler[signal] && actions[signal].sa_handler != SIG_DFL &&
         actions[signal].sa_handler != SIG_IGN;
}

bool ft_disposition_any (void) {
  for (int i = 1; i <= FT_SIGNAL_COUNT; i++)
    if (has_our_handler[i] && actions[i].sa_handler != SIG_DFL &&
        i != SIGSEGV && i != SIGBUS && i != SIGFPE && i != SIGILL &&
        i != SIGABRT)
      return true;
  return false;
}

void ft_disposition_default (int signal) {
  struct sigaction normal = {.sa_handler = SIG_DFL};
  has_our_handler[signal] = false;
  set_kernel_action (signal, &normal, NULL);
}

static bool is_managed (int signal) {
  ft_start ();
  return ft_is_recording && signal >= 1 && signal <= FT_SIGNAL_COUNT &&
         signal != SIGKILL && signal != SIGSTOP &&
         (signal < 32 || signal >= SIGRTMIN);
}

// Setting a handler happens before each call of the handler.
static void order_before_handler (int signal) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return;
  ft_scheduling_point (t);
  ft_signal_sent (t, signal);
}

FT_EXPORT int sigaction (int signal, const struct sigaction *new,
                         struct sigaction *old) {
  if (!is_managed (signal))
    return set_kernel_action (signal, new, old);
  struct sigaction wanted, before = actions[signal];
  if (new) {
    wanted = *new;
    order_before_handler (signal);
  }
  if (!has_our_handler[signal] && set_kernel_action (signal, NULL, &before))
    return -1;
  if (new &&change (signal, &wanted))
    return -1;
  if (old)
    *old = before;
  return 0;
}

typedef void (*handler) (int);

static handler set_handler (int signal, handler wanted, int flags) {
  struct sigaction new = {.sa_handler = wanted, .sa_flags = flags}, old;
  if (wanted == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return sigaction (signal, &new, &old) ? SIG_ERR : old.sa_handler;
}

static bool interrupts[FT_SIGNAL_COUNT + 1]; // set by siginterrupt

static int restart_flag (int signal) {
  bool is_signal = signal >= 1 && signal <= FT_SIGNAL_COUNT;
  return is_signal && interrupts[signal] ? 0 : SA_RESTART;
}

#define SIGNAL(name)                                                           \
  handler name (int, handler);                                                 \
  FT_EXPORT handler name (int s, handler wanted) {                             \
    return set_handler (s, wanted, restart_flag (s));                          \
  }
#define SYSV_SIGNAL(name)                                                      \
  handler name (int, handler);                                                 \
  FT_EXPORT handler name (int s, handler wanted) {                             \
    return set_handler (s, wanted, SA_RESETHAND | SA_NODEFER);                 \
  }

SIGNAL (signal)
SIGNAL (ssignal)
SIGNAL (bsd_signal)
SYSV_SIGNAL (sysv_signal)
SYSV_SIGNAL (__sysv_signal)

FT_EXPORT int siginterrupt (int signal, int interrupt) {
  struct sigaction action;
  if (sigaction (signal, NULL, &action))
    return -1;
  interrupts[signal] = interrupt;
  action.sa_flags &= ~SA_RESTART;
  action.sa_flags |= interrupt ? 0 : SA_RESTART;
  return sigaction (signal, &action, NULL);
}
