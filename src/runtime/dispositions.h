// What the program set for each signal, and what the kernel is told instead.

#ifndef FT_RUNTIME_DISPOSITIONS_H
#define FT_RUNTIME_DISPOSITIONS_H

#include "runtime/signals.h"

// At the begin: fatal signals pass through the runtime.
void ft_dispositions_start (void);
// For a signal that has arrived; SA_RESETHAND takes effect.
struct sigaction ft_disposition_now (int signal);
// Whether the program has a handler for a signal that may come by itself.
bool ft_disposition_any (void);
// Gives a signal back to the kernel, with its default action.
void ft_disposition_default (int signal);

#endif
