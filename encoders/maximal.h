// The order theory of 'maximal.c' for encoders that put more on top of it.

#ifndef FT_ENCODERS_MAXIMAL_H
#define FT_ENCODERS_MAXIMAL_H

#include "encoders/encoder.h"
#include "encoders/literals.h"

typedef struct ft_maximal ft_maximal;

struct ft_maximal {
  const ft_cone *cone;
  const ft_facts *facts;
  ft_graph *graph;
  ft_literals literals;
  // Called when 'read' reads from 'writer' (FT_NO_ID: what was there before)
  // unless the term holds, to say what that means for values; may be NULL.
  void (*served) (struct ft_maximal *, ft_term unless, ft_id read,
                  ft_id writer);
  // When the event happens, which it need not if it is included; may be NULL.
  ft_term (*happens) (struct ft_maximal *, ft_id event, ft_term included);
  // When the read, though it happens, need not return anything that is known;
  // may be NULL.
  ft_term (*escapes) (struct ft_maximal *, ft_id read);
  void *values; // of the encoder on top
};

// NULL if the graph would take more than 'memory' bytes.
ft_maximal *ft_maximal_new (const ft_cone *, ft_smt *, uint64_t memory);
void ft_maximal_free (ft_maximal *);

// Asserts all constraints; false if they grow beyond the limit.
bool ft_maximal_assert (ft_maximal *);

// Whether the event happens, for clauses about it.
ft_term ft_maximal_happens (ft_maximal *, ft_id event);

bool ft_maximal_schedule (ft_maximal *, ft_smt *, ft_reordering *);

#endif
