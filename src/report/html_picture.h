// Which events of a run a picture of a finding shows.
//
// Runs and witnesses may have millions of events, of which a person looks at
// some dozens: the racing accesses, the locks held there, other accesses of
// the variable, reads that changed and what they read, how the threads
// synchronised last, the last steps of the schedule.  The number is bounded
// whatever the trace, and so is the time but for one pass over the schedule;
// what is left out is counted by who draws.  Events that only compute are
// never shown nor counted.

#ifndef FT_REPORT_HTML_PICTURE_H
#define FT_REPORT_HTML_PICTURE_H

#include "report/finding.h"
#include "trace/index.h"

enum { FT_PICTURE_MOST = 120 }; // events, but for the other ends of sections

typedef struct ft_picture ft_picture;

struct ft_picture {
  const ft_trace *trace; // borrowed
  const ft_index *index; // borrowed
  ft_id *step; // owned; per event its place in the schedule, or FT_NO_ID
  // Owned; how many events that only compute come before: in the trace, to its
  // end, and, of an event of the schedule, there.
  ft_id *quiet, *quiet_step;
  ft_id quiet_end; // in the schedule, to its end
  ft_finding finding; // a copy; with no events before the first
  FT_STACK (ft_id) events;   // that are shown, ascending
};

void ft_picture_init (ft_picture *, const ft_trace *, const ft_index *);
void ft_picture_release (ft_picture *);

// The schedule of a finding; NULL unless it is certified.
const ft_witness *ft_picture_witness (const ft_finding *);

// Chooses the events of one finding after another; what the finding points to
// stays until the next one or the release.
void ft_picture_choose (ft_picture *, const ft_finding *);

// The event whose write a read returned, in the recorded run or, if 'replayed',
// in the witness.  FT_NO_ID: none before it, or it is too far away to look.
ft_id ft_picture_writer (const ft_picture *, ft_id read, bool replayed);

#endif
