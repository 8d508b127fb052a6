// Signals: handlers of the program run at stopping places of its threads, so
// that a handler is a call between two events.

#ifndef FT_RECORD_SIGNALS_H
#define FT_RECORD_SIGNALS_H

#include "record/thread.h"

void ft_signals_start (void);
// Runs the handlers of signals that came meanwhile.  With the baton.
void ft_signals_deliver (ft_thread *);
// The thread has left for a call: the same, before the call begins.
void ft_signals_absent (ft_thread *);
// Whether there are any to deliver.
bool ft_signals_wait (const ft_thread *);
// Whether the program has a handler for a signal that may come by itself.
bool ft_signals_handled (void);

#endif
