// Final states of the continuations of a race (final_state.h), by the order of
// its accesses: which values the order decides.
//
// The schedule, the time and the system decide values, too.  The order of the
// race decides one if all continuations of one order leave the same value, and
// none of the other order leaves it.  Values that are not known everywhere are
// the first ones there, and compared as such.

#ifndef FT_REPLAY_STATES_H
#define FT_REPLAY_STATES_H

#include "base/hash.h"
#include "base/strbuf.h"

typedef struct ft_states {
  ft_intern names;
  // By name and continuation: offset of the value in 'values', plus one; 0:
  // unknown.
  FT_STACK (struct ft_states_row { FT_STACK (size_t) values; }) rows;
  FT_STACK (char) values;          // each ends with a zero
  FT_STACK (unsigned char) orders; // by continuation
} ft_states;

void ft_states_release (ft_states *); // (ft_states){0} is empty

// Adds the lines "NAME=VALUE" of a continuation of order 0 or 1.
void ft_states_add (ft_states *, unsigned order, const char *lines);

// The first name, as they were added, of which the order decides the value;
// NULL: there is none.  All continuations of one order leave another value than
// all of the other.
const char *ft_states_first (const ft_states *);

// The first name that has one of two values in all continuations of an order, and the
// other one in all of the other order; NULL: there is none.  'order' is that of the first
// value.
const char *ft_states_opposed (const ft_states *, const char *value,
                               const char *other, unsigned *order);

// Whether the order decides a value.  Adds up to three of them, by order:
// "total = 5, seen = 1".
bool ft_states_decided (const ft_states *, ft_strbuf by_order[2]);

#endif
