// Timers that send signals.

#ifndef FT_RUNTIME_TIMERS_H
#define FT_RUNTIME_TIMERS_H

// A replay ends: the timers that the program has set by then begin.
void ft_timers_begin (void);

#endif
