// A folded line is a range of steps of one thread; a thread only repeats its
// recorded events, so that they need not be listed.  A long range is one line.
// In a short one each step has a line, except for steps that only compute.  In
// the last lines, which explain the race, each synchronisation step has a line
// of its own.

#ifndef FT_REPORT_FOLD_H
#define FT_REPORT_FOLD_H

#include "base/stack.h"
#include "trace/trace.h"
#include "witness/witness.h"

// One line: the steps [from, to) of a schedule.
typedef struct ft_fold_line {
  size_t from, to;
} ft_fold_line;

typedef FT_STACK (ft_fold_line) ft_fold;

// The lines of the steps from 'prefix' on, in order.  The caller releases the
// list.
ft_fold ft_fold_schedule (const ft_trace *, const ft_witness *, size_t prefix);

// Whether the event only computes values and stands at no line of the program.
bool ft_fold_is_silent (const ft_event *);

// The lines of the same steps, one for each step.
ft_fold ft_fold_nothing (const ft_witness *, size_t prefix);

#endif
