// Signal actions: those of the program, and those that the kernel gets instead.

#ifndef FT_RUNTIME_DISPOSITIONS_H
#define FT_RUNTIME_DISPOSITIONS_H

#include "runtime/signals.h"

// When recording begins: signals that would end the program pass through the
// runtime.
void ft_dispositions_start (void);
// The program's action for a signal that has arrived; applies SA_RESETHAND.
struct sigaction ft_disposition_now (int signal);
// Whether the program has a handler for this signal.
bool ft_disposition_is_handler (int signal);
// Whether the program has a handler for a signal other than a fault or abort.
bool ft_disposition_any (void);
// Sets the default action of a signal in the kernel.
void ft_disposition_default (int signal);

#endif
