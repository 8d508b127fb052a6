// Handlers of synchronous signals: they run where the signal came, which may
// be between a check and the words that follow it, so what they do is not part
// of the log.

#ifndef FT_RUNTIME_FAULT_H
#define FT_RUNTIME_FAULT_H

#include <ucontext.h>

#include "runtime/thread.h"

bool ft_is_fault (const siginfo_t *);       // the instruction's own doing
bool ft_is_synchronous_signal (const siginfo_t *); // or abort()

void ft_handle_fault (ft_thread *, const struct sigaction *, siginfo_t *,
               ucontext_t *);

#endif
