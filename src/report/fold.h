// A schedule folded into lines, for reading.
//
// A folded line is some steps in a row of one thread, which are as recorded since
// a thread only ever does what it did.  A long one is a line; a short one is a
// line for each step but those that only compute.  In the last lines, which
// explain the race, each step that synchronises is a line of its own.

#ifndef FT_REPORT_FOLD_H
#define FT_REPORT_FOLD_H

#include "base/stack.h"
#include "trace/trace.h"
#include "witness/witness.h"

// The steps [from, to) of a schedule, which are one line.
typedef struct ft_fold_line {
  size_t from, to;
} ft_fold_line;

typedef FT_STACK (ft_fold_line) ft_fold;

// The lines of the steps from 'prefix' on, in order.  The caller releases.
ft_fold ft_fold_schedule (const ft_trace *, const ft_witness *, size_t prefix);

// What only says how values are computed, at no line of the program.
bool ft_fold_is_silent (const ft_event *);

// A line for each step.
ft_fold ft_fold_nothing (const ft_witness *, size_t prefix);

#endif
