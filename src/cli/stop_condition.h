// The conditions that end a long command early: an interrupt, or a memory limit
// about to be reached.

#ifndef FT_CLI_STOP_CONDITION_H
#define FT_CLI_STOP_CONDITION_H

#include "report/racy.h"

// Batches that a pipeline has under way at most ('order/parallel_filters.c').
enum { FT_STOP_AHEAD = 6, FT_STOP_CHECKS = 2 * FT_STOP_AHEAD + 2 };

typedef struct ft_stop_condition {
  const volatile int *caught;       // the signal, see 'interrupt.h'
  uint64_t limit;                   // bytes; 0: none
  uint64_t used;                    // bytes at the last check
  uint64_t earlier[FT_STOP_CHECKS]; // bytes at the last 'window' checks
  unsigned window, checks;
} ft_stop_condition;

// Catches interrupts from now on.  'threads': that read and process events.
void ft_stop_condition_init (ft_stop_condition *, uint64_t limit,
                             unsigned threads);

// Whether to stop.  Must be called before each batch of events.  Memory is
// assumed to grow as much by the batches that are under way as in the last ones
// of twice their number: which of these were processed at a call is not known.
enum ft_racy_stop ft_stop_condition_check (ft_stop_condition *);

#endif
