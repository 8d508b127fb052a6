// Parts of the variables of a trace, for filters that several threads share:
// each looks at the accesses of its own variables.  Neighbouring variables are
// in one part, so that the parts' shadow memories have few pages in common.

#ifndef FT_ORDER_VARIABLE_PART_H
#define FT_ORDER_VARIABLE_PART_H

#include "base/ids.h"

enum { FT_VARIABLE_PART_BITS = 6 };

typedef struct ft_variable_part {
  uint32_t index, count; // the part of this index, of so many
} ft_variable_part;

#define FT_ALL_VARIABLES ((ft_variable_part){0, 1})

// The part of a variable, of 'count'.
static inline uint32_t ft_variable_part_of (ft_id variable, uint32_t count) {
  uint32_t hash = (variable >> FT_VARIABLE_PART_BITS) * 0x9E3779B1u;
  return (uint32_t)((uint64_t)hash * count >> 32);
}

static inline bool ft_variable_part_has (ft_variable_part part,
                                         ft_id variable) {
  return ft_variable_part_of (variable, part.count) == part.index;
}

#endif
