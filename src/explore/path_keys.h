// Ways that a program takes with its input: keys by which they are known in
// other runs.
//
// A way is the conditions on the input that the branches up to one of them
// made, and which writes of other threads its thread had read by then: after
// other writes the same input may lead elsewhere.

#ifndef FT_EXPLORE_PATH_KEYS_H
#define FT_EXPLORE_PATH_KEYS_H

#include "explore/concolic.h"

typedef struct ft_path_keys {
  ft_concolic *concolic;
  size_t branches, pins;    // the first of them: longer ways are known by
                            // their beginnings
  FT_STACK (uint64_t) seen; // by branch: what its thread had read
} ft_path_keys;

void ft_path_keys_init (ft_path_keys *, const ft_trace *);
void ft_path_keys_release (ft_path_keys *);

// To a branch, which comes out as it did, or turned.
uint64_t ft_path_keys_branch (const ft_path_keys *, size_t branch, bool turned);

// To a pin, which has a value.
uint64_t ft_path_keys_concretized (const ft_path_keys *, size_t pin, uint64_t value);

#endif
