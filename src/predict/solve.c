// The parts that all models share: witnesses, which the checker must accept,
// and the solver, with the encoder of the question's model.

#include <assert.h>
#include <string.h>
#include <time.h>

#include "base/deadline.h"
#include "base/debug_log.h"
#include "certify/ideal.h"
#include "certify/unvalued.h"
#include "predict/certifier.h"
#include "trace/assumed.h"

// The encoder 'path' does not consider everything that reads may return if
// accesses of one variable differ in their bytes or a value was not recorded.
static unsigned find_left_out (const ft_trace *t) {
  uint8_t *mask =
      FT_ARRAY (uint8_t, ft_tables_count (&t->tables, FT_CLASS_VARIABLE));
  unsigned left_out = 0;
  for (ft_id i = 0; i < t->size; i++) {
    const ft_event *e = t->events + i;
    if (ft_event_is_void (e) || !ft_kind_accesses (e->kind))
      continue;
    if (mask[e->target] && mask[e->target] != e->mask)
      left_out |= FT_KEPT_BIT (MIXED);
    if (ft_unvalued_read (&t->tables, e))
      left_out |= FT_KEPT_BIT (UNVALUED);
    mask[e->target] = e->mask;
  }
  free (mask);
  return left_out;
}

void ft_certifier_set_ideals (ft_certifier *c,
                              const ft_ideals *const needed[FT_NEEDED_COUNT]) {
  memcpy (c->needed, needed, sizeof c->needed);
  c->cone->needed = needed[FT_MODEL_MCM];
}

bool ft_certifier_infeasible (ft_certifier *c, const ft_question *q) {
  const ft_ideals *needed = c->needed[q->model];
  return needed && !ft_certifier_is_windowed (c, q) &&
         ft_cone_infeasible (c->cone, *q, needed);
}

ft_certifier *ft_certifier_new (const ft_facts *facts,
                                const ft_check_options *options,
                                ft_checker *checker) {
  ft_certifier *c = FT_NEW (ft_certifier);
  c->facts = facts;
  c->options = options;
  c->most = options->model;
  c->encoders[FT_MODEL_MCM] = options->encoding == FT_ENCODING_IDL
                                  ? &ft_maximal_idl
                                  : &ft_maximal_order;
  c->encoders[FT_MODEL_VALUE] = &ft_recipe_value;
  c->encoders[FT_MODEL_PATH] = &ft_recipe_path;
  c->cone = ft_cone_new (facts);
  c->checker = checker;
  c->owns_checker = !checker;
  if (!checker)
    c->checker = ft_checker_new (facts->trace);
  if (facts->paths) {
    c->paths = ft_certifier_new (facts->paths, options, c->checker);
    c->paths->outer = c;
    c->left_out = find_left_out (facts->paths->trace);
  }
  return c;
}

void ft_certifier_free (ft_certifier *c) {
  if (!c)
    return;
  ft_certifier_free (c->paths);
  ft_proved_orders_release (&c->orders);
  FT_RELEASE (c->renewals);
  ft_cone_free (c->cone);
  if (c->owns_checker)
    ft_checker_free (c->checker);
  free (c);
}

void ft_outcome_release (ft_outcome *o) {
  ft_strbuf_release (&o->reason);
  ft_witness_release (&o->witness);
  *o = (ft_outcome){0};
}

void ft_outcome_decide (ft_outcome *o, enum ft_verdict verdict,
                        const char *certifier) {
  o->verdict = verdict;
  o->certifier = certifier;
  FT_DEBUG (PREDICT, 1, "decided: %s by %s", ft_verdict_name (verdict),
            certifier);
}

double ft_certifier_clock (void) {
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void ft_certifier_enter (ft_certifier *c, enum ft_certify_stage stage,
                         ft_outcome *o) {
  double now = ft_certifier_clock ();
  o->cost.seconds[c->stage] += now - c->since;
  o->cost.tried[stage] = true;
  c->stage = stage;
  c->since = now;
}

bool ft_certifier_is_windowed (const ft_certifier *c, const ft_question *q) {
  return q->begin != 0 || q->end != c->facts->trace->size;
}

// ---- witnesses -----------------------------------------------------------

void ft_witness_name (ft_witness *w, const ft_question *q,
                      const ft_facts *facts) {
  w->model = q->model;
  FT_CLEAR (w->blocked);
  if (ft_question_is_failure (q, facts)) {
    w->fails = q->targets[0];
    w->freed = q->after_free ? q->first : FT_NO_ID;
    w->failure =
        ft_failure_of_event (facts->trace->events + w->fails, w->freed);
  } else if (q->c11) {
    ft_id first = q->first, last = q->targets[0];
    w->memory = FT_MEMORY_C11;
    w->pair[0] = first < last ? first : last;
    w->pair[1] = first < last ? last : first;
  } else if (ft_question_is_deadlock (q, facts))
    for (uint32_t i = 0; i < q->count; i++)
      FT_PUSH (w->blocked, q->targets[i]);
  else
    memcpy (w->pair, q->targets, sizeof w->pair);
}

void ft_certifier_begin_witness (const ft_certifier *c, const ft_question *q,
                                 ft_witness *w) {
  ft_witness_name (w, q, c->facts);
  FT_CLEAR (w->schedule);
  for (ft_id e = 0; e < q->begin; e++)
    if (!(c->facts->trace->events[e].flags & FT_ALTPATH))
      FT_PUSH (w->schedule, e);
}

void ft_certifier_end_witness (const ft_question *q, ft_witness *w) {
  if (q->c11)
    FT_PUSH (w->schedule, q->targets[0]);
}

void ft_certifier_fold (const ft_certifier *c, ft_witness *w) {
  const ft_id *number = c->facts->of_unfolding->folded;
  for (size_t i = 0; i < w->schedule.size; i++)
    w->schedule.begin[i] = number[w->schedule.begin[i]];
  ft_witness_name (w, c->folded, c->outer->facts);
}

bool ft_certifier_accepts (ft_certifier *c, const ft_witness *w,
                           ft_strbuf *why) {
  ft_strbuf own = {0};
  if (!why && FT_DEBUGS (CHECK, 1))
    why = &own;
  bool accepted = ft_checker_accepts (c->checker, w, why);
  if (accepted)
    FT_DEBUG (CHECK, 1, "accepted: %zu events", w->schedule.size);
  else
    FT_DEBUG (CHECK, 1, "refused: %s", why ? ft_strbuf_text (why) : "");
  ft_strbuf_release (&own);
  return accepted;
}

// Notes whether the checker has refused the witness by a rule that no search knows:
// of memory that is given back before it is allocated again, or of what may be a
// pointer to a new block at an address.
static bool note_known (ft_certifier *c, const ft_witness *w) {
  ft_id renewed[2];
  bool known = ft_checker_refused_known (c->checker, w, renewed);
  const ft_unfolding *u = c->outer ? c->facts->of_unfolding : NULL;
  for (int i = 0; u && i < 2; i++)
    if (renewed[i] != FT_NO_ID)
      renewed[i] = u->unfolded[renewed[i]];
  c->renewed = (ft_precedence){renewed[0], renewed[1]};
  return known;
}

bool ft_certifier_offer (ft_certifier *c, ft_outcome *o,
                         const char *certifier) {
  ft_strbuf why = {0};
  bool accepted = ft_certifier_accepts (c, &o->witness, &why);
  if (accepted) {
    ft_outcome_decide (o, FT_CERTIFIED, certifier);
    ft_checker_changes (c->checker, &o->witness);
    ft_strbuf_release (&o->reason);
  } else {
    // A disagreement between search and checker is a bug in one of them; the
    // pair stays open and says so.
    bool is_known = note_known (c, &o->witness);
    ft_strbuf_release (&o->reason);
    ft_strbuf_add (&o->reason,
                   "the checker refused the schedule that '%s' found (%s)%s",
                   certifier, ft_strbuf_text (&why),
                   is_known ? "" : "; please report this trace");
    o->cause = FT_CAUSE_REFUSED;
    ft_witness_release (&o->witness);
  }
  ft_strbuf_release (&why);
  return accepted;
}

// ---- the solver ----------------------------------------------------------

static bool certify_from_model (ft_certifier *c, const ft_question *q,
                                void *encoding, ft_smt *smt, ft_outcome *o) {
  ft_reordering schedule = {0};
  ft_certifier_begin_witness (c, q, &o->witness);
  bool ok = c->encoders[q->model]->schedule (encoding, smt, &schedule);
  for (size_t i = 0; i < schedule.events.size; i++)
    FT_PUSH (o->witness.schedule, schedule.events.begin[i]);
  FT_RELEASE (schedule.events);
  if (ok && c->outer)
    ft_certifier_fold (c, &o->witness);
  if (ok)
    return ft_certifier_offer (c, o, "smt");
  o->cause = FT_CAUSE_REFUSED;
  ft_strbuf_add (&o->reason, "the solver's model has a cycle; "
                             "please report this trace");
  return false;
}

// Whether a model of the question must be a schedule: every rule that it leaves
// out has a choice in its place.
static bool is_exact (const ft_certifier *c, const ft_question *q) {
  const ft_facts *f = c->facts;
  if (q->c11 || q->bars_first)
    return false; // the checker has more happens-before; or there is no finding
  return !q->relaxed ||
         (q->model == FT_MODEL_MCM && !ft_certifier_is_windowed (c, q) &&
          !f->recorded && !f->frozen &&
          (q->keeps_assumed || (!f->assumed && !f->system)));
}

// The model of a relaxed question leaves out some rules, but may keep them.
static void try_model (ft_certifier *c, const ft_question *q, void *encoding,
                       ft_smt *smt, ft_outcome *o) {
  ft_reordering schedule = {0};
  if (ft_certifier_is_windowed (c, q) || !ft_question_has_finding (q))
    return;
  ft_certifier_begin_witness (c, q, &o->witness);
  bool ok = c->encoders[q->model]->schedule (encoding, smt, &schedule);
  for (size_t i = 0; i < schedule.events.size; i++)
    FT_PUSH (o->witness.schedule, schedule.events.begin[i]);
  FT_RELEASE (schedule.events);
  ft_certifier_end_witness (q, &o->witness);
  if (ok && c->outer)
    ft_certifier_fold (c, &o->witness);
  if (ok && ft_certifier_accepts (c, &o->witness, NULL)) {
    ft_outcome_decide (o, FT_CERTIFIED, "smt");
    ft_checker_changes (c->checker, &o->witness);
  } else {
    if (ok)
      note_known (c, &o->witness);
    ft_witness_release (&o->witness);
  }
}

// The seconds that the solver may take.  A worker that exceeds the deadline is
// killed, and the results of stricter models are lost with it.
static double time_for (const ft_certifier *c, const ft_question *q) {
  const double least = 0.01;
  if (!c->end)
    return 0;
  double left = c->end - ft_seconds_now ();
  if (ft_certifier_may_relax (c, q, q->model))
    left /= 2;
  return left > least ? left : least;
}

// Events of a cone that the solver decides per second, for orders alone and for
// orders with values.  The fastest cones with orders alone had this rate, those
// with values a third of it.
static const double rates[FT_MODEL_COUNT] = {
    [FT_MODEL_MCM] = 70000, [FT_MODEL_VALUE] = 50000, [FT_MODEL_PATH] = 50000};

bool ft_certifier_gives_up (const ft_certifier *c, const ft_question *q,
                            uint64_t events, ft_outcome *o) {
  double seconds = time_for (c, q);
  if (!c->end || (double)events <= seconds * rates[q->model])
    return false;
  o->cause = FT_CAUSE_SOLVER;
  ft_strbuf_add (&o->reason,
                 "the %llu events that the pair needs are too many for the "
                 "solver in %.3g s; try a longer --timeout, or --window",
                 (unsigned long long)events, seconds);
  return true;
}

// The steps of widening: some events for each event that the solver may get.
static uint64_t steps_for (const ft_certifier *c, const ft_question *q) {
  const double steps_per_event = 20;
  return c->end
             ? (uint64_t)(time_for (c, q) * rates[q->model] * steps_per_event) +
                   1
             : UINT64_MAX;
}

// Asks the solver about the cone, which is widened.
static enum ft_answer ask (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  c->renewed = (ft_precedence){FT_NO_ID, FT_NO_ID};
  FT_DEBUG (PREDICT, 1, "the solver is asked under model %s, %.3g s",
            ft_model_name (q->model), time_for (c, q));
  ft_smt *smt = ft_smt_new (time_for (c, q));
  const ft_encoder *encoder = c->encoders[q->model];
  void *encoding = encoder->encode (c->cone, smt, c->options->memory);
  enum ft_answer answer = FT_UNKNOWN;
  o->cause = encoding ? FT_CAUSE_SOLVER : FT_CAUSE_MEMORY;
  if (!encoding)
    ft_strbuf_add (&o->reason,
                   "its constraints do not fit into the memory of a worker; "
                   "try --memory or --window");
  else {
    answer = ft_smt_check (smt);
    if (answer == FT_UNKNOWN)
      ft_strbuf_add (&o->reason,
                     "the solver gave up (%s); try a longer --timeout",
                     ft_smt_reason (smt));
    else if (answer == FT_SAT && !is_exact (c, q))
      try_model (c, q, encoding, smt, o);
    else if (answer == FT_SAT && !certify_from_model (c, q, encoding, smt, o))
      answer = FT_UNKNOWN;
    encoder->free (encoding);
  }
  ft_smt_free (smt);
  return answer;
}

// The questions that are asked again, each without what the checker has refused.
enum { MOST_RENEWALS = 8 };

// Whether the question is to be asked again, without what has made the checker
// refuse the last schedule.
static bool is_asked_again (ft_certifier *c, const ft_question *q) {
  ft_precedence p = c->renewed;
  if (p.to == FT_NO_ID || !q->after_free || c->renewals.size == MOST_RENEWALS ||
      (c->end && ft_seconds_now () >= c->end))
    return false;
  for (size_t i = 0; i < c->renewals.size; i++)
    if (c->renewals.begin[i].from == p.from && c->renewals.begin[i].to == p.to)
      return false; // the encoder does not know renewals
  FT_PUSH (c->renewals, p);
  c->cone->question.renewals = c->renewals.begin;
  c->cone->question.renewal_count = (uint32_t)c->renewals.size;
  return true;
}

// A question that was asked again refutes nothing: what it leaves out may be no new
// block.
enum ft_answer ft_certifier_solve (ft_certifier *c, const ft_question *q,
                                   ft_outcome *o) {
  if (ft_certifier_gives_up (c, q, ft_cone_base_size (c->cone), o))
    return FT_UNKNOWN;
  ft_certifier_enter (c, FT_CERTIFY_STAGE_SMT, o);
  if (!ft_cone_widen (c->cone, steps_for (c, q))) {
    o->cause = FT_CAUSE_SOLVER;
    ft_strbuf_add (&o->reason, "to find the events that the pair might use "
                               "took too long; try a longer --timeout, or "
                               "--window");
    return FT_UNKNOWN;
  }
  enum ft_answer answer = ask (c, q, o);
  FT_CLEAR (c->renewals);
  while (o->verdict != FT_CERTIFIED && is_asked_again (c, q)) {
    ft_outcome again = {.verdict = FT_UNDECIDED, .cost = o->cost};
    ask (c, q, &again);
    o->cost = again.cost;
    if (again.verdict == FT_CERTIFIED) {
      ft_outcome_release (o);
      *o = again;
      answer = FT_SAT;
    } else
      ft_outcome_release (&again);
  }
  c->cone->question.renewal_count = 0;
  return answer;
}
