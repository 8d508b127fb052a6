// The interface of re-execution: the loader shows it each record of a run, and
// it returns the events that the record's code adds and what the record's own
// events depend on ('symex/exec/reexecute.h').
//
// Where an object of the run has no code, the events say nothing of dependence,
// and every read is taken to matter.

#ifndef FT_SYMEX_STEP_H
#define FT_SYMEX_STEP_H

#include "run/run_access.h"
#include "symex/environment.h"

// An event of the record's thread beside those of the record: what it computes,
// the branches that it took.  Thread and location are filled in by the reader.
typedef struct ft_step_event {
  ft_event event;
  ft_id site;       // what it is at, FT_NO_ID if unknown
  uint64_t address; // of a side: what it accesses
  uint32_t call;    // of a side: the call in which it is, FT_NO_ID: none
  uint32_t left;    // of a side: frames of the run that it has returned from
} ft_step_event;

// A call on a side.
typedef struct ft_step_call {
  ft_id site;     // of the call
  uint32_t outer; // the call in which it is, FT_NO_ID: none
  const ft_run_function *callee;
} ft_step_call;

typedef FT_STACK (ft_step_event) ft_step_events;

// A byte of an access whose bytes are events of their own.
typedef struct ft_step_byte {
  bool valued, share; // as of 'ft_step_dependence'
  uint8_t value;
  ft_detail detail;
} ft_step_byte;

typedef struct ft_step_dependence {
  bool known; // 'detail' says what its value and its address depend on
  bool share; // events are to come of it, and of all later accesses to its
              // memory, although one thread alone uses it
  ft_detail detail;
  bool split; // each byte is an event: 'first' and so on in 'bytes'
  uint32_t first, count;
} ft_step_dependence;

// What the thread would do after one of the branches among 'before' if that
// came out otherwise.
typedef struct ft_step_altpath {
  uint32_t number; // of the sides of the run; those in it have greater ones
  uint32_t outer;  // the side that has the branch, FT_NO_ID: the run has it
  uint32_t branch; // in 'before', or in the events of 'outer'
  uint64_t outcome;
  uint32_t first, count; // in 'sides'
  uint32_t joined;       // how many of them come before the two sides meet, if
                         // they do; UINT32_MAX: they cannot
} ft_step_altpath;

// The thread has come to where a side meets the one that it took.
typedef struct ft_step_merge {
  uint32_t side;         // its number
  uint32_t at;           // the side replaces all events up to this many of
                         // 'before', or of the events of its outer one
  uint32_t first, count; // in 'sides': how it ends
} ft_step_merge;

typedef struct ft_step_context {
  // Given.
  const ft_run_record *record;
  const ft_run_access *touches;
  int count;
  enum ft_traced kept[2];
  ft_tables *tables;
  ft_environment *environment; // NULL: nothing is known of memory
  // To be filled in: events before those of the record and after them, and
  // what its accesses depend on.
  ft_step_events before, after;
  ft_step_dependence touch[2];
  FT_STACK (ft_step_byte) bytes;
  ft_step_events sides; // events of sides that were not taken
  FT_STACK (ft_step_altpath) side_list;
  FT_STACK (ft_step_call) calls;
  FT_STACK (ft_step_merge) joins;
  bool loose; // such code was given what is not known: it may be any address
  bool free_known; // what is freed depends on no read that is not pinned
} ft_step_context;

#endif
