// Leaving and coming back, for the core.

#ifndef FT_RECORD_EXTERNAL_H
#define FT_RECORD_EXTERNAL_H

#include "runtime/thread.h"

void ft_external_leave (ft_thread *);
void ft_external_return (ft_thread *);
// Enters the gate as the thread that has the baton: takes it back first when
// the watchdog gave it away.
void ft_gate_enter_holding (ft_thread *);
// Returns and says so in the log.
void ft_external_over (ft_thread *);

#endif
