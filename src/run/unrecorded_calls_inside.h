// The inside of calls without records (see 'unrecorded_calls.h'):
//
//   unrecorded_calls.c   what each record is to them
//   open_calls.c         calls that are not over, and the records inside
//   call_moments.c       moments, and what they add up to
//   library_variables.c  accesses to variables and streams of the C library

#ifndef FT_RUN_UNRECORDED_CALLS_INSIDE_H
#define FT_RUN_UNRECORDED_CALLS_INSIDE_H

#include "run/stream_memory.h"
#include "run/uninstrumented.h"
#include "run/unrecorded_calls.h"

#define FT_NO_TICK UINT64_MAX

// A call that is not over.
typedef struct ft_open_call {
  uint64_t tick;   // of the CALL
  uint32_t effect; // its number
  uint64_t turn;   // of its last moment
  size_t callback; // frames of the function that it has called back, or 0
  bool begins;     // the next record decides where it goes
  bool starts;     // it is the thread's start function
  uint32_t site;   // of the CALL
  uint64_t frame;  // of the start function, if it is recorded; or 0
  uint64_t read;   // the wrapper's last record, behind which the first moment
                   // will be, or FT_NO_TICK
  bool records;    // there were records inside
  bool entered;    // a recorded function was called back
} ft_open_call;

typedef FT_STACK (ft_open_call) ft_open_calls;

// What a CALL site says of its callee; borrowed.
typedef struct ft_callee_name {
  const char *source, *linkage;
  bool own; // uninstrumented code of the program defines it
} ft_callee_name;

// The last of several moments in a row with the same effect.
typedef struct ft_last_look {
  ft_map *map; // NULL: it is in the map already
  uint64_t tick, turn;
  uint32_t effect;
} ft_last_look;

struct ft_unrecorded_calls {
  ft_call_moments *moments;
  const ft_run_code *code;
  bool concurrent;      // a thread was created
  bool reads_variables; // of the C library, somewhere
  uint64_t states;      // that calls of the program may share
  uint32_t heap;        // effect of an allocation, or 0
  uint32_t closing;     // effect of closing a descriptor
  ft_last_look look;
  ft_map defined; // functions that uninstrumented code of the program defines
  FT_STACK (uint32_t) effects;     // by site: numbers, 0: not asked
  FT_STACK (ft_callee_name) names; // by site
  FT_STACK (uint64_t) looks;       // by site: the states that its variable is a
                                   // part of; see library_variables.c
  ft_stream_memory streams;
  FT_STACK (ft_open_calls) open; // by stack (ft_run_thread)
  uint32_t thread;          // of the last record
  uint64_t tick;            // of the last record
  uint64_t turn;            // incremented at each switch
  FT_STACK (uint64_t) left; // last ticks of threads that ran since calls read
  FT_STACK (uint64_t) done; // by thread: its last tick since a read revealed a
                            // write, or FT_NO_TICK
};

// ---- moments ---------------------------------------------------------------

// Adds a moment with an effect at a tick of the thread at hand, behind the
// record, before it, or inside a call: 'map' is that of the moments.  Nothing
// if the effect is none.
void ft_moments_add (ft_unrecorded_calls *, ft_map *map, uint32_t effect,
                     uint64_t tick);

// Of looks in a row the first one is added at once, and the last one by this.
void ft_moments_add_last_look (ft_unrecorded_calls *);

// The effect, and what a call does besides because of arguments that earlier
// ones have kept.
uint32_t ft_moments_with_kept (ft_unrecorded_calls *, uint32_t effect);

// A call may read what other threads have written so far; it looks at all that
// they have done, if it does.
void ft_moments_read_now (ft_unrecorded_calls *);
void ft_moments_done_now (ft_unrecorded_calls *, ft_call_effect);

// ---- open calls ------------------------------------------------------------

// The thread makes a CALL record, or starts: a call with the effect is open.
void ft_open_calls_push (ft_unrecorded_calls *, ft_open_calls *,
                         const ft_run_record *, uint32_t effect);

// To be called with each record of the thread, before a call that it makes; and
// behind that if it is an end of a function.
void ft_open_calls_record (ft_unrecorded_calls *, ft_open_calls *,
                           const ft_run_record *);
void ft_open_calls_end_callbacks (ft_unrecorded_calls *, ft_open_calls *,
                                  const ft_run_record *);

// Whether the thread is in a call that makes a stream.
bool ft_open_calls_make_stream (const ft_unrecorded_calls *,
                                const ft_open_calls *);

// No event comes between a wait, its wake and the acquire behind it, nor
// between the arrival at a barrier and the leave.
static inline bool ft_record_is_in_wait (const ft_run_record *r) {
  return r->code == FT_WIRE_WAIT || r->code == FT_WIRE_WAKE ||
         r->code == FT_WIRE_BARRIER_ARRIVE;
}

// ---- variables of the C library
// ----------------------------------------------

// Whether a site of the table names one, or a stream.
bool ft_library_variable_is_named (const ft_sites *);

// The record may be an access to one, or to memory of a stream by a macro of
// <stdio.h>, which the library's functions do not see.
void ft_library_variable_access (ft_unrecorded_calls *, const ft_run_record *);
void ft_library_stream_access (ft_unrecorded_calls *, const ft_run_record *);

#endif
