#include "predict/certify.h"

#include <string.h>
#include <time.h>

#include "candidate/vindicate.h"
#include "candidate/walk.h"
#include "predict/window.h"

struct ft_certifier {
  const ft_facts *facts;
  const ft_check_options *options;
  const ft_encoder *encoders[FT_MODEL_COUNT];
  ft_cone *cone;
  ft_checker *checker;
  enum ft_stage stage; // at work, since this much CPU time
  double since;
  // Of a trace with alternatives: who asks about paths, with facts of the
  // unfolded trace and the rest borrowed from 'outer', for whom it answers
  // 'folded'.  Owned.
  ft_certifier *paths;
  ft_certifier *outer;
  const ft_question *folded;
  bool uniform; // what 'path' leaves open is nothing (see below)
};

// Whether the encoder of 'path' leaves nothing open: where accesses of one
// variable differ in their bytes, or a value was not recorded, it does not look
// at all that reads may return.
static bool is_uniform (const ft_trace *t) {
  uint8_t *mask =
      FT_ARRAY (uint8_t, ft_tables_count (&t->tables, FT_CLASS_VARIABLE));
  bool uniform = true;
  for (ft_id i = 0; i < t->size && uniform; i++) {
    const ft_event *e = t->events + i;
    if (ft_event_is_void (e) || !ft_kind_accesses (e->kind))
      continue;
    uniform = (!mask[e->target] || mask[e->target] == e->mask) &&
              (!ft_kind_reads (e->kind) ||
               e->flags & (FT_HAS_VALUE | FT_ALTERNATIVE));
    mask[e->target] = e->mask;
  }
  free (mask);
  return uniform;
}

ft_certifier *ft_certifier_new (const ft_facts *facts,
                                const ft_check_options *options) {
  ft_certifier *c = FT_NEW (ft_certifier);
  c->facts = facts;
  c->options = options;
  c->encoders[FT_MODEL_MCM] = options->encoding == FT_ENCODING_IDL
                                  ? &ft_maximal_idl
                                  : &ft_maximal_order;
  c->encoders[FT_MODEL_VALUE] = &ft_recipe_value;
  c->encoders[FT_MODEL_PATH] = &ft_recipe_path;
  c->cone = ft_cone_new (facts);
  if (!facts->row)
    c->checker = ft_checker_new (facts->trace);
  if (facts->paths) {
    c->paths = ft_certifier_new (facts->paths, options);
    c->paths->outer = c;
    c->paths->checker = c->checker;
    c->uniform = is_uniform (facts->paths->trace);
  }
  return c;
}

void ft_certifier_free (ft_certifier *c) {
  if (!c)
    return;
  ft_certifier_free (c->paths);
  ft_cone_free (c->cone);
  if (!c->outer)
    ft_checker_free (c->checker);
  free (c);
}

void ft_outcome_release (ft_outcome *o) {
  ft_strbuf_release (&o->reason);
  ft_witness_release (&o->witness);
  *o = (ft_outcome){0};
}

static void decide (ft_outcome *o, enum ft_verdict verdict,
                    const char *certifier) {
  o->verdict = verdict;
  o->certifier = certifier;
}

static double cpu_seconds (void) {
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Charges the stage so far for the time since it began; 'stage' goes on.
static void enter (ft_certifier *c, enum ft_stage stage, ft_outcome *o) {
  double now = cpu_seconds ();
  o->cost.seconds[c->stage] += now - c->since;
  o->cost.tried[stage] = true;
  c->stage = stage;
  c->since = now;
}

static bool is_windowed (const ft_certifier *c, const ft_question *q) {
  return q->begin != 0 || q->end != c->facts->trace->size;
}

// ---- certifying ----------------------------------------------------------

void ft_witness_name (ft_witness *w, const ft_question *q,
                      const ft_facts *facts) {
  w->model = q->model;
  FT_CLEAR (w->blocked);
  if (ft_question_is_deadlock (q, facts))
    for (uint32_t i = 0; i < q->count; i++)
      FT_PUSH (w->blocked, q->targets[i]);
  else
    memcpy (w->pair, q->targets, sizeof w->pair);
}

static void start_witness (const ft_certifier *c, const ft_question *q,
                           ft_witness *w) {
  ft_witness_name (w, q, c->facts);
  FT_CLEAR (w->schedule);
  for (ft_id e = 0; e < q->begin; e++)
    if (!(c->facts->trace->events[e].flags & FT_ALTERNATIVE))
      FT_PUSH (w->schedule, e);
}

// The witness in the trace that was recorded.
static void fold (const ft_certifier *c, ft_witness *w) {
  const ft_id *number = c->facts->row->number;
  for (size_t i = 0; i < w->schedule.size; i++)
    w->schedule.begin[i] = number[w->schedule.begin[i]];
  memcpy (w->pair, c->folded->targets, sizeof w->pair);
}

static bool offer (ft_certifier *c, ft_outcome *o, const char *certifier) {
  ft_strbuf why = {0};
  bool accepted = ft_checker_accepts (c->checker, &o->witness, &why);
  if (accepted) {
    decide (o, FT_CERTIFIED, certifier);
    ft_checker_changes (c->checker, &o->witness);
    ft_strbuf_release (&o->reason);
  } else {
    // A disagreement between search and checker is a bug in one of them; the
    // pair stays open and says so.
    ft_strbuf_release (&o->reason);
    ft_strbuf_add (&o->reason,
                   "the checker refused the schedule that '%s' found (%s); "
                   "please report this trace",
                   certifier, ft_strbuf_text (&why));
    o->cause = FT_CAUSE_REFUSED;
    ft_witness_release (&o->witness);
  }
  ft_strbuf_release (&why);
  return accepted;
}

// The events of 'base' in recorded order.
static void schedule_base (ft_certifier *c, const ft_question *q,
                           ft_witness *w) {
  const ft_index *x = c->facts->index;
  start_witness (c, q, w);
  for (ft_id e = q->begin; e < ft_question_last (q); e++)
    if (x->local[e] < c->cone->base[x->trace->events[e].thread])
      FT_PUSH (w->schedule, e);
}

// What the pair needs, in recorded order: reads then have their writers, and
// only a critical section that is left open can be in the way.
static bool certify_cone (ft_certifier *c, const ft_question *q,
                          ft_outcome *o) {
  schedule_base (c, q, &o->witness);
  if (ft_checker_accepts (c->checker, &o->witness, NULL)) {
    decide (o, FT_CERTIFIED, "order");
    return true;
  }
  ft_witness_release (&o->witness);
  return false;
}

// What happens before the pair, in recorded order.
static bool certify_as_recorded (ft_certifier *c, const ft_question *q,
                                 ft_outcome *o) {
  if (!ft_cone_ask_recorded (c->cone, *q))
    return false;
  schedule_base (c, q, &o->witness);
  return offer (c, o, "order");
}

struct graph_witness {
  ft_certifier *certifier;
  const ft_question *question;
  ft_outcome *outcome;
  bool accepted; // the schedule of a relaxed question
};

static bool accept_schedule (void *context, const ft_ids *events) {
  struct graph_witness *g = context;
  ft_witness *w = &g->outcome->witness;
  start_witness (g->certifier, g->question, w);
  for (size_t i = 0; i < events->list.size; i++)
    FT_PUSH (w->schedule, events->list.begin[i]);
  return ft_checker_accepts (g->certifier->checker, w, NULL);
}

// One order is enough to know that the relaxed question has an answer.
static bool note_schedule (void *context, const ft_ids *events) {
  struct graph_witness *g = context;
  g->accepted = accept_schedule (context, events);
  return true;
}

// Closure and greedy linearisation.  A relaxed question that has an order
// which the checker does not take is vindicated but not certified.
static enum ft_vindication vindicate (ft_certifier *c, const ft_question *q,
                                      ft_outcome *o) {
  enter (c, FT_STAGE_GRAPH, o);
  struct graph_witness g = {.certifier = c, .question = q, .outcome = o};
  ft_strbuf_release (&o->reason);
  enum ft_vindication v = ft_vindicate (
      c->cone, c->options->memory / 2,
      q->relaxed ? note_schedule : accept_schedule, &g, &o->reason);
  // What a window certifies the whole trace has to certify, too, and other ways
  // than the recorded one are found by luck.
  if (v == FT_VINDICATED &&
      (!q->relaxed || (g.accepted && !is_windowed (c, q))))
    decide (o, FT_CERTIFIED, "graph");
  else
    ft_witness_release (&o->witness);
  return v;
}

static bool certify_from_model (ft_certifier *c, const ft_question *q,
                                void *encoding, ft_smt *smt, ft_outcome *o) {
  ft_schedule schedule = {0};
  start_witness (c, q, &o->witness);
  bool ok = c->encoders[q->model]->schedule (encoding, smt, &schedule);
  for (size_t i = 0; i < schedule.events.size; i++)
    FT_PUSH (o->witness.schedule, schedule.events.begin[i]);
  FT_RELEASE (schedule.events);
  if (ok && c->outer)
    fold (c, &o->witness);
  if (ok)
    return offer (c, o, "smt");
  o->cause = FT_CAUSE_REFUSED;
  ft_strbuf_add (&o->reason, "the solver's model has a cycle; "
                             "please report this trace");
  return false;
}

// ---- the solver ----------------------------------------------------------

// FT_UNSAT or FT_UNKNOWN, or FT_SAT with the witness accepted (strict) or not
// looked for (relaxed).
static enum ft_answer solve (ft_certifier *c, const ft_question *q,
                             double timeout, ft_outcome *o) {
  enter (c, FT_STAGE_SMT, o);
  ft_cone_widen (c->cone);
  ft_smt *smt = ft_smt_new (timeout);
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
    else if (answer == FT_SAT && !q->relaxed &&
             !certify_from_model (c, q, encoding, smt, o))
      answer = FT_UNKNOWN;
    encoder->free (encoding);
  }
  ft_smt_free (smt);
  return answer;
}

// ---- refuting ------------------------------------------------------------

// The pair is impossible, for 'reason'; in a window that decides nothing.
static void refute (ft_certifier *c, const ft_question *q,
                    const char *certifier, ft_outcome *o) {
  if (!is_windowed (c, q)) {
    decide (o, FT_REFUTED, certifier);
    return;
  }
  char *reason = ft_strbuf_take (&o->reason);
  o->cause = FT_CAUSE_WINDOW;
  ft_strbuf_add (&o->reason,
                 "impossible within its window (events %u to %u): %s; try "
                 "--window unbounded",
                 q->begin, q->end - 1, reason);
  free (reason);
}

// Events that a search for other ways may try: some hundred walks, or 50 ms.
enum { WALKS = 150, WALK_BUDGET = 300000 };

// The pair is impossible if conditions, barriers, semaphores, failed tries
// and reads of several writes keep what they did.  They need not.
static bool certify_otherwise (ft_certifier *c, const ft_question *q,
                               ft_outcome *o) {
  struct graph_witness g = {.certifier = c, .question = q, .outcome = o};
  uint64_t budget = (uint64_t)c->facts->trace->size * WALKS;
  enter (c, FT_STAGE_GRAPH, o);
  if (budget > WALK_BUDGET)
    budget = WALK_BUDGET;
  if (!is_windowed (c, q) &&
      ft_walk (c->facts, c->checker, q, budget, accept_schedule, &g)) {
    decide (o, FT_CERTIFIED, "graph");
    ft_strbuf_release (&o->reason);
    return true;
  }
  ft_witness_release (&o->witness);
  return false;
}

// Not necessary, hence open.
static void leave_open (ft_outcome *o) {
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_release (&o->reason);
  ft_strbuf_add (&o->reason,
                 "impossible as long as conditions, barriers, semaphores, "
                 "failed lock attempts and mixed-size reads go as recorded; "
                 "other ways were not examined");
}

static void explain_cone (ft_certifier *c, ft_outcome *o) {
  enter (c, FT_STAGE_GRAPH, o);
  ft_strbuf_release (&o->reason);
  ft_cone_explain (c->cone, &o->reason);
}

static void explain_unsat (ft_certifier *c, ft_outcome *o) {
  size_t included = 0;
  for (ft_tid t = 0; t < c->facts->index->threads; t++)
    included += c->cone->top[t] - c->cone->start[t];
  ft_strbuf_release (&o->reason);
  ft_strbuf_add (&o->reason,
                 "the solver proved that no order of the %zu events that the "
                 "pair needs or might use keeps critical sections apart and "
                 "every read at its recorded value; foretrace explain names "
                 "the conditions that exclude each other",
                 included);
}

static bool has_unnecessary_constraints (const ft_facts *f) {
  if (f->recorded_before)
    return true;
  for (ft_id e = 0; e < f->trace->size; e++)
    if (f->reads->unclear[e])
      return true;
  return false;
}

// Asks the relaxed question after the strict one was found impossible.
static void refute_relaxed (ft_certifier *c, ft_question q, double timeout,
                            ft_outcome *o) {
  q.relaxed = true;
  if (!ft_cone_ask (c->cone, q)) {
    explain_cone (c, o);
    refute (c, &q, "graph", o);
    return;
  }
  enum ft_vindication v = vindicate (c, &q, o);
  if (v == FT_DISPROVED)
    refute (c, &q, "graph", o);
  if (v == FT_DISPROVED || o->verdict == FT_CERTIFIED)
    return;
  ft_strbuf_release (&o->reason);
  enum ft_answer answer =
      v == FT_VINDICATED ? FT_SAT : solve (c, &q, timeout, o);
  if (answer == FT_SAT) {
    q.relaxed = false;
    if (!certify_otherwise (c, &q, o))
      leave_open (o);
  } else if (answer == FT_UNSAT) {
    explain_unsat (c, o);
    refute (c, &q, "smt", o);
  }
}

// After the graph certifier found the strict question impossible.
static void refute_or_relax (ft_certifier *c, ft_question q, double timeout,
                             ft_outcome *o) {
  if (c->cone->leans)
    refute_relaxed (c, q, timeout, o);
  else
    refute (c, &q, "graph", o);
}

static void certify (ft_certifier *c, ft_question q, double timeout,
                     ft_outcome *o) {
  if (!ft_cone_ask (c->cone, q)) {
    explain_cone (c, o);
    refute_or_relax (c, q, timeout, o);
    return;
  }
  if (certify_cone (c, &q, o) || certify_as_recorded (c, &q, o))
    return;
  ft_cone_ask (c->cone, q);
  if (vindicate (c, &q, o) != FT_NOT_DECIDED) {
    if (o->verdict != FT_CERTIFIED)
      refute_or_relax (c, q, timeout, o);
    return;
  }
  ft_strbuf_release (&o->reason);
  if (solve (c, &q, timeout, o) != FT_UNSAT)
    return;
  if (has_unnecessary_constraints (c->facts)) {
    refute_relaxed (c, q, timeout, o);
    return;
  }
  explain_unsat (c, o);
  refute (c, &q, "smt", o);
}

// ---- relaxed models ------------------------------------------------------

static bool is_complete (const ft_certifier *c, const ft_question *q) {
  return !is_windowed (c, q) && !has_unnecessary_constraints (c->facts);
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
  if (answer == FT_UNKNOWN && strict->verdict == FT_REFUTED)
    ft_strbuf_add (&strict->reason, "; %s it stays open: %s",
                   relaxations[model], ft_strbuf_text (&o->reason));
  ft_outcome_release (o);
}

static void relax_values (ft_certifier *c, ft_question q, double timeout,
                          ft_outcome *strict) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .cost = strict->cost};
  enum ft_answer answer = FT_UNSAT;
  q.model = FT_MODEL_VALUE;
  if (ft_cone_ask (c->cone, q))
    answer = solve (c, &q, timeout, &o);
  relax (strict, &o, answer, q.model, is_complete (c, &q));
}

static bool may_relax (const ft_certifier *c, const ft_question *q,
                       enum ft_model model, const ft_outcome *o) {
  return o->verdict != FT_CERTIFIED && c->options->model >= model &&
         c->facts->index->has_branches && !ft_question_is_deadlock (q, c->facts);
}

// ---- paths ---------------------------------------------------------------

// The question in the unfolded trace, between the same events.
static ft_question unfold (const ft_certifier *c, const ft_question *q) {
  const ft_id *place = c->facts->unfolding->place;
  const ft_facts *f = c->paths->facts;
  ft_question to = *q;
  to.model = FT_MODEL_PATH;
  for (uint32_t i = 0; i < q->count; i++)
    to.targets[i] = place[q->targets[i]];
  to.begin = place[q->begin];
  to.end =
      q->end == c->facts->trace->size ? f->trace->size : place[q->end];
  return to;
}

// An event of an alternative is on no other path.
static bool is_on_side (const ft_certifier *c, const ft_question *q) {
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] >= c->facts->trace->size)
      return true;
  return false;
}

static void relax_paths (ft_certifier *c, const ft_question *q, double timeout,
                         ft_outcome *strict) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .cost = strict->cost};
  enum ft_answer answer = FT_UNSAT;
  ft_question unfolded = unfold (c, q);
  c->paths->folded = q;
  c->paths->since = c->since;
  c->paths->stage = c->stage;
  if (ft_cone_ask (c->paths->cone, unfolded))
    answer = solve (c->paths, &unfolded, timeout, &o);
  c->since = c->paths->since;
  c->stage = c->paths->stage;
  if (answer == FT_UNSAT && is_on_side (c, q))
    ft_strbuf_add (&strict->reason,
                   ", and no path that is known leaves both accesses next");
  relax (strict, &o, answer, FT_MODEL_PATH,
         c->uniform && is_complete (c, q));
}

static void refute_side (ft_outcome *o) {
  decide (o, FT_REFUTED, "graph");
  ft_strbuf_add (&o->reason, "an access is on a side of a branch that the run "
                             "did not take");
}

// ---- the whole -----------------------------------------------------------

static void decide_question (ft_certifier *c, const ft_question *q,
                             double timeout, ft_outcome *o) {
  bool side = is_on_side (c, q);
  if (side)
    refute_side (o);
  else
    certify (c, *q, timeout, o);
  if (!side && may_relax (c, q, FT_MODEL_VALUE, o))
    relax_values (c, *q, timeout, o);
  if (c->facts->paths && may_relax (c, q, FT_MODEL_PATH, o))
    relax_paths (c, q, timeout, o);
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
  c->since = cpu_seconds ();
  c->stage = FT_STAGE_ORDER;
  enter (c, FT_STAGE_ORDER, o);
  decide_question (c, &q, timeout, o);
  enter (c, c->stage, o);
}

void ft_certify (ft_certifier *c, const ft_id pair[2], double timeout,
                 ft_outcome *o) {
  ft_certify_question (c, ft_question_of_pair (pair, 0, c->facts->trace->size),
                       timeout, o);
}
