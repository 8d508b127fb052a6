// What a schedule changes compared with the recorded run: orders that it
// reverses, and events that it leaves out.
//
// Of the reversed orders only neighbours are listed: sections that follow each
// other on their lock, and a conflicting access with the write, or the reads,
// that it follows.  If none of these is reversed, nothing is.  Linear in the
// schedule and the trace before the pair.

#ifndef FT_PREDICT_CHANGES_H
#define FT_PREDICT_CHANGES_H

#include "trace/index.h"
#include "witness/witness.h"

typedef struct ft_swap {
  ft_id first, second; // in the schedule; recorded the other way round:
                       // acquires of sections, or accesses
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
