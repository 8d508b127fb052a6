// Words for a solver: bit-vectors of 64 bits with the operators of
// 'trace/operator.h', which defines their meaning and which the checker uses.
// Compared with it in tests/unit/test_values.c.

#ifndef FT_SMT_WORD_H
#define FT_SMT_WORD_H

#include "smt/smt.h"
#include "trace/operator.h"

// A solver for words and Booleans alone (Z3's QF_BV, faster for these), with a
// limit in bytes on the memory that Z3 allocates in this process (0: none).  It
// may use the terms of 'beside' (or NULL), which must outlive it.
ft_smt *ft_smt_new_words (ft_smt *beside, double timeout, uint64_t memory);

// Another way to search: what takes seconds in one is often found at once in another, and
// none is best.  Call it before the first assertion.
void ft_smt_vary (ft_smt *, unsigned way);

// A new word; all but the given number of low bytes are zero.
ft_term ft_smt_word (ft_smt *, unsigned bytes);

// The same with a name; equal names are equal words in all solvers.
ft_term ft_smt_word_named (ft_smt *, unsigned bytes, const char *name);

// A hash of the term's structure: terms that are built alike from constants and
// named words have the same hash in every process.
uint32_t ft_smt_hash (ft_smt *, ft_term);

ft_term ft_smt_word_of (ft_smt *, uint64_t);
ft_term ft_smt_equal (ft_smt *, ft_term a, ft_term b);

// The byte 'k' of a word, as a word.
ft_term ft_smt_extract_byte (ft_smt *, ft_term word, unsigned k);

// The word of up to 8 bytes, the lowest first.
ft_term ft_smt_concat (ft_smt *, unsigned n, const ft_term *bytes);

// 'a' if the Boolean holds and 'b' if not.
ft_term ft_smt_ite (ft_smt *, ft_term condition, ft_term a, ft_term b);

typedef struct ft_applied {
  ft_term word;    // the result
  ft_term defined; // a Boolean: the operator has a result
} ft_applied;

// The operator on words of the given number of bytes, as 'ft_operator_apply'.
ft_applied ft_smt_apply (ft_smt *, enum ft_operator, unsigned bytes,
                         const ft_term operands[2]);

// The value of a word in the model after FT_SAT.
uint64_t ft_smt_word_value (ft_smt *, ft_term);

#endif
