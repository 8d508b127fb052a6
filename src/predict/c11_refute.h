// Which refutations say that no correct reordering has a race as C11 defines
// it (docs/internals/memory-model.md).

#ifndef FT_PREDICT_C11_REFUTE_H
#define FT_PREDICT_C11_REFUTE_H

#include "candidate/pairs.h"
#include "predict/c11_way.h"

// The instances of a pair of locations that are left to ask about: all others are
// impossible.
typedef struct ft_c11_left {
  ft_pair *list;  // owned; by distance
  uint32_t count; // 0: not known, or more than FT_C11_LEFT
} ft_c11_left;

enum { FT_C11_LEFT = 64 };

// What clocks show of single instances ('certify/ideal.h').
typedef struct ft_c11_clocks {
  const ft_ideals *needed;  // by what every reordering needs: which ones of pairs that are
                            // not refuted are impossible; NULL: none
  const ft_ideals *happens; // which ones have no race, whatever else races, since one
                            // access always happens before the other; NULL: none
} ft_c11_clocks;

// Sets hold[i] for each refuted race i of the recorded paths whose refutation is
// one under C11, and clears it for the others.  Those that have it set before
// hold in any case ('predict/always_ordered.h').  All pairs of the trace that
// conflict must be among the results, but those that fork and join or a common
// lock order.
//
// ways[i] is set for each pair: what is in its way, if it is refuted and does not
// hold; none if that is not known.  losing[e] is set, unless 'losing' is NULL, for each
// read that may return what does not happen before it where some pair races that does
// not hold ('predict/c11_without.h').
//
// 'relaxed': the refutations are those of the models in which reads may return other
// values, too.
//
// False if this took too long: nothing else holds then.
bool ft_c11_refute (const ft_facts *, ft_c11_clocks, const ft_results *, bool relaxed,
                    bool *hold, ft_c11_way *ways, ft_c11_left *left, bool *losing);
void ft_c11_left_release (ft_c11_left *, size_t count);

#endif
