// Terms taken apart, and evaluated with given values of the named words
// ('word.h').

#ifndef FT_SMT_TERM_H
#define FT_SMT_TERM_H

#include "smt/smt.h"

// The number of a term: different terms that exist have different numbers.
uint32_t ft_smt_id (ft_smt *, ft_term);

// The terms that it is made of; none for constants and named words.
unsigned ft_smt_operands (ft_smt *, ft_term);
ft_term ft_smt_operand (ft_smt *, ft_term, unsigned);

// Values of named words.
typedef struct ft_term_values ft_term_values;

ft_term_values *ft_term_values_new (ft_smt *);
void ft_term_values_free (ft_term_values *);

// Gives a word of 'ft_smt_word_named' that has the number of bytes a value.
void ft_term_values_set (ft_term_values *, ft_term word, unsigned bytes,
                        uint64_t value);

// Whether the Boolean is true; words without a value are zero.
bool ft_term_values_holds (const ft_term_values *, ft_term);

#endif
