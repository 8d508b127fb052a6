// Ctrl-C: the first asks the search to stop, so that what is decided can be
// reported; the second ends the program at once, without unfinished files.

#ifndef FT_CLI_INTERRUPT_H
#define FT_CLI_INTERRUPT_H

// From now on, interrupts (SIGINT, SIGTERM) set what is returned to the
// signal's number.
const volatile int *ft_interrupt_catch (void);

#endif
