// Ctrl-C: the first asks the search to stop, so that what is decided can be
// reported; the second ends the program at once.

#ifndef FT_CLI_INTERRUPT_H
#define FT_CLI_INTERRUPT_H

// From now on, interrupts (SIGINT, SIGTERM) set what is returned to the
// signal's number.
const volatile int *ft_interrupt_catch (void);

// A file to remove if the program is ended by a second interrupt; NULL for
// none.  Borrowed.
void ft_interrupt_removes (const char *path);

#endif
