// Sets of the values that an event may have over all schedules: a few words, or any.
//
// A set only grows, so that a computation which adds to sets until none changes comes
// to an end.  Values beyond FT_MOST_VALUES make it the set of all words.  A value that
// nobody knows is in no set: nothing can depend on it ('witness/value_model.c').

#ifndef FT_CERTIFY_VALUE_SET_H
#define FT_CERTIFY_VALUE_SET_H

#include "base/stack.h"

#include <stdbool.h>
#include <stdint.h>

enum { FT_MOST_VALUES = 16 };

typedef struct ft_value_set {
  uint32_t begin; // of its words in the pool
  uint8_t count;
  bool any;   // all words; 'count' is of no meaning then
  bool right; // the event may do what it did in the trace, known or not
} ft_value_set;

// The words of many sets.
typedef struct ft_value_pool {
  FT_STACK (uint64_t) words;
  bool widens; // a set that grows becomes the set of all words
} ft_value_pool;

// Adds a word, or all words; returns whether the set grew.
bool ft_value_set_add (ft_value_pool *, ft_value_set *, uint64_t word);
bool ft_value_set_add_any (ft_value_set *);

bool ft_value_set_has (const ft_value_pool *, const ft_value_set *,
                       uint64_t word);

#endif
