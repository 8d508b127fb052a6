// The conditions that end a long command early: an interrupt, or a memory limit
// about to be reached.

#ifndef FT_CLI_STOP_CONDITION_H
#define FT_CLI_STOP_CONDITION_H

#include "report/racy.h"

typedef struct ft_stop_condition {
  const volatile int *caught; // the signal, see 'interrupt.h'
  uint64_t limit;             // bytes; 0: none
  uint64_t used;              // bytes at the last check
} ft_stop_condition;

// Catches interrupts from now on.
void ft_stop_condition_init (ft_stop_condition *, uint64_t limit);

// Whether to stop.  Must be called every few thousand events: memory is assumed
// to grow as much until the next call as since the last one.
enum ft_racy_stop ft_stop_condition_check (ft_stop_condition *);

#endif
