// Which events of a witness have the values that they had in the recorded run.
//
// A read has if the last write of its variable is the same event in both runs,
// covers its bytes and has its value; a write if all earlier reads of its
// thread have.  What is said to be so is so; where bytes of a variable are
// written one by one it may be so and not be said.  One pass over the trace,
// and one over the schedule of each witness.

#ifndef FT_REPORT_HTML_VALUES_H
#define FT_REPORT_HTML_VALUES_H

#include "trace/index.h"
#include "witness/witness.h"

typedef struct ft_same_values ft_same_values;

ft_same_values *ft_same_values_new (const ft_trace *, const ft_index *);
void ft_same_values_free (ft_same_values *);

// Looks at a witness; then asks of an access in its schedule.
void ft_same_values_of (ft_same_values *, const ft_witness *);
bool ft_same_values_has (const ft_same_values *, ft_id event);

#endif
