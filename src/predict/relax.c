// Certification under the relaxed models, for questions that the strictest
// model leaves undecided or refutes (see 'certify.h').

#include "base/deadline.h"
#include "candidate/failure_candidates.h"
#include "predict/certifier.h"
#include "predict/known_paths.h"
#include "predict/window.h"
#include "smt/smt.h"

// ---- the value model -------------------------------------------------------

// Whether the model refutes the question, which the cone holds, by constraints
// that every reordering meets.  Else a schedule that the checker accepts may be
// found on the way.
static bool is_complete (ft_certifier *c, ft_question q, ft_outcome *o) {
  if (ft_certifier_is_windowed (c, &q))
    return false;
  if (!c->facts->unnecessary_relaxed)
    return true;
  q.relaxed = true;
  if (!ft_cone_ask (c->cone, q))
    return true;
  return !c->facts->opaque && !c->facts->limited &&
         ft_certifier_solve (c, &q, o) == FT_UNSAT;
}

static const char *const relaxations[FT_MODEL_COUNT] = {
    [FT_MODEL_VALUE] = "with reads that may return something else",
    [FT_MODEL_PATH] = "with branches that may go the other way"};

// The relaxed model, which allows whatever the stricter one does, refutes a pair
// that the stricter one left open because it keeps something as recorded.
static void refute_left_open (ft_outcome *strict) {
  ft_outcome_decide (strict, FT_REFUTED, "smt");
  ft_strbuf_release (&strict->reason);
  ft_strbuf_add (&strict->reason,
                 "the solver proved that no order of the events that the pair "
                 "needs or might use keeps critical sections apart and gives "
                 "every branch the outcome that it had, whatever reads return");
}

// The stricter verdict is complete without a relaxed model, so that an open
// question under that model takes nothing from it.
static void leave_relaxed_open (ft_outcome *o, const ft_outcome *relaxed) {
  if (o->left_open == FT_MODEL_MCM)
    o->open_cause = relaxed->cause;
  if (o->verdict != FT_REFUTED)
    return;
  if (o->left_open == FT_MODEL_MCM)
    o->left_open = relaxed->model;
  ft_strbuf_add (&o->reason, "; %s it stays open: %s",
                 relaxations[relaxed->model],
                 ft_strbuf_text (&relaxed->reason));
}

void ft_outcome_relax (ft_outcome *o, ft_outcome *relaxed) {
  o->cost = relaxed->cost;
  switch (relaxed->verdict) {
  case FT_CERTIFIED:
    ft_outcome_release (o);
    *o = *relaxed;
    return;
  case FT_REFUTED:
    if (o->verdict == FT_UNDECIDED && o->cause == FT_CAUSE_RECORDED)
      refute_left_open (o);
    if (o->verdict != FT_REFUTED)
      break;
    o->model = relaxed->model;
    o->left_open = FT_MODEL_MCM;
    ft_strbuf_add (&o->reason, "%s", ft_strbuf_text (&relaxed->reason));
    break;
  case FT_UNDECIDED:
    leave_relaxed_open (o, relaxed);
  }
  ft_outcome_release (relaxed);
}

// Enters the answer of a relaxed model.  Impossible is a refutation only if all
// constraints are necessary ones ('complete'); 'kept': what is not.
static void conclude (const ft_certifier *c, const ft_question *q,
                      enum ft_answer answer, bool complete, unsigned kept,
                      ft_outcome *o) {
  if (answer == FT_UNSAT && complete) {
    ft_strbuf_release (&o->reason);
    ft_outcome_decide (o, FT_REFUTED, "smt");
  } else if (answer == FT_UNSAT) {
    bool windowed = ft_certifier_is_windowed (c, q);
    ft_strbuf_release (&o->reason);
    o->cause = windowed ? FT_CAUSE_WINDOW : FT_CAUSE_RECORDED;
    if (windowed)
      ft_strbuf_add (&o->reason,
                     "impossible within its window; try --window unbounded");
    else
      ft_certifier_blame_kept (kept, &o->reason);
  }
}

// Whether clocks show, without the cone, that it is too large for the solver.
static bool is_too_large (const ft_certifier *c, const ft_question *q,
                          ft_outcome *o) {
  const ft_ideals *needed = c->needed[q->model];
  return needed && !ft_certifier_is_windowed (c, q) &&
         ft_certifier_gives_up (
             c, q, ft_ideals_size (needed, q->targets, q->count), o);
}

// Asks the question of order in half of the time that is left.
static enum ft_answer ask_order (ft_certifier *c, ft_question q,
                                 ft_outcome *o) {
  double end = c->end, now = ft_seconds_now ();
  ft_outcome asked = {.cost = o->cost};
  if (end > now)
    c->end = now + (end - now) / 2;
  enum ft_answer answer = ft_cone_ask (c->cone, q)
                              ? ft_certifier_solve (c, &q, &asked)
                              : FT_UNSAT;
  c->end = end;
  o->cost = asked.cost;
  ft_outcome_release (&asked);
  return answer;
}

// Asks whether the last event can be next without the first one, unless that was asked
// before, or such questions are not worth their time.
static void prove_order (ft_certifier *c, ft_proved_order order,
                         enum ft_model model, bool relaxed, ft_outcome *o) {
  double left = c->end ? c->end - ft_seconds_now () : 0;
  if (ft_proved_orders_is_open (&c->orders, order, left) ||
      !ft_proved_orders_pay (&c->orders))
    return;
  ft_question q =
      ft_question_of_order (order.first, order.last, c->facts->trace->size);
  q.model = model;
  q.relaxed = relaxed;
  ft_proved_orders_enter (&c->orders, order, ask_order (c, q, o), left);
}

// Whether every schedule that reaches the later access has executed the earlier
// one before, by what was proved or is proved now.
static bool is_in_order (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  const ft_id *pair = q->targets;
  bool swap = pair[0] > pair[1];
  if (q->count != 2 || c->facts->opaque || c->facts->limited ||
      c->facts->unvalued || ft_certifier_is_windowed (c, q))
    return false;
  if (!ft_proved_orders_refute (&c->orders, c->facts->index, pair))
    prove_order (c, (ft_proved_order){pair[swap], pair[!swap]}, q->model, true,
                 o);
  return ft_proved_orders_refute (&c->orders, c->facts->index, pair);
}

static void relax_values (ft_certifier *c, ft_question q, ft_outcome *o) {
  enum ft_answer answer = FT_UNSAT;
  bool complete = ft_certifier_infeasible (c, &q);
  if (!complete && is_too_large (c, &q, o))
    answer = FT_UNKNOWN;
  else if (complete || is_in_order (c, &q, o))
    complete = true;
  else {
    // What the solver finds must not depend on the orders that were asked about.
    ft_smt_forget ();
    if (ft_cone_ask (c->cone, q))
      answer = ft_certifier_solve (c, &q, o);
  }
  complete = !c->facts->unvalued &&
             (complete || (answer == FT_UNSAT && is_complete (c, q, o)));
  unsigned unvalued = c->facts->unvalued ? FT_KEPT_BIT (UNVALUED) : 0;
  if (o->verdict != FT_CERTIFIED)
    conclude (c, &q, answer, complete, c->facts->kept | unvalued, o);
}

bool ft_certifier_asks (const ft_certifier *c, const ft_question *q,
                        enum ft_model model) {
  enum ft_model most = c->facts->paths ? FT_MODEL_PATH : FT_MODEL_VALUE;
  return model == FT_MODEL_MCM ||
         (model <= c->most && model <= most && c->facts->index->has_branches &&
          !ft_question_is_deadlock (q, c->facts));
}

bool ft_certifier_may_relax (const ft_certifier *c, const ft_question *q,
                             enum ft_model model) {
  return model < FT_MODEL_RELAXED &&
         ft_certifier_asks (c, q, (enum ft_model) (model + 1));
}

// ---- the path model --------------------------------------------------------

ft_question ft_certifier_unfold (const ft_certifier *c, const ft_question *q) {
  const ft_id *place = c->facts->unfolding->unfolded;
  const ft_facts *f = c->paths->facts;
  ft_question to = *q;
  to.model = FT_MODEL_PATH;
  for (uint32_t i = 0; i < q->count; i++)
    to.targets[i] = place[q->targets[i]];
  if (ft_question_has_first (q))
    to.first = place[q->first];
  to.begin = place[q->begin];
  to.end = q->end == c->facts->trace->size ? f->trace->size : place[q->end];
  return to;
}

// Whether a target is an event of an alternative path.
static bool is_on_altpath (const ft_certifier *c, const ft_question *q) {
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] >= c->facts->trace->size)
      return true;
  return ft_question_has_first (q) && q->first >= c->facts->trace->size;
}

const char ft_certifier_on_altpath[] =
    "an access is on an alternative path, which the run did not take";

// Whether no schedule comes to an event of the question, by the values that threads can
// read.
static bool is_ruled_out (const ft_certifier *c, const ft_question *unfolded) {
  const ft_possible_paths *p = c->facts->possible;
  bool possible = !ft_question_has_first (unfolded) ||
                  ft_possible_paths_has (p, unfolded->first);
  for (uint32_t i = 0; i < unfolded->count && possible; i++)
    possible = ft_possible_paths_has (p, unfolded->targets[i]);
  return !possible;
}

// The same as 'is_in_order', with what the path model keeps as recorded.
static bool is_ordered_on_paths (ft_certifier *c, const ft_question *q,
                                 const ft_question *unfolded, ft_outcome *o) {
  const double least = 2; // seconds, below which no question of order has an answer
  ft_certifier *p = c->paths;
  const ft_id *place = c->facts->unfolding->unfolded;
  if (q->count != 2 || q->c11 || ft_certifier_is_windowed (c, q))
    return false;
  if (ft_proved_orders_refute (&p->orders, p->facts->index, unfolded->targets))
    return true;
  ft_proved_order order;
  if (is_on_altpath (c, q) || (p->end && p->end < ft_seconds_now () + least) ||
      !ft_proved_orders_frontier (c->needed[FT_MODEL_MCM], c->facts->index,
                                  q->targets, &order) ||
      !ft_possible_paths_passes (c->facts->possible, place[order.last]))
    return false;
  prove_order (p,
               (ft_proved_order){place[order.first], place[order.last]},
               FT_MODEL_PATH, false, o);
  ft_smt_forget (); // what the solver finds must not depend on this
  return ft_proved_orders_refute (&p->orders, p->facts->index,
                                  unfolded->targets);
}

// Whether nobody asks more of the question than whether it is certified.
static bool is_listed_certified (const ft_certifier *c, const ft_question *q) {
  const ft_event *e = c->facts->trace->events + q->targets[0];
  ft_id freed = q->after_free ? q->first : FT_NO_ID;
  return ft_question_is_failure (q, c->facts) &&
         ft_failure_is_listed_certified (ft_failure_of_event (e, freed), freed);
}

static enum ft_answer solve_paths (ft_certifier *c, const ft_question *q,
                                   const ft_question *unfolded, ft_outcome *o) {
  enum ft_answer answer = FT_UNSAT;
  c->paths->folded = q;
  c->paths->since = c->since;
  c->paths->end = c->end;
  c->paths->stage = c->stage;
  if (!is_ruled_out (c, unfolded) && !is_ordered_on_paths (c, q, unfolded, o) &&
      ft_cone_ask (c->paths->cone, *unfolded))
    answer = ft_certifier_solve (c->paths, unfolded, o);
  c->since = c->paths->since;
  c->stage = c->paths->stage;
  return answer;
}

// That no path which is known leads to a pair there is no proof that none does: another one
// may, whose beginning is not known, or what comes behind its end.
static void conclude_altpath (ft_certifier *c, const ft_question *q,
                              ft_outcome *o) {
  ft_strbuf_add (&o->reason,
                 ", and no path that is known leaves both accesses next");
  if (q->count != 2 || ft_question_is_failure (q, c->facts) ||
      ft_question_is_deadlock (q, c->facts))
    return;
  if (c->known_paths == FT_PATHS_NOT_LOOKED_AT)
    c->known_paths = ft_knows_all_paths (c->facts->trace) ? FT_PATHS_ALL
                                                          : FT_PATHS_SOME;
  if (c->known_paths == FT_PATHS_ALL)
    return;
  ft_strbuf_release (&o->reason);
  ft_outcome_decide (o, FT_UNDECIDED, o->certifier);
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_add (&o->reason,
                 "no path that is known leaves both accesses next, and not all "
                 "paths are known");
}

static void relax_paths (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  ft_question unfolded = ft_certifier_unfold (c, q);
  bool ruled_out = is_ruled_out (c, &unfolded);
  enum ft_answer answer = solve_paths (c, q, &unfolded, o);
  bool refutes = answer == FT_UNSAT && !c->left_out &&
                 !(ruled_out && is_listed_certified (c, q));
  bool complete = refutes && is_complete (c->paths, unfolded, o);
  conclude (c, q, answer, complete, c->left_out | c->paths->facts->kept, o);
  if (o->verdict == FT_REFUTED && is_on_altpath (c, q))
    conclude_altpath (c, q, o);
}

void ft_certifier_relax_c11 (ft_certifier *c, const ft_question *q,
                             ft_outcome *o) {
  if (q->model == FT_MODEL_PATH) {
    ft_question unfolded = ft_certifier_unfold (c, q);
    solve_paths (c, q, &unfolded, o);
  } else if (ft_cone_ask (c->cone, *q))
    ft_certifier_solve (c, q, o);
}

// No model but that of paths reaches an access on an alternative path.
static void refute_altpath (ft_outcome *o) {
  ft_outcome_decide (o, FT_REFUTED, "graph");
  ft_strbuf_add (&o->reason, "%s", ft_certifier_on_altpath);
}

// ---- all models ------------------------------------------------------------

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

static void decide_under (ft_certifier *c, const ft_question *q,
                          enum ft_model model, ft_outcome *o) {
  ft_question under = *q;
  under.model = model;
  o->model = model;
  if (found_value_unknown (c, q, o))
    return;
  if (is_on_altpath (c, q) && model < FT_MODEL_PATH)
    refute_altpath (o);
  else if (model == FT_MODEL_MCM)
    ft_certifier_strict (c, under, o);
  else if (model == FT_MODEL_VALUE)
    relax_values (c, under, o);
  else
    relax_paths (c, &under, o);
  o->model = model;
}

// No verdict of the strictest model stands for a failure, which is asked about under all
// models at once: what a relaxed one leaves open is undecided, for its cause.  Uses of
// freed memory, most of which no path leads to, keep 'left_open': they are not listed.
static void open_failure (const ft_certifier *c, const ft_question *q, ft_outcome *o) {
  if (o->verdict != FT_REFUTED || o->left_open == FT_MODEL_MCM || q->after_free ||
      !ft_question_is_failure (q, c->facts))
    return;
  ft_outcome_decide (o, FT_UNDECIDED, o->certifier);
  o->cause = o->open_cause;
  o->left_open = FT_MODEL_MCM;
}

static void decide_question (ft_certifier *c, const ft_question *q,
                             ft_outcome *o) {
  decide_under (c, q, FT_MODEL_MCM, o);
  for (int m = is_on_altpath (c, q) ? FT_MODEL_PATH : FT_MODEL_VALUE;
       m < FT_MODEL_COUNT && o->verdict != FT_CERTIFIED; m++) {
    ft_outcome relaxed = {.verdict = FT_UNDECIDED, .cost = o->cost};
    if (!ft_certifier_asks (c, q, (enum ft_model)m))
      break;
    decide_under (c, q, (enum ft_model)m, &relaxed);
    ft_outcome_relax (o, &relaxed);
  }
  open_failure (c, q, o);
}

// Puts the question into its window; false if no window holds all of it.
static bool choose_window (const ft_certifier *c, ft_question *question,
                           ft_outcome *o) {
  ft_question q = *question;
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
    return false;
  }
  question->begin = window.begin;
  question->end = window.end;
  return true;
}

void ft_certifier_begin (ft_certifier *c, double timeout, ft_outcome *o) {
  c->since = ft_certifier_clock ();
  c->end = timeout > 0 ? ft_seconds_now () + timeout : 0;
  c->stage = FT_CERTIFY_STAGE_ORDER;
  ft_certifier_enter (c, FT_CERTIFY_STAGE_ORDER, o);
}

void ft_certify_question (ft_certifier *c, ft_question q, double timeout,
                          ft_outcome *o) {
  if (!choose_window (c, &q, o))
    return;
  ft_certifier_begin (c, timeout, o);
  if (ft_question_is_hang (&q, c->facts))
    ft_certifier_hang (c, &q, o);
  else
    decide_question (c, &q, o);
  ft_certifier_enter (c, c->stage, o);
}

void ft_certify_under (ft_certifier *c, ft_question q, enum ft_model model,
                       double timeout, ft_outcome *o) {
  enum ft_model most = c->most;
  if (!choose_window (c, &q, o)) {
    o->model = model;
    return;
  }
  c->most = model; // all the time is for this one
  ft_certifier_begin (c, timeout, o);
  decide_under (c, &q, model, o);
  ft_certifier_enter (c, c->stage, o);
  c->most = most;
}

void ft_certify (ft_certifier *c, const ft_id pair[2], double timeout,
                 ft_outcome *o) {
  ft_certify_question (c, ft_question_of_pair (pair, 0, c->facts->trace->size),
                       timeout, o);
}
