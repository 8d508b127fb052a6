// Loads recorded runs: directories that the runtime wrote (src/runtime/wire.h)
// become a trace, and facts of single events beside the trace.
//
// The logs of the threads, merged by the schedule, are the total order of the
// run.  Two passes: the first one finds the memory that more than one thread
// uses; accesses to other memory are left out of the trace, since no race and
// no read of another thread's value can involve them (their reads and writes
// are of one thread, in program order, in every reordering).

#ifndef FT_LOAD_LOAD_H
#define FT_LOAD_LOAD_H

#include <stdbool.h>

#include "base/deadline.h"
#include "base/error.h"
#include "base/progress.h"
#include "format/reader.h"
#include "run/variables.h"
#include "symex/reexecution_stats.h"
#include "trace/notes.h"
#include "trace/tables.h"
#include "trace/trace.h"

typedef struct ft_load ft_load; // a run being read

ft_load *ft_load_open (const char *path, ft_error *);

// With a deadline for the first pass: code 68 if there was not enough time.
ft_load *ft_load_open_bounded (const char *path, const ft_deadline *,
                               ft_progress_callback, ft_error *);
void ft_load_free (ft_load *);

// The result of the first pass, which the load needs no more, for another load
// of the same run; NULL if that is to make its own, as with alternative paths.
ft_shared *ft_load_take_shared (ft_load *);

// With that result; the caller still owns '*shared', which is empty until
// 'ft_load_return_shared', to be called before the load is freed.
ft_load *ft_load_open_again (const char *path, ft_shared *shared, ft_error *);
void ft_load_return_shared (ft_load *, ft_shared *shared);

// Read the records that are left, without events, while 'step' returns true.
bool ft_load_skip_to_end (ft_load *,
                          bool (*step) (void *, const ft_run_record *),
                          void *context, ft_error *);

// The next event of the trace, as 'ft_reader_next', which calls this.
int ft_load_next (ft_load *, ft_tables *, ft_event *, ft_notes *, ft_error *);

// Whether events of the current record are still to come, whose details may be
// in the tables by now.
bool ft_load_is_mid_record (const ft_load *);

// To be called before the first event, by callers that do not keep the results
// of re-execution: alternative paths, or all of them.
void ft_load_skip_altpaths (ft_load *);
void ft_load_skip_reexecution (ft_load *);

// The greatest number of words of a recording whose alternative paths are
// followed: 2^21, or, for tests, FT_ALTPATH_WORDS in the environment.
uint64_t ft_load_altpath_words (void);

double ft_load_progress (const ft_load *);

// The work of re-execution so far.
ft_reexecution_stats ft_load_reexecuted (const ft_load *);

// The tick of the record of an event.
typedef struct ft_tick {
  uint32_t thread; // number in the run: thread-N
  uint64_t word;   // offset in its log
} ft_tick;

ft_tick ft_load_tick (const ft_load *);

// The ticks of events of a trace that was read from the run 'path'; 'events'
// ascend.  A pass over the run finds them unless the trace keeps them, as
// 'ft_trace_read' does up to FT_MOST_TICKS.
bool ft_load_ticks (const char *path, const ft_trace *, const ft_pos *events,
                    size_t count, ft_tick *ticks, ft_error *);

enum { FT_MOST_TICKS = 1 << 22 }; // 64 MiB

// ---- other uses of a run ---------------------------------------------------

// With 'all', accesses to memory that one thread uses are events, too.
// Verdicts are the same; tests compare them.
ft_load *ft_load_open_all (const char *path, bool all, ft_error *);

// The same without re-execution: the events of records and no others.
ft_load *ft_load_open_records (const char *path, bool all, ft_error *);

// The events of records and of calls without records, without re-execution,
// which computes all that the program computes: a fraction of the time.  Two
// accesses that such events do not order are not ordered by those of
// 'ft_load_open': what a call may read and write is anything here.  But for the uses of
// addresses that were given back, which nothing else shows.  Compared on random
// programs by tests/cli/test_load_orders.sh.
ft_load *ft_load_open_order (const char *path, ft_error *);

// A callback after each record, whether it has events or not.  'target' is the
// target of the record's event if that is no access.
typedef void ft_load_watch (void *context, ft_load *, const ft_run_record *,
                            ft_id target);
void ft_load_set_watch (ft_load *, ft_load_watch *, void *context);

// The record of the last event, and the bytes that it accesses.
const ft_run_record *ft_load_record (const ft_load *);
uint64_t ft_load_access_range (const ft_load *, uint64_t *bytes);

const ft_run *ft_load_run (const ft_load *);
ft_variables *ft_load_variables (const ft_load *);
const ft_run_reader *ft_load_run_reader (const ft_load *);

#endif
