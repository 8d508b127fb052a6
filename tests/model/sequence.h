// Random sequences of small numbers, with what grammars feed on: loops in
// loops, phrases that come again, and noise between them.

#ifndef FT_MODEL_SEQUENCE_H
#define FT_MODEL_SEQUENCE_H

#include "base/stack.h"
#include "tests/model/rng.h"

typedef FT_STACK (uint32_t) ft_sequence;

// At least 'least' numbers, and not many more, all below 'alphabet'.
ft_sequence ft_random_sequence (ft_rng *, size_t least, uint32_t alphabet);

// Removes what can go while 'fails' stays true (delta debugging).
void ft_shrink_sequence (ft_sequence *, bool (*fails) (const ft_sequence *));

#endif
