// Declarations shared by the parts of a certifier (see 'certify.h'): 'solve.c'
// has the solver and the checker, 'certify.c' decides under the strictest
// model, 'relax.c' under the others, 'walks.c' walks to waits that
// last for ever, and to failures.

#ifndef FT_PREDICT_CERTIFIER_H
#define FT_PREDICT_CERTIFIER_H

#include "predict/certify.h"
#include "predict/proved_orders.h"

// Whether all paths are in the trace (known_paths.h).
enum ft_known_paths { FT_PATHS_NOT_LOOKED_AT, FT_PATHS_ALL, FT_PATHS_SOME };

struct ft_certifier {
  const ft_facts *facts;
  const ft_check_options *options;
  enum ft_model most;                      // the most relaxed one to try
  const ft_ideals *needed[FT_NEEDED_COUNT]; // events that each model needs;
                                            // NULL: not known
  const ft_encoder *encoders[FT_MODEL_COUNT];
  ft_cone *cone;
  ft_checker *checker;
  bool owns_checker;
  enum ft_certify_stage stage; // the current one
  double since;                // its start, by 'ft_certifier_clock'
  double end; // deadline of the question, by 'ft_seconds_now'; 0: none
  // For a trace with alternative paths: the certifier for the path model,
  // owned. It works on the facts of the unfolded trace.
  ft_certifier *paths;
  ft_certifier *outer;       // of the one in 'paths': its owner
  const ft_question *folded; // of the one in 'paths': the owner's question
  // Of the question at hand, for the solver: what the checker has refused since it may
  // be a new block, and the last one; FT_NO_ID: the last refusal was no such one.
  FT_STACK (ft_precedence) renewals;
  ft_precedence renewed;
  ft_proved_orders orders; // under the value model, over the whole trace
  unsigned left_out; // what the encoder 'path' does not consider fully, as a
                     // set of enum ft_kept
  enum ft_known_paths known_paths;
};

void ft_outcome_decide (ft_outcome *, enum ft_verdict, const char *certifier);

// The CPU time of the process, in seconds.
double ft_certifier_clock (void);

// Adds the time since 'since' to the cost of the current stage, and starts the
// given one.
void ft_certifier_enter (ft_certifier *, enum ft_certify_stage, ft_outcome *);

// Whether the question is about less than the whole trace.
bool ft_certifier_is_windowed (const ft_certifier *, const ft_question *);

// Begins the witness of a question with the events before its window.
void ft_certifier_begin_witness (const ft_certifier *, const ft_question *,
                                 ft_witness *);

// Ends it: under c11 with the last access.
void ft_certifier_end_witness (const ft_question *, ft_witness *);

// The same question about the unfolded trace.
ft_question ft_certifier_unfold (const ft_certifier *, const ft_question *);

// Translates the witness from the unfolded trace, of whose certifier this is, to the
// recorded one.
void ft_certifier_fold (const ft_certifier *, ft_witness *);

// Begins a question that may take 'timeout' seconds; 0: any.
void ft_certifier_begin (ft_certifier *, double timeout, ft_outcome *);

// Whether the checker accepts the witness, which the search may expect or not;
// 'why' may be NULL.
bool ft_certifier_accepts (ft_certifier *, const ft_witness *, ft_strbuf *why);

// Whether the checker accepts the witness.  If so, the outcome is certified,
// otherwise it stays undecided.
bool ft_certifier_offer (ft_certifier *, ft_outcome *, const char *certifier);

// Whether the solver cannot decide so many events in the time that is left for
// it, so that it is not asked.  If so, the outcome gets the reason.
bool ft_certifier_gives_up (const ft_certifier *, const ft_question *,
                            uint64_t events, ft_outcome *);

// Asks the solver.  After FT_SAT a strict question has a witness that the
// checker accepted; for a relaxed question no witness is made.  Half of the
// remaining time is kept for the models that may be tried afterwards.
enum ft_answer ft_certifier_solve (ft_certifier *, const ft_question *,
                                   ft_outcome *);

// Whether a model that allows more than 'model' may be tried.
bool ft_certifier_may_relax (const ft_certifier *, const ft_question *,
                             enum ft_model);

// Whether clocks refute the question over the whole trace.  If so, the cone
// holds the reason.
bool ft_certifier_infeasible (ft_certifier *, const ft_question *);

// Looks for a witness of a question under c11 and a relaxed model; that there is
// none means nothing.
void ft_certifier_relax_c11 (ft_certifier *, const ft_question *, ft_outcome *);

// Looks for a schedule at whose end the target waits and no thread can go on;
// that there is none means nothing.
void ft_certifier_hang (ft_certifier *, const ft_question *, ft_outcome *);

// Writes the reason of an undecided question that is impossible as long as
// these things are as recorded (a set of enum ft_kept).
void ft_certifier_blame_kept (unsigned kept, ft_strbuf *);

// Why the strictest model refutes a question with an access on an alternative
// path.
extern const char ft_certifier_on_altpath[];

// Whether clocks show that no order certifies the question under the strictest
// model, since assumed orders alone rule it out.
bool ft_certifier_keeps_apart (ft_certifier *, const ft_question *);

// Decides the question under the strictest model.
void ft_certifier_strict (ft_certifier *, ft_question, ft_outcome *);

#endif
