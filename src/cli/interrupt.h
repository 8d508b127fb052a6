// Ctrl-C: the first interrupt asks the search to stop, so that its results so
// far can be reported; the second one ends the program at once and removes
// unfinished files.

#ifndef FT_CLI_INTERRUPT_H
#define FT_CLI_INTERRUPT_H

// Catches interrupts (SIGINT, SIGTERM) from now on.  The variable that is
// returned becomes the number of the signal.
const volatile int *ft_interrupt_catch (void);

#endif
