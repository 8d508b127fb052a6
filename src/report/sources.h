// Facts of a recorded run about the accesses that a report shows, beyond
// the trace: stacks, variables, allocations, where locks came from.

#ifndef FT_REPORT_SOURCES_H
#define FT_REPORT_SOURCES_H

#include "base/strbuf.h"
#include "report/report.h"
#include "load/describe.h"

typedef struct ft_sources ft_sources;

struct ft_sources {
  FT_STACK (ft_pos) events; // ascending
  ft_descriptions known;    // parallel to 'events'
  ft_strbuf plain;          // shared libraries that foretrace-cc did not build,
                            // separated by ", "
  bool replayable; // the run knows its program; a process that another one
                   // made does not, since no plan can lead there
  struct ft_source_states *states; // owned; see 'source_state.h'
};

// Of all races (or, unless 'all', of those that are not refuted) and deadlocks
// of the report, and, unless 'steps' is 0, of the last 'steps' events of their
// schedules and of all forks.  NULL for traces that are no recorded runs; what
// cannot be read is left out with a warning, since the report is right without
// it.
ft_sources *ft_sources_new (const ft_report *, bool all);
void ft_sources_free (ft_sources *);

// NULL when nothing is known; 'sources' may be NULL.
const ft_description *ft_sources_at (const ft_sources *, ft_id event);

// Of a thread of the runtime; NULL when nothing is known.
const ft_creation *ft_sources_thread (const ft_sources *, uint32_t thread);

// The innermost frame that is not in a header of the system, or else the
// innermost.
size_t ft_sources_own_frame (const ft_backtrace *);

#endif
