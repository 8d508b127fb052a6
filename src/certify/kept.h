// Kept things: what a question keeps as recorded although not every order has
// to.  They can certify, but not refute.

#ifndef FT_CERTIFY_KEPT_H
#define FT_CERTIFY_KEPT_H

#include "base/strbuf.h"
#include "trace/event.h"

#define FT_KEPT(K)                                                             \
  K (CONDITIONS, "conditions")                                                 \
  K (BARRIERS, "barriers")                                                     \
  K (SEMAPHORES, "semaphores")                                                 \
  K (TRIES, "failed lock attempts")                                            \
  K (MIXED, "mixed-size reads")                                                \
  K (UNVALUED, "reads whose value is not recorded")                            \
  K (UPDATES, "atomic updates whose values are read")                          \
  K (OPAQUE, "atomic updates of which it is not known what else they leave")   \
  K (UNMODELLED, "computations that no operator describes")                    \
  K (FROZEN, "reads of which it is not known what depends on them")            \
  K (SYSTEM, "input, output, signals and the like")                            \
  K (ASSUMED, "calls without records")

enum ft_kept {
#define K(NAME, text) FT_KEPT_##NAME,
  FT_KEPT (K)
#undef K
};

// Sets of them have a bit for each.
#define FT_KEPT_BIT(NAME) (1u << FT_KEPT_##NAME)

// The bit of an event of a condition, a barrier or a semaphore, or of a failed
// try; a release is one that begins a wait.
unsigned ft_kept_bit (enum ft_kind);

// Writes "conditions, barriers and failed lock attempts".
void ft_kept_write (unsigned set, ft_strbuf *);

#endif
