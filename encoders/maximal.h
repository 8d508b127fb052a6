// The constraints of 'maximal.c', for encoders that extend them by values and
// paths ('recipe.h').

#ifndef FT_ENCODERS_MAXIMAL_H
#define FT_ENCODERS_MAXIMAL_H

#include "encoders/encoder.h"
#include "encoders/literals.h"

typedef struct ft_maximal ft_maximal;

// An event may take what another gives: a wake a signal, a wait of a semaphore
// a post or (FT_NO_ID) a unit that no post gives.
struct ft_take {
  ft_id object, giver, taker;
  ft_term chosen; // it does
};

struct ft_maximal {
  const ft_cone *cone;   // borrowed
  const ft_facts *facts; // of the cone
  ft_graph *graph;       // owned
  ft_literals literals;
  // Called for a clause "'unless', or 'read' reads the bytes of 'mask' from
  // 'writer'" (FT_NO_ID: from the value before the window), to assert the same of
  // values; may be NULL.
  void (*on_reads_from) (struct ft_maximal *, ft_term unless, ft_id read,
                         ft_id writer, uint8_t mask);
  // The term "the event happens".  NULL: every included event happens.
  ft_term (*happens) (struct ft_maximal *, ft_id event, ft_term included);
  // The term "the read happens and returns an unknown value", so that it needs
  // no writer.  NULL: never.
  ft_term (*unknown_value) (struct ft_maximal *, ft_id read);
  FT_STACK (struct ft_take) takes; // 'maximal_objects.c'
  ft_term *after; // per node: 'maximal_c11.c'
  void *values; // data of the extending encoder
};

// NULL if the graph would take more than 'memory' bytes.
ft_maximal *ft_maximal_new (const ft_cone *, ft_smt *, uint64_t memory);
void ft_maximal_free (ft_maximal *);

// Asserts all constraints; false if they grow beyond the limit.
bool ft_maximal_assert (ft_maximal *);

// The term "the event happens", under which every clause about it stands.
ft_term ft_maximal_happens (ft_maximal *, ft_id event);

// As 'schedule' of 'ft_encoder'.
bool ft_maximal_schedule (ft_maximal *, ft_smt *, ft_reordering *);

#endif
