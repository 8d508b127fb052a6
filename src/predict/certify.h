// Certifiers: one verdict for one pair of accesses, or cycle of acquires.
//
// The stages, each tried only if the cheaper ones left the pair undecided: the
// events that the pair needs, in recorded order; the events that happen before
// it, in recorded order; the constraint graph; the solver.  The next model is
// tried after them, up to the one of the options; it adds to the verdict of the
// stricter one and takes nothing from it.  A pair is certified only if
// the checker accepted its witness.

#ifndef FT_PREDICT_CERTIFY_H
#define FT_PREDICT_CERTIFY_H

#include "certify/ideal.h"
#include "encoders/encoder.h"
#include "predict/check.h"
#include "results/stages.h"
#include "witness/checker.h"

typedef struct ft_outcome {
  enum ft_verdict verdict;
  const char *certifier; // name of the stage that decided; NULL: none did
  ft_strbuf reason;      // unless certified
  enum ft_cause cause;   // if undecided
  ft_cost cost;
  enum ft_model model; // that of the witness, or the most relaxed that refutes
  enum ft_model left_open;  // of a refuted question: the relaxed model that
                            // leaves it open; FT_MODEL_MCM: none
  enum ft_cause open_cause; // why
  ft_witness witness;       // if certified
} ft_outcome;

void ft_outcome_release (ft_outcome *);

// Sets the pair or the deadlock and the model of a witness, not its schedule.
void ft_witness_name (ft_witness *, const ft_question *, const ft_facts *);

typedef struct ft_certifier ft_certifier;

// All are borrowed; the checker, of the trace of the facts, may be NULL.
ft_certifier *ft_certifier_new (const ft_facts *, const ft_check_options *,
                                ft_checker *);
void ft_certifier_free (ft_certifier *);

// Sets the events that each model needs, as clocks (NULL: not known).  A
// question that they show to be infeasible is refuted without its cone.  The
// last clocks are those of the strictest model with assumed orders and those of the
// system, with those of the system alone, and with frozen reads: what the first show to be
// infeasible is not certified, the others show why a question stays open.  Borrowed.
enum {
  FT_NEEDED_ASSUMED = FT_MODEL_COUNT,
  FT_NEEDED_SYSTEM,
  FT_NEEDED_FROZEN,
  FT_NEEDED_COUNT
};

void ft_certifier_set_ideals (ft_certifier *,
                              const ft_ideals *const needed[FT_NEEDED_COUNT]);

// Whether a relaxed model can say anything about the question: there are
// branches, and alternative paths for the path model.
bool ft_certifier_asks (const ft_certifier *, const ft_question *,
                        enum ft_model);

// Decides the pair within the window of the options that holds it (the whole
// trace if there are none), in about 'timeout' seconds.
void ft_certify (ft_certifier *, const ft_id pair[2], double timeout,
                 ft_outcome *);

// The same for a question with any targets (ascending from the first) over the
// whole trace.
void ft_certify_question (ft_certifier *, ft_question, double timeout,
                          ft_outcome *);

// Looks for a schedule of a failure, or of a pair if there are many threads, over the whole
// trace and its alternative paths by walks alone, in about 'timeout' seconds at most, but
// some walks at least; that there is none means nothing.
bool ft_certify_walks (ft_certifier *, ft_question, double timeout, ft_outcome *);

// Decides the question under one model alone.
void ft_certify_under (ft_certifier *, ft_question, enum ft_model,
                       double timeout, ft_outcome *);

// Adds what a relaxed model found about a question that a stricter one does not
// certify: it certifies it, or refutes it too.  Otherwise the stricter verdict
// stays.  Consumes the second outcome.
void ft_outcome_relax (ft_outcome *, ft_outcome *relaxed);

#endif
