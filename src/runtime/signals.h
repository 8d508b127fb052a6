// Signals: handlers of the program run at stopping places of its threads, so
// that a handler is a call between two events.

#ifndef FT_RUNTIME_SIGNALS_H
#define FT_RUNTIME_SIGNALS_H

#include <signal.h>
#include <ucontext.h>

#include "runtime/thread.h"

enum { FT_SIGNAL_COUNT = 64 };

// The handler that the kernel knows.
void ft_signals_handler (int signal, siginfo_t *, void *context);
// Calls a handler on top of an arrived signal, with the mask that it wants.
void ft_signals_call_handler (const struct sigaction *, siginfo_t *, ucontext_t *);

// Runs the handlers of signals that came meanwhile.  With the baton.
void ft_signals_deliver (ft_thread *);
// The thread has left for a call: the same, before the call begins.
void ft_signals_deliver_in_kernel (ft_thread *);
// Whether there are any to deliver.
bool ft_signals_are_pending (const ft_thread *);

// ---- fatal -----------------------------------------------------------------

// The end of the process by a signal that the program does not handle.

// Completes the files.  When the caller, the handler, returns, the signal has
// its default action: core dump and wait status are what they would be.
void ft_fatal_signal (siginfo_t *);

#endif
