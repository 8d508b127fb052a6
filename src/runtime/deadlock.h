// Nobody can go on.

#ifndef FT_RUNTIME_DEADLOCK_H
#define FT_RUNTIME_DEADLOCK_H

// Gate.  Returns when the process is to hang as it would by itself.
void ft_scheduler_deadlocked (void);

#endif
