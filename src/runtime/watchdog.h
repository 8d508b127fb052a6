// The watchdog: a thread of the runtime that takes the token from a thread that
// sleeps in a call without a wrapper or spins without records, and ends a
// replay that waits too long.

#ifndef FT_RUNTIME_WATCHDOG_H
#define FT_RUNTIME_WATCHDOG_H

void ft_watchdog_start (void); // no effect when it runs already
void ft_watchdog_after_fork (void);

#endif
