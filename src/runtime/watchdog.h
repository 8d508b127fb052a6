// A thread of the runtime that takes the baton from a thread that sleeps in a
// call nobody wraps, and keeps a replay from waiting forever.

#ifndef FT_RUNTIME_WATCHDOG_H
#define FT_RUNTIME_WATCHDOG_H

void ft_watchdog_start (void); // does nothing when there is one
void ft_watchdog_after_fork (void);

#endif
