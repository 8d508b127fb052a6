// A picture: the choice of the events of a run that the page draws for a
// finding.
//
// Runs and witnesses may have millions of events, of which a person looks at
// some dozens: the racing accesses, the locks held there, other accesses of the
// variable, reads that changed and their sources, the last synchronisation of
// the threads, the last steps of the schedule.  The number of events is bounded
// for any trace, and so is the time, except for one pass over the schedule. The
// code that draws the picture counts the events that are left out.  Events that
// only compute are neither shown nor counted.

#ifndef FT_REPORT_HTML_PICTURE_H
#define FT_REPORT_HTML_PICTURE_H

#include "report/finding.h"
#include "trace/index.h"

enum { FT_PICTURE_MOST = 120 }; // events, without the other ends of sections

typedef struct ft_picture ft_picture;

struct ft_picture {
  const ft_trace *trace; // borrowed
  const ft_index *index; // borrowed
  ft_id *step; // owned; per event its position in the schedule, or FT_NO_ID
  // Owned; the number of earlier events that only compute: per event of the
  // trace and for its end; and per event of the schedule.
  ft_id *quiet, *quiet_step;
  ft_id quiet_end;         // the same number at the end of the schedule
  ft_finding finding;      // a copy; without events before the first choice
  FT_STACK (ft_id) events; // the events of the picture, ascending
};

void ft_picture_init (ft_picture *, const ft_trace *, const ft_index *);
void ft_picture_release (ft_picture *);

// The schedule of a finding; NULL unless it is certified.
const ft_witness *ft_picture_witness (const ft_finding *);

// Chooses the events of a finding.  The data of the finding must exist until
// the next choice or the release.
void ft_picture_choose (ft_picture *, const ft_finding *);

// The read source in the recorded run or, if 'replayed', in the witness.
// FT_NO_ID: there is no earlier write, or it is too far away.
ft_id ft_picture_writer (const ft_picture *, ft_id read, bool replayed);

#endif
