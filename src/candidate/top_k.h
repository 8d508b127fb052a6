// The k closest pairs of a candidate, while it is listed.

#ifndef FT_CANDIDATE_TOP_K_H
#define FT_CANDIDATE_TOP_K_H

#include "candidate/pairs.h"

// Ascending by distance, then position.
typedef struct ft_top_k {
  ft_pair *pairs; // owned
  uint32_t size;
} ft_top_k;

// Less than 0 if 'a' is closer than 'b'.
int ft_pair_compare (const ft_pair *a, const ft_pair *b);

static inline ft_id ft_pair_distance (const ft_pair *p) {
  return p->second - p->first;
}

// Keeps the pair if it is among the FT_INSTANCES closest.  Returns whether it
// is.
bool ft_top_k_add (ft_top_k *, const ft_pair *);

// Appends the pairs that are not there yet while there is room.  Releases
// 'more'.
void ft_top_k_merge (ft_top_k *, ft_top_k *more);

#endif
