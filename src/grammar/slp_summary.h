// What happens-before needs to know of a rule, wherever it is used.
//
// In the paper's terms (Kini, Mathur, Viswanathan 2018, Section 3): the matrix
// is AF and BL, the After and Before sets of the first and last events of
// threads and locks; 'before' and 'after' of the accesses are BFRd, BFWr, ALRd
// and ALWr.  Sets are bits over the carriers that the rule changes or looks
// at; accesses have few different ones and share them.
//
// The paper keeps these sets per variable and thread, since it asks whether
// there is a race.  Here they are kept per access of a terminal, so that each
// pair of terminals is told: of all its events in a rule, the last one is
// known to the fewest carriers, and the first one knows the fewest.

#ifndef FT_GRAMMAR_SLP_SUMMARY_H
#define FT_GRAMMAR_SLP_SUMMARY_H

#include "base/ids.h"
#include "base/stack.h"
#include "grammar/slp_matrix.h"

typedef struct ft_rule_summary {
  FT_STACK (ft_id) objects; // what the bits stand for
  ft_matrix matrix;
  enum {
    FT_IDEMPOTENT_UNKNOWN,
    FT_IDEMPOTENT,
    FT_NOT_IDEMPOTENT
  } idempotent; // of 'flow'
  FT_STACK (uint64_t)
  befores;                    // sets, 'flow.words' each: which carriers' first
                              // knowledge an access comes to have
  FT_STACK (uint64_t) afters; // sets: who knows of it in the end
  FT_STACK (struct ft_rule_summary_after { // parallel to 'afters'
    uint32_t object; // of its thread: index into 'carriers'
    uint32_t level;  // from 1, in the order of the thread's accesses
  })
  levels;
  FT_STACK (struct ft_rule_summary_access {
    uint32_t access;
    uint32_t before; // set
    uint32_t after;  // set
    uint64_t first;  // event of the rule, from 0
    uint64_t last;
  })
  accesses;
} ft_rule_summary;

void ft_rule_summary_release (
    ft_rule_summary *); // (ft_rule_summary){0} is empty

uint64_t ft_rule_summary_bytes (const ft_rule_summary *); // of memory

static inline const uint64_t *ft_rule_summary_before (const ft_rule_summary *s,
                                                      size_t i) {
  return s->befores.begin + i * s->matrix.words;
}

static inline const uint64_t *ft_rule_summary_after (const ft_rule_summary *s,
                                                     size_t i) {
  return s->afters.begin + i * s->matrix.words;
}

static inline size_t ft_rule_summary_before_count (const ft_rule_summary *s) {
  return s->matrix.words ? s->befores.size / s->matrix.words : 0;
}

#endif
