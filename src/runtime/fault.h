// Handlers of synchronous signals: they run at the instruction that raised the
// signal, which may be between a check and the words that follow it.  So a
// handler's accesses are not part of the log, which has a GAP instead.

#ifndef FT_RUNTIME_FAULT_H
#define FT_RUNTIME_FAULT_H

#include <ucontext.h>

#include "runtime/thread.h"

bool ft_is_fault (const siginfo_t *);              // raised by an instruction
bool ft_is_synchronous_signal (const siginfo_t *); // a fault, or abort()

// Runs the program's handler.
void ft_handle_fault (ft_thread *, const struct sigaction *, siginfo_t *,
                      ucontext_t *);

#endif
