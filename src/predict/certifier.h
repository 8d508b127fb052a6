// The parts of a certifier (see 'certify.h'): 'solve.c', 'certify.c' for the
// strictest model, 'relax.c' for the others.

#ifndef FT_PREDICT_CERTIFIER_H
#define FT_PREDICT_CERTIFIER_H

#include "predict/certify.h"

struct ft_certifier {
  const ft_facts *facts;
  const ft_check_options *options;
  enum ft_model most;                      // that is asked about
  const ft_ideals *needed[FT_MODEL_COUNT]; // NULL: not known
  const ft_encoder *encoders[FT_MODEL_COUNT];
  ft_cone *cone;
  ft_checker *checker;
  enum ft_certify_stage stage; // at work, since this much CPU time
  double since;
  double end; // of the time for the question, by 'ft_seconds_now'; 0:
              // it has none
  // Of a trace with alternatives: who asks about paths, with facts of the
  // unfolded trace and the rest borrowed from 'outer', for whom it answers
  // 'folded'.  Owned.
  ft_certifier *paths;
  ft_certifier *outer;
  const ft_question *folded;
  bool uniform; // what 'path' leaves open is nothing (see 'solve.c')
};

void ft_outcome_decide (ft_outcome *, enum ft_verdict, const char *certifier);

// Of the process, in seconds.
double ft_certifier_clock (void);

// Charges the stage so far for the time since it began; this one goes on.
void ft_certifier_enter (ft_certifier *, enum ft_certify_stage, ft_outcome *);

bool ft_certifier_is_windowed (const ft_certifier *, const ft_question *);

// Begins the witness of a question with what runs before its window.
void ft_certifier_begin_witness (const ft_certifier *, const ft_question *,
                                 ft_witness *);

// Whether the checker accepts the witness; certified then, else open.
bool ft_certifier_offer (ft_certifier *, ft_outcome *, const char *certifier);

// Whether so many events are more than the solver gets through in the time that
// it may take, so that it is not asked; then says so.
bool ft_certifier_gives_up (const ft_certifier *, const ft_question *,
                            uint64_t events, ft_outcome *);

// FT_UNSAT or FT_UNKNOWN, or FT_SAT with the witness accepted (strict) or not
// looked for (relaxed).  Half of the time that is left stays for the models
// that may be asked afterwards.
enum ft_answer ft_certifier_solve (ft_certifier *, const ft_question *,
                                   ft_outcome *);

// Whether a model that allows more than 'model' may be asked.
bool ft_certifier_may_relax (const ft_certifier *, const ft_question *,
                             enum ft_model);

// Whether clocks refute the question, over the whole trace; the cone then knows
// why.
bool ft_certifier_infeasible (ft_certifier *, const ft_question *);

// The reason of what is impossible only with what is not necessary.
extern const char ft_certifier_as_recorded[];

// Decides the question under the strictest model.
void ft_certifier_strict (ft_certifier *, ft_question, ft_outcome *);

#endif
