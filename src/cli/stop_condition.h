// What may end a long command before its time: an interrupt, or a limit on
// memory that is about to be reached.

#ifndef FT_CLI_STOP_CONDITION_H
#define FT_CLI_STOP_CONDITION_H

#include "report/racy.h"

typedef struct ft_stop_condition {
  const volatile int *caught; // signal, see 'interrupt.h'
  uint64_t limit;             // bytes; 0: none
  uint64_t used;              // when last looked at
} ft_stop_condition;

// Catches interrupts from now on.
void ft_stop_condition_init (ft_stop_condition *, uint64_t limit);

// Whether to stop.  To be called every few thousand events, since memory is
// taken to grow about as much until the next call as since the last one.
enum ft_racy_stop ft_stop_condition_check (ft_stop_condition *);

#endif
