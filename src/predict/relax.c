// Certification under the relaxed models, for questions that the strictest
// model leaves undecided or refutes (see 'certify.h').

#include "base/deadline.h"
#include "predict/certifier.h"
#include "predict/window.h"

// ---- the value model -------------------------------------------------------

// Whether the model refutes the question, which the cone holds, by constraints
// that every reordering meets.
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

// Combines the outcome of a relaxed model with that of the stricter one.  If
// the relaxed model does not certify, the stricter verdict stays; a refutation
// holds under the relaxed model, too, if that is 'complete'.
static void combine (ft_outcome *strict, ft_outcome *o, enum ft_answer answer,
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

// Whether clocks show, without the cone, that it is too large for the solver.
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
  combine (strict, &o, answer, q.model, complete);
}

bool ft_certifier_may_relax (const ft_certifier *c, const ft_question *q,
                             enum ft_model model) {
  enum ft_model most = c->facts->paths ? FT_MODEL_PATH : FT_MODEL_VALUE;
  return model < c->most && model < most && c->facts->index->has_branches &&
         !ft_question_is_deadlock (q, c->facts);
}

// ---- the path model --------------------------------------------------------

// The same question about the unfolded trace.
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

// Whether a target is an event of an alternative path.
static bool is_on_altpath (const ft_certifier *c, const ft_question *q) {
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] >= c->facts->trace->size)
      return true;
  return false;
}

static const char on_altpath[] =
    "an access is on an alternative path, which the run did not take";

// Combines the outcome of the path model for a target on an alternative path,
// which only this model has.  The question is impossible if all known paths
// were examined, and undecided otherwise, for the reason in 'o' if the solver
// gave up.
static void combine_altpath (const ft_certifier *c, const ft_question *q,
                             ft_outcome *strict, enum ft_answer answer,
                             bool complete, ft_outcome *o) {
  bool windowed = ft_certifier_is_windowed (c, q);
  strict->cost = o->cost;
  if (complete) {
    ft_strbuf_add (&strict->reason,
                   ", and no path that is known leaves both accesses next");
    strict->model = FT_MODEL_PATH;
  } else if (answer == FT_UNKNOWN) {
    ft_outcome_release (strict);
    *strict = *o;
    return;
  } else {
    strict->verdict = FT_UNDECIDED;
    strict->certifier = NULL;
    strict->cause = windowed ? FT_CAUSE_WINDOW : FT_CAUSE_RECORDED;
    ft_strbuf_add (&strict->reason, ": %s",
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
  if (is_on_altpath (c, q) && answer != FT_SAT)
    combine_altpath (c, q, strict, answer, complete, &o);
  else
    combine (strict, &o, answer, FT_MODEL_PATH, complete);
}

static void refute_altpath (ft_outcome *o) {
  ft_outcome_decide (o, FT_REFUTED, "graph");
  ft_strbuf_add (&o->reason, "%s", on_altpath);
}

// ---- all models
// --------------------------------------------------------------

static bool is_open (const ft_certifier *c, const ft_question *q,
                     enum ft_model stricter, const ft_outcome *o) {
  return o->verdict != FT_CERTIFIED && ft_certifier_may_relax (c, q, stricter);
}

// Whether the value that a compare-and-swap found is not recorded, as for each
// half of one of 16 bytes, so that it cannot be required to succeed.
static bool found_value_unknown (const ft_certifier *c, const ft_question *q,
                                 ft_outcome *o) {
  ft_id target = ft_question_must_succeed (q, c->facts);
  if (target == FT_NO_ID ||
      c->facts->trace->events[target].flags & FT_HAS_VALUE)
    return false;
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_add (&o->reason,
                 "beside a read the compare-and-swap would have to write, and "
                 "what it found is not recorded");
  return true;
}

static void decide_question (ft_certifier *c, const ft_question *q,
                             ft_outcome *o) {
  bool altpath = is_on_altpath (c, q);
  if (found_value_unknown (c, q, o))
    return;
  if (altpath)
    refute_altpath (o);
  else
    ft_certifier_strict (c, *q, o);
  if (!altpath && is_open (c, q, FT_MODEL_MCM, o))
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
