// The interface of re-execution: 'load' gives it each record of a run, and
// re-execution returns the events that the record's code adds and the
// dependences of the record's own events ('symex/exec/reexecute.h').
//
// Where an object of the run has no code, its events have no dependences, and
// every read is taken to matter.

#ifndef FT_SYMEX_STEP_H
#define FT_SYMEX_STEP_H

#include "run/run_access.h"
#include "symex/environment.h"

// An event of the record's thread beside those of the record: a computation, a
// branch, or an event of an alternative path.  'load' sets thread and location.
typedef struct ft_step_event {
  ft_event event;
  ft_id site; // where the code is, FT_NO_ID if unknown
  // For an event of an alternative path:
  uint64_t address; // address of the access
  uint32_t call;    // the innermost call of the path, FT_NO_ID: none
  uint32_t left;    // recorded frames from which the path has returned
} ft_step_event;

// A call on an alternative path.
typedef struct ft_step_call {
  ft_id site;     // of the call
  uint32_t outer; // the enclosing call of the path, FT_NO_ID: none
  const ft_run_function *callee;
} ft_step_call;

typedef FT_STACK (ft_step_event) ft_step_events;

// One byte of an access whose bytes are events of their own.
typedef struct ft_step_byte {
  bool valued, share; // as of 'ft_step_dependence'
  uint8_t value;
  ft_detail detail;
} ft_step_byte;

typedef struct ft_step_dependence {
  bool known; // 'detail' says what its value and its address depend on
  bool share; // this access and all later ones to its memory become events,
              // although one thread alone uses the memory
  ft_detail detail;
  bool split;            // each byte is an event of its own:
  uint32_t first, count; // in 'bytes' of the context
} ft_step_dependence;

// An alternative path: what the thread would do after a branch with another
// outcome.
typedef struct ft_step_altpath {
  uint32_t number; // in the run; nested paths have greater numbers
  uint32_t outer;  // number of the path with the branch, FT_NO_ID: the run
  bool behind;     // the branch is in 'after'; else
  uint32_t branch; // its index there, or in 'before' or the events of 'outer'
  uint64_t outcome;
  uint32_t first, count; // events, in 'altpath_events'
  uint32_t merged;       // number of events before the merge point, if it is
                         // reached; UINT32_MAX: there is none
} ft_step_altpath;

// How an alternative path comes back to the one that it left.
enum ft_step_merging {
  FT_STEP_MERGES,     // at its merge point
  FT_STEP_ENDS,       // at the end of the thread, with all of its events
  FT_STEP_STAYS_AWAY, // not at all, although it has merged
};

// The recorded path has reached the merge point with an alternative path, or the end
// of its thread.
typedef struct ft_step_merge {
  uint32_t altpath;      // its number
  enum ft_step_merging how;
  uint32_t at;           // the path replaces the events from its branch up to
                         // this index of 'before', or of its outer path
  uint32_t first, count; // its last events, in 'altpath_events', which set the
                         // values that differ
} ft_step_merge;

typedef struct ft_step_context {
  // Input.
  const ft_run_record *record;
  const ft_run_access *accesses; // of the record
  int count;                     // of 'accesses'
  enum ft_traced traced[2];      // parallel to 'accesses'
  ft_tables *tables;
  ft_environment *environment; // NULL: nothing is known of memory
  // Output: events before and after those of the record, and the dependences of
  // its accesses.
  ft_step_events before, after;
  ft_step_dependence dependence[2]; // parallel to 'accesses'
  FT_STACK (ft_step_byte) bytes;
  ft_step_events altpath_events;
  FT_STACK (ft_step_altpath) altpaths;
  FT_STACK (ft_step_call) calls;
  FT_STACK (ft_step_merge) merges;
  bool unknown_escaped; // an unknown value was passed to uninstrumented code,
                        // which may be any address
  bool free_known;      // the freed address depends on concretized reads alone
} ft_step_context;

#endif
