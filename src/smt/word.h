// Words for a solver: bit-vectors of 64 bits with the operators of
// 'trace/operator.h', which has their meaning and is what the checker computes
// with.

#ifndef FT_SMT_WORD_H
#define FT_SMT_WORD_H

#include "smt/smt.h"
#include "trace/operator.h"

// A new word of the given number of low bytes; the others are zero.
ft_term ft_smt_word (ft_smt *, unsigned bytes);
ft_term ft_smt_word_of (ft_smt *, uint64_t);
ft_term ft_smt_equal (ft_smt *, ft_term a, ft_term b);

// 'a' if the Boolean holds and 'b' if not.
ft_term ft_smt_choose (ft_smt *, ft_term condition, ft_term a, ft_term b);

typedef struct ft_applied {
  ft_term word;    // the result
  ft_term defined; // a Boolean: it has one
} ft_applied;

// As 'ft_operator_apply'.
ft_applied ft_smt_apply (ft_smt *, enum ft_operator, unsigned bytes,
                         const ft_term operands[2]);

#endif
