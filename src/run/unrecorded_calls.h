// Calls without records: when each of them was in uninstrumented code.
//
// The record behind a call says whether it went to a recorded function, which
// then enters.  Else it is a call without records, from its CALL record on up to
// the next record of the caller's code; in between are records of what it calls
// that the runtime interposes (locks, allocations), and of recorded functions
// that it calls back.
//
// One thread runs at a time, so that what the call does is done right behind
// the CALL record, and, if other threads ran meanwhile, right behind each record
// inside it and before the record that ends it.  These are its moments.  If
// the first of these records are a wrapper's, of what the function reads, the
// first moment is behind them and not behind the CALL: the wrapper makes them
// right before the call or right behind it, and no other thread runs in between.
// So what they name is read as by any access of the program, and the order that
// is assumed of the call is not one of these reads.
//
// Reads of the C library's own variables are moments of their thread as well,
// and so are accesses of the program to memory of streams.
//
// Cost: a look-up for each call; eight bytes for each moment.  Of calls in a row
// that do no more than look at the same states, the first and the last count.

#ifndef FT_RUN_UNRECORDED_CALLS_H
#define FT_RUN_UNRECORDED_CALLS_H

#include "run/call_effect.h"
#include "run/run_reader.h"

typedef struct ft_unrecorded_calls ft_unrecorded_calls;

// What is read behind the last record of a thread: memory that uninstrumented
// code may reach, or whatever the thread has done.
enum ft_last_record { FT_LAST_NONE, FT_LAST_REACHED, FT_LAST_ANY };

enum { FT_REVEALS_WRITE = 1, FT_REVEALS_EVERYTHING };

// The moments of all calls of a run that do anything (see 'call_effect.h').
typedef struct ft_call_moments {
  ft_call_effects effects;
  ft_map behind; // by tick ('ft_tick_number') of the record that comes first:
  ft_map before; // by that of the record that comes next: numbers of effects
  ft_map inside; // by that of a CALL whose first moment is behind a wrapper's
                 // record: the number of its effect
  ft_map last; // by tick of the last record of a thread before others read:
               // enum ft_last_record
  ft_map reveals; // by tick of a read that reveals a write without a record,
                  // or of a look at everything: FT_REVEALS_...
  uint64_t count;
  uint64_t reading; // that read memory without a record
  // States that are changed and looked at while there is more than one thread,
  // and those to which arguments are kept.
  uint64_t changed, looked, kept;
  FT_STACK (bool) fillers; // by thread: it makes calls of known effect that may
                           // write memory
  bool forked;    // a call may have made another process
  bool callbacks; // a call may have called a function without records
  bool writers; // calls of unknown effect may change memory that they do not
                // get: some callee has a name, or is of uninstrumented code
} ft_call_moments;

void ft_call_moments_release (ft_call_moments *);

// The moments go to the second argument, which is borrowed.
ft_unrecorded_calls *ft_unrecorded_calls_new (const ft_run_code *,
                                              ft_call_moments *);
void ft_unrecorded_calls_free (ft_unrecorded_calls *);

// To be called with each record.
void ft_unrecorded_calls_record (ft_unrecorded_calls *, const ft_run_record *);

// The accesses of the record reveal a write without a record, whose writer is
// unknown: all that other threads have done so far may be its cause.  To be
// called behind 'ft_unrecorded_calls_record'.
void ft_unrecorded_calls_reveal (ft_unrecorded_calls *);
// The record stands for a look at all that other threads have done so far and
// have not done yet.  To be called behind 'ft_unrecorded_calls_record'.
void ft_unrecorded_calls_look (ft_unrecorded_calls *, const ft_run_record *);

// The linker's name of the function that a CALL site calls, "" if unknown.
const char *ft_call_site_callee (const ft_run_record *);

#endif
