// The end of the process by a signal that the program does not handle.

#ifndef FT_RUNTIME_FATAL_H
#define FT_RUNTIME_FATAL_H

#include <signal.h>

// Completes the files.  When the caller, the handler, returns, the signal has
// its default action: core dump and wait status are what they would be.
void ft_fatal_signal (siginfo_t *);

#endif
