// The accesses of the terminals of a grammar, and the races between them.

#ifndef FT_GRAMMAR_SLP_ACCESS_H
#define FT_GRAMMAR_SLP_ACCESS_H

#include "format/slp.h"
#include "order/race_check.h"
#include "order/location_pair.h"

// An access by a terminal to one variable.  Its local time is unused, and the
// locks held are set only where they count.
typedef struct ft_slp_access {
  ft_access access;
  ft_id variable;
  ft_id location_id; // see 'location_pair.h'
  uint32_t terminal;
} ft_slp_access;

typedef struct ft_slp_accesses {
  FT_STACK (ft_slp_access) list;
  FT_STACK (uint32_t) begin; // by terminal, and one more: its first access
  uint32_t variables;        // greater than the ids of all variables
  uint32_t threads;          // greater than the ids of all terminals' threads
} ft_slp_accesses;

// 'location_ids' may be shared with other lists of pairs.
void ft_slp_accesses_init (ft_slp_accesses *, const ft_slp *, const ft_tables *,
                           ft_location_ids *location_ids);
void ft_slp_accesses_release (ft_slp_accesses *);

// Number of pairs of accesses whose location pair is remembered; a power of
// two.
enum { FT_SLP_RECENT = 64 };

// Collects the races.  A race that is found in a rule happens at each use of
// the rule, the earliest one at its first use.
typedef struct ft_slp_races {
  const ft_slp *slp;               // borrowed
  const ft_slp_accesses *accesses; // borrowed
  ft_location_pairs pairs;         // instances are lower bounds, and at most
                                   // INT64_MAX
  FT_STACK (struct ft_slp_use {
    uint64_t first; // position of the first use of the rule
    uint64_t times; // number of its uses in the trace, at most UINT64_MAX
  })
  uses; // by rule
  FT_STACK (uint64_t)
  earliest; // by pair: the least position of a second event
  struct ft_slp_recent {
    uint32_t a, b; // accesses
    uint32_t pair; // index of their location pair plus one; 0: none
  } recent[FT_SLP_RECENT];
} ft_slp_races;

void ft_slp_races_init (ft_slp_races *, const ft_slp *,
                        const ft_slp_accesses *);
void ft_slp_races_release (ft_slp_races *);

// The access 'a' at the 'first' event of a rule races with 'b' at the 'second'.
void ft_slp_races_add (ft_slp_races *, uint32_t rule, uint32_t a,
                       uint64_t first, uint32_t b, uint64_t second);

#endif
