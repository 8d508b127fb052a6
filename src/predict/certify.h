// One pair of accesses, or cycle of acquires, to one verdict: what it needs, in
// recorded order; what happens before it, in recorded order; the solver.  Each
// is tried only if the cheaper ones left the pair open; then the next model, up
// to the one of the options.  Nothing is certified that the checker has not
// accepted.

#ifndef FT_PREDICT_CERTIFY_H
#define FT_PREDICT_CERTIFY_H

#include "certify/ideal.h"
#include "encoders/encoder.h"
#include "predict/check.h"
#include "results/stages.h"
#include "witness/checker.h"

typedef struct ft_outcome {
  enum ft_verdict verdict;
  const char *certifier; // of whoever decided; NULL if nobody did
  ft_strbuf reason;      // unless certified
  enum ft_cause cause;   // of an undecided one
  ft_cost cost;
  enum ft_model model; // that certifies, or the most relaxed one that refutes
  ft_witness witness;  // if certified
} ft_outcome;

void ft_outcome_release (ft_outcome *);

// Sets what a witness is of, the pair or the deadlock, not its schedule.
void ft_witness_name (ft_witness *, const ft_question *, const ft_facts *);

typedef struct ft_certifier ft_certifier;

// Facts and options are borrowed.
ft_certifier *ft_certifier_new (const ft_facts *, const ft_check_options *);
void ft_certifier_free (ft_certifier *);

// What is foregone by the clocks of a model, of those that are there, is
// refuted without a look at what it needs; borrowed.
void ft_certifier_set_ideals (ft_certifier *,
                        const ft_ideals *const needed[FT_MODEL_COUNT]);

// Asks no further than this model from now on, rather than as far as the
// options say.
void ft_certifier_limit (ft_certifier *, enum ft_model most);

// Decides the pair within the window of the options that holds it (the whole
// trace if there are none), in about 'timeout' seconds.
void ft_certify (ft_certifier *, const ft_id pair[2], double timeout,
                 ft_outcome *);

// The same for any targets (ascending from the first), which the question
// asks for over the whole trace.
void ft_certify_question (ft_certifier *, ft_question, double timeout,
                          ft_outcome *);

#endif
