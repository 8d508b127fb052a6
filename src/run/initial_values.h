// The initial values of globals in a recorded run: what the program's file has
// there, until the first record accesses them.
//
// Cost: a look-up for each access of a global, four bytes for each eight bytes
// of globals that are accessed.

#ifndef FT_RUN_INITIAL_VALUES_H
#define FT_RUN_INITIAL_VALUES_H

#include "run/granules.h"
#include "run/run_code.h"

typedef struct ft_initial_values {
  const ft_run_code *code; // borrowed; NULL: no initial values are known
  ft_granules accessed;    // bytes of each granule, as a mask
  uint64_t first, last;    // bounds of all globals; 'last' 0: not yet known
} ft_initial_values;

void ft_initial_values_release (ft_initial_values *);

// The initial value of bytes of one granule, if it is known and no access of the
// granule came before.
bool ft_initial_values_take (ft_initial_values *, uint64_t address,
                             unsigned bytes, uint64_t *value);

// Bytes are written, with values that are not known.
void ft_initial_values_forget (ft_initial_values *, uint64_t address,
                               uint64_t bytes);

#endif
