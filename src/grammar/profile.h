// The profile of a program, from the grammar of its trace: how often each piece
// of the trace occurs.  Linear in the grammar, whatever the length of the
// trace.
//
// Each event belongs to one rule, the lowest one that contains it.  So the
// events of all rules add up to the trace, as the self times of a profiler do.

#ifndef FT_GRAMMAR_PROFILE_H
#define FT_GRAMMAR_PROFILE_H

#include "trace/census.h"
#include "format/slp.h"

// A rule, with the events that are its own.
typedef struct ft_profile_row {
  uint32_t rule;
  uint64_t times;  // number of its occurrences in the trace
  uint64_t events; // own events in all occurrences; only of terminals that
                   // repeat
} ft_profile_row;

typedef struct ft_profile {
  uint64_t *rules, *terminals;    // owned: occurrences of each in the trace
  FT_STACK (ft_profile_row) rows; // of the rules that repeat, most events first
} ft_profile;

// The grammar must have been checked.
void ft_profile_init (ft_profile *, const ft_slp *);
void ft_profile_release (ft_profile *);

// Counts all events of the trace.
void ft_profile_census (const ft_profile *, const ft_slp *, ft_census *);

// Writes to 'to' the locations of a rule's own events, in their order, each
// once, without the unknown one, 'most' at most.  Returns their number.
size_t ft_profile_locations (const ft_slp *, uint32_t rule, ft_id *to,
                             size_t most);

#endif
