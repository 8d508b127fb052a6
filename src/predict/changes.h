// The changes of a schedule compared with the recorded run: orders that it
// reverses, and events that it leaves out.
//
// Only reversed neighbours are listed: sections that follow each other on their
// lock, and an access with the conflicting write, or the conflicting reads,
// that it follows.  If no neighbours are reversed, no order is.  Cost: linear
// in the schedule and the trace before the pair.

#ifndef FT_PREDICT_CHANGES_H
#define FT_PREDICT_CHANGES_H

#include "trace/index.h"
#include "witness/witness.h"

typedef struct ft_swap {
  ft_id first, second; // acquires of sections, or accesses, in the order of the
                       // schedule; recorded the other way round
} ft_swap;

typedef struct ft_omission {
  ft_tid thread;
  ft_id first; // of the events left out
  ft_id count; // events left out that were recorded before the second access
} ft_omission;

typedef struct ft_changes {
  FT_STACK (ft_swap) sections, accesses;
  FT_STACK (ft_omission) cuts;
} ft_changes;

void ft_changes_release (ft_changes *); // (ft_changes){0} is empty
void ft_changes_find (const ft_index *, const ft_witness *, ft_changes *);

#endif
