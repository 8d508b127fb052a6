// The harm of a race: what its accesses did to memory in the run.  A freed
// block or a pointer that changes under a reader ends in a crash; a counter
// that loses a step, or a write of the value that was there, mostly does not.

#ifndef FT_REPORT_HARM_H
#define FT_REPORT_HARM_H

#include "results/results.h"
#include "trace/trace.h"

// From the greatest to the least.
//     harm, its name in JSON
#define FT_HARMS(H)                                                            \
  H (FREE, "free")       /* an access frees the memory */                      \
  H (POINTER, "pointer") /* a write changes an address */                      \
  H (VALUE, "value")     /* a write changes the value, as far as is known */   \
  H (COUNTER, "counter") /* the writes add or subtract one */                  \
  H (SAME,                                                                     \
     "same") /* the writes write the value that was there, or the same one */

enum ft_harm {
#define H(NAME, text) FT_HARM_##NAME,
  FT_HARMS (H)
#undef H
};

const char *ft_harm_name (enum ft_harm);

// Finds the harm of each race, in one pass over the trace, into 'harms', which
// has an element per race.
void ft_harms_find (const ft_trace *, const ft_results *, uint8_t *harms);

// The value that an event writes or returns, if the trace has it.
bool ft_harm_new_value (const ft_trace *, const ft_event *, uint64_t *value);

// The value of the bytes before a write in the run, if the trace has it.
bool ft_harm_old_value (const ft_trace *, ft_id event, uint64_t *old);

// Whether an event is a write of the value that was there in the run.
bool ft_harm_is_same (const ft_trace *, ft_id event);

// Whether both accesses write the same value, so that their order does not
// matter.
bool ft_harm_writes_equal (const ft_trace *, const ft_race *);

#endif
