// What is in the way of a proof that a pair is impossible under c11, as words: a
// read of a pair that races or may race, or an atomic read that does not
// synchronise ('predict/c11_refute.h').

#ifndef FT_PREDICT_C11_WAY_H
#define FT_PREDICT_C11_WAY_H

#include "base/strbuf.h"
#include "results/results.h"

enum { FT_C11_NO_PAIR = UINT32_MAX };

typedef struct ft_c11_way {
  ft_id read;    // FT_NO_ID: none is known
  uint32_t pair; // the index of a pair that is open and that the read is of;
                 // FT_C11_NO_PAIR: the read is in the way by its memory order
} ft_c11_way;

// Adds to a reason what is in the way of the i-th pair, and what to do; nothing
// if that is not known.  Where the pair in the way has another one in its own,
// the first of them is named.
void ft_c11_way_write (const ft_trace *, const ft_results *,
                       const ft_c11_way *ways, size_t i, ft_strbuf *to);

#endif
