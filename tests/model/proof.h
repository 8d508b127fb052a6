// Reasons (certify/reason.h), step by step against the definitions of the
// steps: each follows from nothing but the premises that it names, and the
// conclusion from the steps.

#ifndef FT_MODEL_PROOF_H
#define FT_MODEL_PROOF_H

#include "certify/vindicate.h"

// A reason with what it is about, and what was counted in it.
typedef struct ft_proof_subject {
  const ft_trace *trace;
  const ft_facts *facts;
  const ft_cone *cone;
  const ft_reason *reason;
  const char *wrong; // the first thing that is
  size_t steps, cycles, needs, others, cores, made, conditions, longest;
  size_t rounds, posts, enablers, starved;
} ft_proof_subject;

static inline const ft_event *ft_proof_event_at (const ft_proof_subject *s,
                                                 ft_id e) {
  return s->trace->events + e;
}

// The write that gave a byte of a read its value; FT_NO_ID: none.
ft_id ft_proof_writer_of (const ft_proof_subject *, ft_id read, uint8_t bit);

// Set 'wrong' if a step, or the conclusion, does not follow.
void ft_proof_check_steps (ft_proof_subject *);
void ft_proof_check_conclusion (ft_proof_subject *);

#endif
