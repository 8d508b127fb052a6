// Path keys: digests by which the paths that a program takes with its input are
// recognised in other runs.
//
// A path key covers the conditions on the input of the branches up to one
// branch, and the writes of other threads that its thread has read by then:
// after other writes the same input may lead elsewhere.

#ifndef FT_EXPLORE_PATH_KEYS_H
#define FT_EXPLORE_PATH_KEYS_H

#include "explore/concolic.h"

typedef struct ft_path_keys {
  ft_concolic *concolic;
  size_t branches, concretized; // the numbers considered: only the first ones
                                // of a long path
  FT_STACK (uint64_t)
  seen; // by branch: digest of the writes its thread has read
} ft_path_keys;

void ft_path_keys_init (ft_path_keys *, const ft_trace *);
void ft_path_keys_release (ft_path_keys *);

// The key of the path to a branch, with its outcome as in the run or flipped.
uint64_t ft_path_keys_branch (const ft_path_keys *, size_t branch,
                              bool flipped);

// The key of the path to a concretized value, with the value that it has.
uint64_t ft_path_keys_concretized (const ft_path_keys *, size_t concretized,
                                   uint64_t value);

#endif
