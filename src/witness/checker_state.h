// The state of a schedule that the checker runs.  Every part is stamped with
// the number of the run that set it, so that starting a run costs nothing: a
// part with an older stamp counts as untouched.

#ifndef FT_WITNESS_CHECKER_STATE_H
#define FT_WITNESS_CHECKER_STATE_H

#include "base/ranges.h"
#include "witness/checker.h"
#include "trace/altpath_unfold.h"
#include "witness/recorded.h"

// A read that returns something else than it did in the trace.
typedef struct ft_wrong_read {
  ft_id read;            // FT_NO_ID: there is none
  ft_id found, recorded; // the writes that it reads from, in the schedule and
                         // in the trace; both FT_NO_ID: the value is unknown
} ft_wrong_read;

#define FT_NO_WRONG_READ ((ft_wrong_read){FT_NO_ID, FT_NO_ID, FT_NO_ID})

typedef struct ft_checker_thread {
  uint64_t stamp;
  ft_id done; // events done; with paths, the local position of the
              // next event of its path, FT_NO_ID: unknown
  bool flips; // the branch at hand was flipped to 'successor'
  ft_id successor;
  ft_wrong_read wrong;        // some wrong read of the thread
  bool fixed; // data flow: what it computes from now on may be from that read
  ft_id arrival;              // number of its last arrival at a barrier
  ft_id awaits;               // condition of the wait that it is in, or FT_NO_ID
  size_t signals, broadcasts; // on its condition when it began to wait
} ft_checker_thread;

typedef struct ft_checker_lock {
  uint64_t stamp;
  ft_tid holder; // exclusively, or FT_NO_ID
  ft_id readers;
  uint64_t reader_sum; // of their thread ids: the id of a single reader
} ft_checker_lock;

typedef struct ft_checker_variable {
  uint64_t stamp;
  bool freed;
  ft_id writer[8]; // last write of each byte, or FT_NO_ID
} ft_checker_variable;

typedef struct ft_checker_object {
  uint64_t stamp;
  ft_id arrivals, barrier_events; // at the barrier so far; all its events
  int64_t count;                  // of the semaphore
  bool counted; // it was made in the run, before any other use
  size_t broadcasts;
  // Per signal: the first signal from this one on that no wake has used, with
  // path compression.
  FT_STACK (size_t) signals;
} ft_checker_object;

typedef struct ft_checker_local {
  uint64_t stamp;
  ft_wrong_read wrong; // a wrong read that its value was computed from
  bool known; // value model: 'value' is its value, as in the trace or not
  uint64_t value;
  ft_id def; // the event that defined it
} ft_checker_local;

typedef struct ft_checker_values ft_checker_values;

struct ft_checker {
  ft_recorded facts;
  const ft_trace *trace;
  uint64_t run; // the current stamp
  ft_strbuf *why;
  ft_checker_thread *threads;
  ft_checker_lock *locks;
  ft_checker_variable *variables;
  ft_checker_object *objects;
  ft_checker_local *locals;
  uint64_t *spoiled; // per event: stamp of the run in which it was an exchange
                     // that left another value than in the trace
  enum ft_model model;       // of the current run
  ft_ranges live; // blocks of this run: the events that allocated them
  bool overlaps;  // the run was refused because two of them would overlap
  ft_wrong_read renewed; // the run was refused because this read may return a new
                         // pointer, which 'found' has written behind the free
  struct ft_happens_before *after; // made for the first run under c11
  bool c11;                        // the current run is one
  // Under rc11: the witness of the current run, else NULL, and by read its
  // place in the 'reads' of it.
  const ft_witness *graph;
  ft_map stale;
  ft_checker_values *values; // made for the first run that is not mcm

  // For a checker of paths, which checks an unfolded trace (see 'paths.c').
  const ft_unfolding *paths; // borrowed; NULL for other checkers
  uint64_t *ran;             // per event: stamp of the last run that had it
  FT_STACK (ft_flipped_branch) flipped; // in this run
  // The checker of paths to which another checker passes a witness of the path
  // model; both owned, made when needed.
  ft_unfolding *unfolding;
  ft_checker *on_paths;
};

// The state of a thread, a lock, ... in the current run.
ft_checker_thread *ft_checker_thread_now (ft_checker *, ft_tid);
ft_checker_lock *ft_checker_lock_now (ft_checker *, ft_id);
ft_checker_variable *ft_checker_variable_now (ft_checker *, ft_id);
ft_checker_object *ft_checker_object_now (ft_checker *, ft_id);

// Whether the current run has done the event.
bool ft_checker_did (ft_checker *, ft_id event);

// Writes the reason of a refusal into 'why', and returns false.
bool ft_refuse (ft_checker *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// An event in words, "event 12 (T2 read x)"; long names are cut.
typedef struct ft_phrase {
  char text[160];
} ft_phrase;

ft_phrase ft_describe (const ft_trace *, ft_id event);

// Rule 2 for locks, for objects and for memory: whether the event may be done
// now (false with the reason), and its effect.
bool ft_lock_allows (ft_checker *, ft_id event);
void ft_lock_do (ft_checker *, ft_id event);
bool ft_object_allows (ft_checker *, ft_id event);
void ft_object_do (ft_checker *, ft_id event);
bool ft_memory_allows (ft_checker *, ft_id event); // accesses and FREE
void ft_memory_do (ft_checker *, ft_id event);
// The value that a write of the run leaves; false if it is not known.
bool ft_memory_left (const ft_checker *, ft_id write, uint64_t *value);
bool ft_block_allows (ft_checker *, ft_id event); // ALLOC
void ft_block_do (ft_checker *, ft_id event);     // ALLOC and FREE

// Rule 3: whether all reads that matter to the event returned their recorded
// values.  The value of a racing access is free.
bool ft_needs_hold (ft_checker *, ft_id event, bool racing);
// A wrong read that matters to the event.
ft_wrong_read ft_needs_wrong (ft_checker *, const ft_event *, bool racing);

// The same as 'ft_needs_hold', 'ft_needs_note' and 'ft_memory_left' under the value model
// ('value_model.c'); 'ft_checker_values_note' also computes what a write
// leaves.
bool ft_checker_values_hold (ft_checker *, ft_id event, bool racing);
bool ft_checker_values_note (ft_checker *, ft_id event);
bool ft_checker_values_left (const ft_checker *, ft_id write, uint64_t *value);
void ft_checker_values_prepare (ft_checker *);
void ft_checker_values_free (ft_checker_values *);

// The path model ('paths.c').
// Flips the branch at hand; false if the trace has no alternative path for this
// outcome.
bool ft_paths_flip (ft_checker *, ft_id branch, uint64_t outcome);
// Moves the thread of the event on to the next event of its path.
void ft_paths_step (ft_checker *, ft_id event);
// Checks the witness on the unfolded trace.
bool ft_paths_accept (ft_checker *, const ft_witness *, ft_strbuf *why);
void ft_paths_free (ft_checker *);

// Refuses an event that depends on a wrong read; returns false.
bool ft_refuse_wrong_read (ft_checker *, ft_wrong_read, ft_id dependent);

// A deadlock: whether the blocked acquires can form one, whatever the schedule,
// and whether each waits for the thread of the next one at its end.
bool ft_blocked_fits (ft_checker *, const ft_witness *);
bool ft_blocked_waits (ft_checker *, const ft_witness *);

// Whether the event is one before which its thread waits now, for something that
// the trace shows whole.
bool ft_blocked_now (ft_checker *, ft_id event);

// Whether the event may be done now by the rules of its kind (rule 2).
bool ft_kind_allows (ft_checker *, ft_id event);

// A failure: whether the event of the witness is one, whatever the schedule, and
// whether its end has what makes it fail.
bool ft_failure_fits (ft_checker *, const ft_witness *);
bool ft_failure_is_freed (ft_checker *, const ft_witness *);

// Notes a wrong read, and the wrong reads that locals are computed from.  False
// for a wrong read of an atomic read-modify-write without operator, whose write
// depends on it.
bool ft_needs_note (ft_checker *, ft_id event);

// A pass over a schedule that was run, for the flow of data alone: a wrong read is
// one that the caller says is wrong.  Notes the wrong reads that locals and writes are
// computed from, 'own' the event's own one.
void ft_needs_flow (ft_checker *, ft_id event, ft_wrong_read own);

// Whether the event is an exchange of the run (see 'ft_exchange_of').
bool ft_checker_exchanges (const ft_checker *, const ft_event *);

// The entry of the current witness for what the read returns; NULL: the read
// returns the last write.
const ft_read_from *ft_checker_read_from (const ft_checker *, ft_id read);

// The write that the read returns the byte of, or FT_NO_ID.
ft_id ft_checker_writer (ft_checker *, ft_id read, int byte);

// Whether a read returns its recorded value; if not, the wrong read.
bool ft_memory_reads_right (ft_checker *, ft_id read, ft_wrong_read *);

#endif
