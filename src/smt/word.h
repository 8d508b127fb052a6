// Words for a solver: bit-vectors of 64 bits with the operators of
// 'trace/operator.h', which has their meaning and is what the checker computes
// with.

#ifndef FT_SMT_WORD_H
#define FT_SMT_WORD_H

#include "smt/smt.h"
#include "trace/operator.h"

// A solver for words and Booleans alone, which it is better at, with a limit in
// bytes for what Z3 may allocate (0 for none; it is the process that counts).
// It may use the terms of 'beside' (or NULL), which has to outlive it.
ft_smt *ft_smt_new_words (ft_smt *beside, double timeout, uint64_t memory);

// A new word of the given number of low bytes; the others are zero.
ft_term ft_smt_word (ft_smt *, unsigned bytes);

// The same with a name of its own, by which terms of other solvers know it.
ft_term ft_smt_word_named (ft_smt *, unsigned bytes, const char *name);

// Of terms that are made alike, from constants and named words, the same in
// every process.
uint32_t ft_smt_hash (ft_smt *, ft_term);
ft_term ft_smt_word_of (ft_smt *, uint64_t);
ft_term ft_smt_equal (ft_smt *, ft_term a, ft_term b);

// The byte 'k' of a word, as a word; the word of up to 8 bytes, the lowest
// first.
ft_term ft_smt_extract_byte (ft_smt *, ft_term word, unsigned k);
ft_term ft_smt_concat (ft_smt *, unsigned n, const ft_term *bytes);

// 'a' if the Boolean holds and 'b' if not.
ft_term ft_smt_ite (ft_smt *, ft_term condition, ft_term a, ft_term b);

typedef struct ft_applied {
  ft_term word;    // the result
  ft_term defined; // a Boolean: it has one
} ft_applied;

// As 'ft_operator_apply'.
ft_applied ft_smt_apply (ft_smt *, enum ft_operator, unsigned bytes,
                         const ft_term operands[2]);

// In the model after FT_SAT.
uint64_t ft_smt_word_value (ft_smt *, ft_term);

#endif
