// Signals: handlers of the program run at scheduling points of its threads, so
// that a handler is a call between two events.

#ifndef FT_RUNTIME_SIGNALS_H
#define FT_RUNTIME_SIGNALS_H

#include <signal.h>
#include <ucontext.h>

#include "runtime/thread.h"

enum { FT_SIGNAL_COUNT = 64 };

// The handler that the kernel calls.
void ft_signals_handler (int signal, siginfo_t *, void *context);
// Calls the program's handler from within 'ft_signals_handler', with the signal
// mask that the program set for it.
void ft_signals_call_handler (const struct sigaction *, siginfo_t *,
                              ucontext_t *);

// Runs the handlers of pending signals.  With the token.
void ft_signals_deliver (ft_thread *);
// The same for a thread that has given the token away for a blocking call, and
// has not begun the call.  Sets its 'call_interrupted'.
void ft_signals_deliver_in_kernel (ft_thread *);
// In place of a call in the kernel that a signal of the program's own interrupts,
// if this is one: waits until the signal comes, and runs the handler.  The signal
// may be earlier than the call, which would then wait for another one.  False if
// the call is to be made.
bool ft_signals_await (ft_thread *);
// A signal of the recording comes again: it is pending, unless the thread blocks
// it or has no handler for it.  'flags' are those of the input.
bool ft_signals_come_again (ft_thread *, const siginfo_t *, unsigned flags);
// Whether another process sent the signal, or the kernel did, for a timer or a
// child, say: a replay has it from the recording.
bool ft_signal_is_from_outside (const siginfo_t *);
// Whether signals are pending.
bool ft_signals_are_pending (const ft_thread *);

// ---- fatal signals ---------------------------------------------------------

// A signal that the program does not handle ends the process: completes the
// files and sets the default action.  When the caller, the handler, returns,
// the signal occurs again: core dump and wait status are as without the
// runtime.
void ft_fatal_signal (siginfo_t *);

#endif
