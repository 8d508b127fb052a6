// Models that allow more than the strictest one: asked for what that leaves
// open or refutes (see 'certify.h').

#include "base/deadline.h"
#include "predict/certifier.h"
#include "predict/window.h"

// ---- relaxed models ------------------------------------------------------

// Whether the model's refusal of the question, which the cone holds, rests on
// what every reordering has to keep.
static bool is_complete (ft_certifier *c, ft_question q) {
  if (ft_certifier_is_windowed (c, &q))
    return false;
  if (!c->facts->unnecessary)
    return true;
  q.relaxed = true;
  return !ft_cone_ask (c->cone, q);
}

static const char *const relaxations[FT_MODEL_COUNT] = {
    [FT_MODEL_VALUE] = "with reads that may return something else",
    [FT_MODEL_PATH] = "with branches that may go the other way"};

// Takes over what a relaxed model has found.  What does not certify leaves the
// verdict of the stricter model, which holds under this one, too, if there is a
// proof.
static void relax (ft_outcome *strict, ft_outcome *o, enum ft_answer answer,
                   enum ft_model model, bool complete) {
  strict->cost = o->cost;
  if (answer == FT_SAT || o->cause == FT_CAUSE_REFUSED) {
    ft_outcome_release (strict);
    *strict = *o;
    strict->model = model;
    return;
  }
  if (answer == FT_UNSAT && strict->verdict == FT_REFUTED && complete)
    strict->model = model;
  else if (answer != FT_SAT && strict->verdict == FT_REFUTED)
    ft_strbuf_add (&strict->reason, "; %s it stays open: %s",
                   relaxations[model],
                   answer == FT_UNKNOWN ? ft_strbuf_text (&o->reason)
                                        : ft_certifier_as_recorded);
  ft_outcome_release (o);
}

// Whether clocks tell, without a walk through the cone, that the solver would
// not be asked about it.
static bool is_too_large (const ft_certifier *c, const ft_question *q,
                          ft_outcome *o) {
  const ft_ideals *needed = c->needed[q->model];
  return needed && !ft_certifier_is_windowed (c, q) &&
         ft_certifier_gives_up (
             c, q, ft_ideals_size (needed, q->targets, q->count), o);
}

static void relax_values (ft_certifier *c, ft_question q, ft_outcome *strict) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .cost = strict->cost};
  enum ft_answer answer = FT_UNSAT;
  q.model = FT_MODEL_VALUE;
  bool complete = ft_certifier_infeasible (c, &q);
  if (complete)
    answer = FT_UNSAT;
  else if (is_too_large (c, &q, &o))
    answer = FT_UNKNOWN;
  else if (ft_cone_ask (c->cone, q))
    answer = ft_certifier_solve (c, &q, &o);
  complete = complete || (answer == FT_UNSAT && is_complete (c, q));
  relax (strict, &o, answer, q.model, complete);
}

bool ft_certifier_may_relax (const ft_certifier *c, const ft_question *q,
                             enum ft_model model) {
  enum ft_model most = c->facts->paths ? FT_MODEL_PATH : FT_MODEL_VALUE;
  return model < c->most && model < most && c->facts->index->has_branches &&
         !ft_question_is_deadlock (q, c->facts);
}

// ---- paths ---------------------------------------------------------------

// The question in the unfolded trace, between the same events.
static ft_question unfold (const ft_certifier *c, const ft_question *q) {
  const ft_id *place = c->facts->unfolding->unfolded;
  const ft_facts *f = c->paths->facts;
  ft_question to = *q;
  to.model = FT_MODEL_PATH;
  for (uint32_t i = 0; i < q->count; i++)
    to.targets[i] = place[q->targets[i]];
  to.begin = place[q->begin];
  to.end = q->end == c->facts->trace->size ? f->trace->size : place[q->end];
  return to;
}

// An event of an alternative is on no other path.
static bool is_on_side (const ft_certifier *c, const ft_question *q) {
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] >= c->facts->trace->size)
      return true;
  return false;
}

static const char on_side[] =
    "an access is on a side of a branch that the run did not take";

// No other model knows of it.  It is impossible if the paths that are known were
// looked at to the end; else open, for what 'o' says of a solver that gave up.
static void leave_side (const ft_certifier *c, const ft_question *q,
                        ft_outcome *side, enum ft_answer answer, bool complete,
                        ft_outcome *o) {
  bool windowed = ft_certifier_is_windowed (c, q);
  side->cost = o->cost;
  if (complete) {
    ft_strbuf_add (&side->reason,
                   ", and no path that is known leaves both accesses next");
    side->model = FT_MODEL_PATH;
  } else if (answer == FT_UNKNOWN) {
    ft_outcome_release (side);
    *side = *o;
    return;
  } else {
    side->verdict = FT_UNDECIDED;
    side->certifier = NULL;
    side->cause = windowed ? FT_CAUSE_WINDOW : FT_CAUSE_RECORDED;
    ft_strbuf_add (&side->reason, ": %s",
                   windowed ? "impossible within its window; try --window "
                              "unbounded"
                            : ft_certifier_as_recorded);
  }
  ft_outcome_release (o);
}

static void relax_paths (ft_certifier *c, const ft_question *q,
                         ft_outcome *strict) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .cost = strict->cost};
  enum ft_answer answer = FT_UNSAT;
  ft_question unfolded = unfold (c, q);
  c->paths->folded = q;
  c->paths->since = c->since;
  c->paths->end = c->end;
  c->paths->stage = c->stage;
  if (ft_cone_ask (c->paths->cone, unfolded))
    answer = ft_certifier_solve (c->paths, &unfolded, &o);
  c->since = c->paths->since;
  c->stage = c->paths->stage;
  bool complete =
      answer == FT_UNSAT && c->uniform && is_complete (c->paths, unfolded);
  if (is_on_side (c, q) && answer != FT_SAT)
    leave_side (c, q, strict, answer, complete, &o);
  else
    relax (strict, &o, answer, FT_MODEL_PATH, complete);
}

static void refute_side (ft_outcome *o) {
  ft_outcome_decide (o, FT_REFUTED, "graph");
  ft_strbuf_add (&o->reason, "%s", on_side);
}

// ---- the whole -----------------------------------------------------------

static bool is_open (const ft_certifier *c, const ft_question *q,
                     enum ft_model stricter, const ft_outcome *o) {
  return o->verdict != FT_CERTIFIED && ft_certifier_may_relax (c, q, stricter);
}

// Parts of an exchange of 16 bytes tell no value: whether it is made hangs on
// the other part, too.
static bool is_untold (const ft_certifier *c, const ft_question *q,
                       ft_outcome *o) {
  ft_id made = ft_question_must_succeed (q, c->facts);
  if (made == FT_NO_ID || c->facts->trace->events[made].flags & FT_HAS_VALUE)
    return false;
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_add (&o->reason,
                 "beside a read the compare-and-swap would have to write, and "
                 "what it found is not recorded");
  return true;
}

static void decide_question (ft_certifier *c, const ft_question *q,
                             ft_outcome *o) {
  bool side = is_on_side (c, q);
  if (is_untold (c, q, o))
    return;
  if (side)
    refute_side (o);
  else
    ft_certifier_strict (c, *q, o);
  if (!side && is_open (c, q, FT_MODEL_MCM, o))
    relax_values (c, *q, o);
  if (is_open (c, q, FT_MODEL_VALUE, o))
    relax_paths (c, q, o);
}

void ft_certify_question (ft_certifier *c, ft_question q, double timeout,
                          ft_outcome *o) {
  ft_id size = c->facts->trace->size, width = c->options->window;
  ft_id ends[2];
  ft_question_span (&q, c->facts, ends);
  ft_window window = ft_window_of (ends[0], width, size);
  *o = (ft_outcome){.verdict = FT_UNDECIDED, .cause = FT_CAUSE_WINDOW};
  if (!ft_window_is_common (ends, width, size)) {
    ft_strbuf_add (&o->reason,
                   "the %s are %u events apart and in no common window of %u; "
                   "try --window unbounded",
                   ft_question_is_deadlock (&q, c->facts) ? "acquires"
                                                          : "accesses",
                   ends[1] - ends[0], width);
    return;
  }
  q.begin = window.begin;
  q.end = window.end;
  c->since = ft_certifier_clock ();
  c->end = timeout > 0 ? ft_seconds_now () + timeout : 0;
  c->stage = FT_CERTIFY_STAGE_ORDER;
  ft_certifier_enter (c, FT_CERTIFY_STAGE_ORDER, o);
  decide_question (c, &q, o);
  ft_certifier_enter (c, c->stage, o);
}

void ft_certify (ft_certifier *c, const ft_id pair[2], double timeout,
                 ft_outcome *o) {
  ft_certify_question (c, ft_question_of_pair (pair, 0, c->facts->trace->size),
                       timeout, o);
}
