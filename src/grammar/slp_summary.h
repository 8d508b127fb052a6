// The summary of a rule: the facts that happens-before needs wherever the rule
// is used.
//
// In the paper's terms (Kini, Mathur, Viswanathan 2018, Section 3): the matrix
// is AF and BL, the After and Before sets of the first and last events of
// threads and locks; 'before' and 'after' of the accesses are BFRd, BFWr, ALRd
// and ALWr.  Sets are bits over the synchronisation objects that the rule
// changes or looks at; accesses have few different ones and share them.
//
// The paper keeps these sets per variable and thread, since it asks whether
// there is a race.  Here they are kept per access of a terminal, so that each
// pair of terminals that races is found: of all its events in a rule, the last
// one is known to the fewest objects, and the first one knows the fewest.

#ifndef FT_GRAMMAR_SLP_SUMMARY_H
#define FT_GRAMMAR_SLP_SUMMARY_H

#include "base/ids.h"
#include "base/stack.h"
#include "grammar/slp_matrix.h"

typedef struct ft_rule_summary {
  FT_STACK (ft_id) objects; // synchronisation objects, by bit
  ft_matrix matrix;
  enum {
    FT_IDEMPOTENT_UNKNOWN,
    FT_IDEMPOTENT,
    FT_NOT_IDEMPOTENT
  } idempotent; // whether 'matrix' is
  FT_STACK (uint64_t)
  befores; // sets of 'matrix.words' words: the objects whose
           // knowledge at the rule's beginning an access has
  FT_STACK (uint64_t)
  afters; // sets: the objects that know of the access in
          // the end
  FT_STACK (struct ft_rule_summary_after { // parallel to 'afters'
    uint32_t object; // of its thread: index into 'objects'
    uint32_t level;  // from 1, in the order of the thread's accesses
  })
  levels;
  FT_STACK (struct ft_rule_summary_access {
    uint32_t access;
    uint32_t before; // index of a set in 'befores'
    uint32_t after;  // index of a set in 'afters'
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
