// Sources: facts of a recorded run about the accesses of a report, beyond the
// trace: stacks, variables, allocations, and the creation of locks.

#ifndef FT_REPORT_SOURCES_H
#define FT_REPORT_SOURCES_H

#include "base/strbuf.h"
#include "report/report.h"
#include "load/describe.h"
#include "run/ending.h"
#include "run/run_deadlock.h"

typedef struct ft_sources ft_sources;

struct ft_sources {
  FT_STACK (ft_pos) events; // ascending
  ft_descriptions known;    // parallel to 'events'
  ft_strbuf
      plain; // shared libraries without instrumentation, separated by ", "
  ft_run_deadlock deadlock; // that the run ended in
  ft_run_ending ending;     // or how its process ended
  char *program, *build_id, *schedule; // owned; its path, its build, and the policy of
                                       // the run; NULL: unknown
  uint64_t seed;
  bool replayable;          // the run knows its program; a process that another one made
                   // does not, and cannot be replayed
  struct ft_source_states *states; // owned; see 'source_state.h'
  struct ft_sources_marks *marks;  // owned; see 'ft_sources_line_marks'
};

// Looks up all races (or, unless 'all', those that are not refuted) and
// deadlocks of the report and, unless 'steps' is 0, the last 'steps' events of
// their schedules and all forks.  NULL for a trace that is not a recorded run.
// Facts that cannot be read are left out with a warning, since the report is
// right without them.
ft_sources *ft_sources_new (const ft_report *, bool all);
void ft_sources_free (ft_sources *);

// The facts about an event; NULL if nothing is known.  'sources' may be NULL.
const ft_description *ft_sources_at (const ft_sources *, ft_id event);

// The marks of the run's lines, read when they are first asked for; NULL: not known.
const struct ft_line_marks *ft_sources_line_marks (const ft_report *);

// The creation of a thread, by its number in the runtime; NULL if unknown.
const ft_creation *ft_sources_thread (const ft_sources *, uint32_t thread);

// The innermost frame that is not in a system header, or else the innermost
// frame.
size_t ft_sources_own_frame (const ft_backtrace *);

#endif
