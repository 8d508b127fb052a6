// What a program does, read off the grammar of its trace: which pieces of the
// trace come how often.  Linear in the grammar, whatever the length of the
// trace.
//
// Each event belongs to one rule: the lowest that makes it.  So the events of
// all rules add up to the trace, as the self times of a profiler do.

#ifndef FT_GRAMMAR_PROFILE_H
#define FT_GRAMMAR_PROFILE_H

#include "trace/census.h"
#include "format/slp.h"

// A rule, with the events that are its own.
typedef struct ft_profile_row {
  uint32_t rule;
  uint64_t times;  // that it occurs in the trace
  uint64_t events; // of its own, in all of these; repeated ones alone
} ft_profile_row;

typedef struct ft_profile {
  uint64_t *rules, *terminals;    // owned: how often each occurs in the trace
  FT_STACK (ft_profile_row) rows; // those that repeat, most events first
} ft_profile;

// Of a grammar that was checked.
void ft_profile_init (ft_profile *, const ft_slp *);
void ft_profile_release (ft_profile *);

// Counts all events of the trace.
void ft_profile_census (const ft_profile *, const ft_slp *, ft_census *);

// The locations of a rule's own events, in their order, each once, the unknown
// one left out; 'most' at most.  How many.
size_t ft_profile_locations (const ft_slp *, uint32_t rule, ft_id *to,
                             size_t most);

#endif
