// libforetrace: predicts data races from one recorded run, with schedules.
//
//   char why[256];
//   foretrace_trace *trace = foretrace_open ("run.std", why, sizeof why);
//   foretrace_results *results = foretrace_check (trace, NULL);
//   for (size_t i = 0; i < foretrace_race_count (results); i++)
//     use (foretrace_race_at (results, i));
//   foretrace_results_free (results);
//   foretrace_close (trace);
//
// Link with 'pkg-config --static --libs foretrace'.  The caller of
// 'foretrace_open' and 'foretrace_check' owns the handle that is returned; all
// other pointers are borrowed and valid until their handle is released. Running
// out of memory ends the program.  Different traces may be used by different
// threads, each trace by one thread at a time.  A check may start child
// processes and waits for them.

#ifndef FORETRACE_H
#define FORETRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// "MAJOR.MINOR.PATCH" of the linked library; static.
const char *foretrace_version (void);

typedef struct foretrace_trace foretrace_trace;
typedef struct foretrace_results foretrace_results;

// Read a whole trace: .std, .rr, .jsonl, .ftp or .ftz, text also compressed by
// gzip or zstd, or the directory of a recorded run; "-" is standard input.
// NULL if it cannot be opened or is malformed; then 'why' (of 'size' bytes, may
// be NULL) is the place and the error in one line.  The caller releases the
// result by 'foretrace_close'.
foretrace_trace *foretrace_open (const char *path, char *why, size_t size);
void foretrace_close (foretrace_trace *); // NULL is fine

// The number of events of the trace; positions count them from 0.
uint64_t foretrace_event_count (const foretrace_trace *);

// An event.  Names are those of the trace, in any bytes but NUL, and borrowed
// from the trace.
typedef struct foretrace_access {
  uint64_t event;       // position in the trace
  const char *thread;   // name
  const char *op;       // "read", "write", "acquire", "fork", ...
  const char *target;   // name of the variable, lock, thread; NULL: none
  const char *location; // name; NULL if unknown
} foretrace_access;

// The event at a position of the trace or of a schedule.  Positions from the
// event count on are events of alternative paths, which the run did not take.
foretrace_access foretrace_event_at (const foretrace_trace *,
                                     uint64_t position);

// Models, from the strictest to the most relaxed: in a schedule every read that
// matters returns its recorded value; reads may return other values; threads
// may also take alternative paths (docs/guide/verdicts.md).
typedef enum foretrace_model {
  FORETRACE_ANY_MODEL, // in options: the same as FORETRACE_PATH
  FORETRACE_MCM,
  FORETRACE_VALUE,
  FORETRACE_PATH
} foretrace_model;

// A progress callback: the phase of a check ("indexing", "certifying", ...) and
// its progress in steps of that phase; 'total' is 0 if unknown.  It is called
// on the thread of 'foretrace_check'.  A result other than 0 ends the check,
// and the other candidates are undecided.
typedef int foretrace_progress (void *context, const char *phase, uint64_t done,
                                uint64_t total);

// Limits of a check.  A field that is zero has its default.
typedef struct foretrace_options {
  unsigned jobs;          // solver workers; default: one per processor
  uint32_t window;        // events per window; default: the whole trace
  double timeout_seconds; // per candidate; default 10
  double budget_seconds;  // for the whole check; default 600
  uint64_t memory_bytes;  // per worker; default 4 GiB
  foretrace_model model;  // the most relaxed model to try; default: any
  int all_pairs;          // a finding per pair of events, not of locations
  foretrace_progress *progress; // may be NULL
  void *context;                // first argument of 'progress'
} foretrace_options;

// Look for races and deadlocks.  'options' may be NULL.  Never fails:
// candidates that a limit cuts off are undecided.  The caller releases the
// results by 'foretrace_results_free', before the trace.
foretrace_results *foretrace_check (const foretrace_trace *,
                                    const foretrace_options *);
void foretrace_results_free (foretrace_results *); // NULL is fine

typedef enum foretrace_verdict {
  FORETRACE_UNDECIDED, // a limit stopped the search
  FORETRACE_CERTIFIED, // the checker accepted a schedule that shows the finding
  FORETRACE_REFUTED    // no correct reordering of the trace shows it
} foretrace_verdict;

// A read that returns another value, or a branch that has another outcome, in
// the schedule than in the trace.
typedef struct foretrace_change {
  uint64_t event; // position of the read or the branch
  int is_branch;
  int is_known;   // 'value' is known
  uint64_t value; // value of the read, or outcome of the branch
} foretrace_change;

// A pair of accesses, the earlier one first.
typedef struct foretrace_race {
  foretrace_access access[2];
  const char *variable; // name
  uint64_t instances;   // pairs of events with these two locations
  uint64_t fingerprint; // stable name, independent of positions
  foretrace_verdict verdict;
  foretrace_model model; // of the schedule, or the most relaxed one tried
  const char *reason;    // of another verdict; NULL if certified
  // The positions of the events to execute, in order, until both accesses are
  // the next events of their threads.
  const uint32_t *schedule;
  size_t schedule_size; // 0 unless certified
  const foretrace_change *changes;
  size_t change_count; // 0 under FORETRACE_MCM
} foretrace_race;

// Races in the order of reports: certified, undecided, refuted, each by
// position.  'i' must be less than the count.
size_t foretrace_race_count (const foretrace_results *);
const foretrace_race *foretrace_race_at (const foretrace_results *, size_t i);

// Write the schedule of certified race or deadlock 'i' in the format that
// 'foretrace verify' reads (docs/reference/witness-format.md) to the file
// 'path'.  Returns 0, or -1 and the error in 'why' (of 'size' bytes, may be
// NULL); then no file is left behind.  A finding that is not certified is an
// error.
int foretrace_race_write (const foretrace_results *, size_t i, const char *path,
                          char *why, size_t size);
int foretrace_deadlock_write (const foretrace_results *, size_t i,
                              const char *path, char *why, size_t size);

// A thread that waits for a lock for ever.
typedef struct foretrace_wait {
  foretrace_access acquire;
  const char *lock; // name of the lock that it acquires
} foretrace_wait;

// A cycle of threads, each of which waits for a lock that the next one holds.
typedef struct foretrace_deadlock {
  const foretrace_wait *waits; // in a cycle, the first one in the trace first
  size_t wait_count;           // two at least
  uint64_t instances;          // number of cycles with these locations
  uint64_t fingerprint;        // stable name, independent of positions
  foretrace_verdict verdict;
  const char *reason;       // of another verdict; NULL if certified
  const uint32_t *schedule; // positions, until all threads wait
  size_t schedule_size;     // 0 unless certified
} foretrace_deadlock;

// Deadlocks in the order of reports, like races.  'i' must be less than the
// count.
size_t foretrace_deadlock_count (const foretrace_results *);
const foretrace_deadlock *foretrace_deadlock_at (const foretrace_results *,
                                                 size_t i);

// 1 if all pairs and cycles were examined; 0 if a limit cut the search short,
// so that some may be missing from the results.
int foretrace_is_complete (const foretrace_results *);

#ifdef __cplusplus
}
#endif

#endif
