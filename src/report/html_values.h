// Finds the events of a witness that have the same values as in the recorded
// run.
//
// A read has the same value if the last write of its variable is the same event
// in both runs, covers its bytes and has the same value; a write has it if all
// earlier reads of its thread have.  The answer is sound but not complete:
// where bytes of a variable are written one by one, an equal value may be
// missed.  Cost: one pass over the trace, and one over the schedule of each
// witness.

#ifndef FT_REPORT_HTML_VALUES_H
#define FT_REPORT_HTML_VALUES_H

#include "trace/index.h"
#include "witness/witness.h"

typedef struct ft_same_values ft_same_values;

ft_same_values *ft_same_values_new (const ft_trace *, const ft_index *);
void ft_same_values_free (ft_same_values *);

// Analyses a witness; then whether an access in its schedule has the same
// value.
void ft_same_values_of (ft_same_values *, const ft_witness *);
bool ft_same_values_has (const ft_same_values *, ft_id event);

#endif
