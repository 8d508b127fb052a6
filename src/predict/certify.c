// Certification under the strictest model: the events that a pair needs in
// recorded order, the constraint graph with its greedy linearisation, the
// solver; and the reason if none of them certifies the pair.

#include "certify/vindicate.h"
#include "base/debug_log.h"
#include "trace/assumed.h"
#include "certify/ideal.h"
#include "certify/pct.h"
#include "predict/certifier.h"

// ---- certifying ----------------------------------------------------------

// Makes a schedule of the events of 'base' in recorded order.
static void schedule_base (ft_certifier *c, const ft_question *q,
                           ft_witness *w) {
  const ft_index *x = c->facts->index;
  ft_certifier_begin_witness (c, q, w);
  // A FREE that has to come is among the events; the targets are not.
  for (ft_id e = q->begin; e < ft_question_last (q) + q->after_free; e++)
    if (x->local[e] < c->cone->base[x->trace->events[e].thread])
      FT_PUSH (w->schedule, e);
}

// Tries the events that the pair needs, in recorded order.  Reads then have
// their writers; only a critical section that stays open can make the schedule
// wrong.
static bool certify_cone (ft_certifier *c, const ft_question *q,
                          ft_outcome *o) {
  schedule_base (c, q, &o->witness);
  if (ft_certifier_accepts (c, &o->witness, NULL)) {
    ft_outcome_decide (o, FT_CERTIFIED, "order");
    return true;
  }
  ft_witness_release (&o->witness);
  return false;
}

// Tries the events that happen before the pair, in recorded order.
static bool certify_as_recorded (ft_certifier *c, const ft_question *q,
                                 ft_outcome *o) {
  if (!ft_cone_ask_recorded (c->cone, *q))
    return false;
  schedule_base (c, q, &o->witness);
  return ft_certifier_offer (c, o, "order");
}

struct graph_witness {
  ft_certifier *certifier;
  const ft_question *question;
  ft_outcome *outcome;
  bool accepted; // the checker accepts the schedule of a relaxed question
};

static bool accept_schedule (void *context, const ft_ids *events) {
  struct graph_witness *g = context;
  ft_witness *w = &g->outcome->witness;
  ft_certifier_begin_witness (g->certifier, g->question, w);
  for (size_t i = 0; i < events->list.size; i++)
    FT_PUSH (w->schedule, events->list.begin[i]);
  return ft_certifier_accepts (g->certifier, w, NULL);
}

// One schedule is enough to know that the relaxed question has an answer,
// unless it has choices, which the solver alone looks at.
static bool note_schedule (void *context, const ft_ids *events) {
  struct graph_witness *g = context;
  g->accepted = accept_schedule (context, events);
  return g->accepted || !g->certifier->facts->choices;
}

// Tries closure and greedy linearisation.  A relaxed question whose schedule
// the checker rejects is vindicated but not certified.
static enum ft_vindication vindicate (ft_certifier *c, const ft_question *q,
                                      ft_outcome *o) {
  struct graph_witness g = {.certifier = c, .question = q, .outcome = o};
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  ft_strbuf_release (&o->reason);
  enum ft_vindication v = ft_vindicate (
      c->cone, c->options->memory / 2,
      q->relaxed ? note_schedule : accept_schedule, &g, &o->reason);
  // A schedule of a relaxed question counts over the whole trace only: it is
  // found by luck, and the whole trace must certify what a window certifies.
  if (v == FT_VINDICATED &&
      (!q->relaxed || (g.accepted && !ft_certifier_is_windowed (c, q))))
    ft_outcome_decide (o, FT_CERTIFIED, "graph");
  else
    ft_witness_release (&o->witness);
  return v;
}

// Looks for a contradiction alone, where no schedule would be of use.
static enum ft_vindication disprove (ft_certifier *c, ft_outcome *o) {
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  ft_strbuf_release (&o->reason);
  return ft_vindicate (c->cone, c->options->memory / 2, NULL, NULL, &o->reason);
}

// ---- refuting ------------------------------------------------------------

// The pair is impossible, for the reason in the outcome.  Impossible in a
// window is undecided.
static void refute (ft_certifier *c, const ft_question *q,
                    const char *certifier, ft_outcome *o) {
  if (!ft_certifier_is_windowed (c, q)) {
    ft_outcome_decide (o, FT_REFUTED, certifier);
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

// Bounds on the events that the search may execute: some hundred walks, 50 ms.
enum { WALKS = 150, WALK_BUDGET = 300000 };

// The pair is impossible if what has no choice does what it did in the trace:
// mostly atomic updates whose values are read.  A random search looks for a
// schedule in which they do something else.
static bool certify_by_search (ft_certifier *c, const ft_question *q,
                               ft_outcome *o) {
  struct graph_witness g = {.certifier = c, .question = q, .outcome = o};
  uint64_t budget = (uint64_t)c->facts->trace->size * WALKS;
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  if (budget > WALK_BUDGET)
    budget = WALK_BUDGET;
  if (!ft_certifier_is_windowed (c, q) &&
      ft_pct_search (c->facts, c->checker, q, budget, accept_schedule, &g)) {
    ft_outcome_decide (o, FT_CERTIFIED, "graph");
    ft_strbuf_release (&o->reason);
    return true;
  }
  ft_witness_release (&o->witness);
  return false;
}

// ---- questions that are left open ------------------------------------------

void ft_certifier_blame_kept (unsigned kept, ft_strbuf *to) {
  ft_strbuf_add (to, "impossible as long as ");
  ft_kept_write (kept, to);
  ft_strbuf_add (to, " go as recorded; other ways were not examined");
}

// The kinds of the program's own events that keep their recorded order although
// no choice of the encoding stands for them.
static unsigned kept_for_good (const ft_facts *f) {
  return f->kept_for_good & (FT_KEPT_BIT (CONDITIONS) | FT_KEPT_BIT (BARRIERS) |
                             FT_KEPT_BIT (SEMAPHORES) | FT_KEPT_BIT (TRIES) |
                             FT_KEPT_BIT (UPDATES));
}

// Whether the read of an assumed variable, or one of the system, returns what
// another thread has written.
static bool is_unnecessary (const ft_facts *f, ft_id e, bool assumed) {
  const ft_event *event = f->trace->events + e;
  const ft_tables *tables = &f->trace->tables;
  ft_id writer;
  return !ft_event_is_void (event) &&
         (assumed ? ft_variable_is_assumed (tables, event->target)
                  : ft_variable_is_system (tables, event->target)) &&
         ft_reads_single (f->reads, e, &writer) && writer != FT_NO_ID &&
         f->trace->events[writer].thread != event->thread;
}

// The last such event before the pair, of the thread of the second access if
// there is one.
static ft_id last_unnecessary (const ft_facts *f, const ft_question *q,
                               bool assumed) {
  const ft_event *events = f->trace->events;
  ft_id last = ft_question_last (q), found = FT_NO_ID;
  for (ft_id e = last; e-- > q->begin;) {
    if (!f->reads->assumed[e] || !is_unnecessary (f, e, assumed))
      continue;
    if (events[e].thread == events[last].thread)
      return e;
    if (found == FT_NO_ID)
      found = e;
  }
  return found;
}

static void add_example (const ft_facts *f, const ft_question *q, bool assumed,
                         ft_strbuf *to) {
  ft_id e = last_unnecessary (f, q, assumed);
  const ft_tables *names = &f->trace->tables;
  size_t prefix = assumed ? sizeof FT_ASSUMED - 1 : sizeof FT_SYSTEM - 1;
  if (e == FT_NO_ID)
    return;
  const ft_event *event = f->trace->events + e;
  ft_strbuf_add (to, ", such as at %s, by '%s'",
                 ft_tables_name (names, FT_CLASS_LOCATION, event->location),
                 ft_tables_name (names, FT_CLASS_VARIABLE, event->target) +
                     prefix);
}

// The last read before the pair of which it is not known what depends on it, of
// the thread of the second access if there is one.
static ft_id last_frozen (const ft_facts *f, const ft_question *q) {
  const ft_event *events = f->trace->events;
  ft_id last = ft_question_last (q), found = FT_NO_ID;
  for (ft_id e = last; e-- > q->begin;) {
    if (!f->reads->frozen[e])
      continue;
    if (events[e].thread == events[last].thread)
      return e;
    if (found == FT_NO_ID)
      found = e;
  }
  return found;
}

// Whether the pair is possible as far as frozen reads, which the question
// keeps, and whatever every order needs show.
static bool is_feasible (const ft_certifier *c, const ft_question *q) {
  const ft_ideals *needed = c->needed[FT_NEEDED_FROZEN];
  return needed && !ft_certifier_is_windowed (c, q)
             ? !ft_cone_infeasible (c->cone, *q, needed)
             : ft_cone_ask (c->cone, *q);
}

// Whether reads whose use is not known are what makes the pair impossible.
static bool blame_frozen (const ft_certifier *c, ft_question q,
                          ft_strbuf *to) {
  const ft_facts *f = c->facts;
  bool others = f->recorded || f->system || f->assumed;
  q.relaxed = q.frozen = true;
  if (!f->frozen || (others && is_feasible (c, &q)))
    return false;
  ft_id e = last_frozen (f, &q);
  bool ticket = e != FT_NO_ID && f->trace->events[e].kind == FT_ATOMIC_RMW;
  bool unvalued = e != FT_NO_ID && f->reads->unvalued[e];
  ft_strbuf_add (to, "%s",
                 unvalued
                     ? "ordered only by a read whose value another write might "
                       "leave, of which no value is recorded"
                 : ticket ? "ordered only by an atomic update whose value is used "
                          "as an address, or not known how, taken as recorded"
                        : "ordered only by a read of which it is not known what "
                          "depends on it, taken as recorded");
  if (e != FT_NO_ID)
    ft_strbuf_add (to, ", such as at %s",
                   ft_tables_name (&f->trace->tables, FT_CLASS_LOCATION,
                                   f->trace->events[e].location));
  return true;
}

static const char ordered_by_system[] =
    "ordered only by input, output, signals or the like, taken as recorded";

static void blame_system (const ft_facts *f, const ft_question *q,
                          ft_strbuf *to) {
  ft_strbuf_add (to, "%s",
                 f->recorded ? "; and input, output, signals and the like go "
                               "as recorded"
                             : ordered_by_system);
  add_example (f, q, false, to);
}

static void blame_assumed (const ft_facts *f, const ft_question *q,
                           ft_strbuf *to) {
  ft_strbuf_add (to, "%s",
                 f->recorded ? "; and calls without records keep their order "
                               "(assumed)"
                 : f->system ? ", or by calls without records in between "
                               "(assumed)"
                             : "ordered only by calls without records in "
                               "between (assumed)");
  add_example (f, q, true, to);
  ft_strbuf_add (to, "; --assume-unrecorded independent leaves these out");
}

static void blame_window (const ft_facts *f, const ft_question *q,
                          ft_strbuf *to) {
  ft_strbuf_add (to,
                 "impossible within its window (events %u to %u) as long as ",
                 q->begin, q->end - 1);
  ft_kept_write (f->kept, to);
  ft_strbuf_add (to, " go as recorded; try --window unbounded");
}

// Whether orders of the system alone make the pair impossible, so that nothing else has
// to be named.  The cause stays that of assumed orders: no relaxed model may refute the pair
// ('ft_outcome_relax'), since it knows nothing of writes without a record.
static bool blame_system_alone (const ft_certifier *c, const ft_question *q,
                                ft_strbuf *to) {
  const ft_ideals *system = c->needed[FT_NEEDED_SYSTEM];
  ft_question relaxed = *q;
  relaxed.relaxed = true;
  if (!system || ft_certifier_is_windowed (c, q) ||
      !ft_cone_infeasible (c->cone, relaxed, system))
    return false;
  ft_strbuf_add (to, "%s", ordered_by_system);
  add_example (c->facts, q, false, to);
  return true;
}

// The proof uses recorded orders that are not necessary, so that the pair stays
// undecided.
static void leave_open (const ft_certifier *c, const ft_question *q,
                        ft_outcome *o) {
  const ft_facts *f = c->facts;
  bool windowed = ft_certifier_is_windowed (c, q);
  o->cause = FT_CAUSE_RECORDED;
  ft_strbuf_release (&o->reason);
  if (blame_frozen (c, *q, &o->reason))
    return;
  o->cause = f->assumed                 ? FT_CAUSE_ASSUMED
             : windowed && !f->recorded ? FT_CAUSE_WINDOW
                                        : FT_CAUSE_RECORDED;
  if (f->assumed && blame_system_alone (c, q, &o->reason))
    return;
  if (f->recorded)
    ft_certifier_blame_kept (kept_for_good (f), &o->reason);
  else if (windowed && !f->system && !f->assumed)
    blame_window (f, q, &o->reason);
  if (f->system)
    blame_system (f, q, &o->reason);
  if (f->assumed)
    blame_assumed (f, q, &o->reason);
}

static void explain_cone (ft_certifier *c, ft_outcome *o) {
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
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
  if (c->cone->must_succeed != FT_NO_ID)
    ft_strbuf_add (&o->reason,
                   "; beside a read the compare-and-swap would have to write");
}

// What an assumption is worth: events that a pair may need for the graph, and
// for the solver, to look for a proof that does without it.
enum { MOST_FOR_GRAPH = 200000, MOST_FOR_SOLVER = 5000 };

// How the relaxed question is asked that keeps to assumed orders and those of
// the system.
enum asked {
  ASKED_IN_VAIN, // certified, or the solver gave up
  ASKED_OPEN,    // not impossible, but no schedule was accepted
  ASKED_SOLVER,
  ASKED_GRAPH
};

// Asks it: what it certifies is certified.  If it is impossible the pair is
// not certified, but perhaps not refuted either.
static enum asked ask_assumed (ft_certifier *c, ft_question q, ft_outcome *o) {
  q.relaxed = q.keeps_assumed = true;
  if (!ft_cone_ask (c->cone, q))
    return ASKED_GRAPH;
  enum ft_vindication v = vindicate (c, &q, o);
  if (v == FT_DISPROVED)
    return ASKED_GRAPH;
  if (v == FT_VINDICATED && o->verdict == FT_CERTIFIED)
    return ASKED_IN_VAIN;
  ft_strbuf_release (&o->reason);
  enum ft_answer answer = ft_certifier_solve (c, &q, o);
  if (answer == FT_UNSAT)
    return ASKED_SOLVER;
  return answer == FT_SAT && o->verdict != FT_CERTIFIED ? ASKED_OPEN
                                                        : ASKED_IN_VAIN;
}

// Asks the relaxed question after the strict one was found impossible.  With
// 'brief' the checker accepts no schedule, so that one is only looked for to do
// without the solver, and nothing if the cone is large.
static void ask_relaxed (ft_certifier *c, ft_question q, bool brief,
                         ft_outcome *o) {
  enum ft_vindication v = FT_NOT_DECIDED;
  enum ft_answer answer = FT_SAT;
  q.relaxed = true;
  if (!ft_cone_ask (c->cone, q)) {
    explain_cone (c, o);
    refute (c, &q, "graph", o);
    return;
  }
  uint64_t size = brief ? ft_cone_base_size (c->cone) : 0;
  if (brief && (c->facts->choices || size > MOST_FOR_SOLVER))
    v = size <= MOST_FOR_GRAPH ? disprove (c, o) : FT_NOT_DECIDED;
  else
    v = vindicate (c, &q, o);
  if (v == FT_DISPROVED)
    refute (c, &q, "graph", o);
  if (v == FT_DISPROVED || o->verdict == FT_CERTIFIED)
    return;
  ft_strbuf_release (&o->reason);
  if (v != FT_VINDICATED && size <= MOST_FOR_SOLVER)
    answer = ft_certifier_solve (c, &q, o);
  if (answer == FT_SAT && o->verdict == FT_CERTIFIED)
    ft_strbuf_release (&o->reason);
  else if (answer == FT_SAT) {
    q.relaxed = false;
    if (brief || !certify_by_search (c, &q, o))
      leave_open (c, &q, o);
  } else if (answer == FT_UNSAT) {
    explain_unsat (c, o);
    refute (c, &q, "smt", o);
  }
}

// Nothing is certified against an assumed order, so that a pair which these
// make impossible at once needs no more than a brief look at whether it is
// impossible without them.
static void refute_relaxed (ft_certifier *c, ft_question q, ft_outcome *o) {
  const ft_facts *f = c->facts;
  enum asked asked = ASKED_SOLVER;
  if (f->assumed || f->system)
    asked = ask_assumed (c, q, o);
  if (asked == ASKED_OPEN && !certify_by_search (c, &q, o))
    leave_open (c, &q, o);
  else if (asked == ASKED_SOLVER || asked == ASKED_GRAPH)
    ask_relaxed (c, q, asked == ASKED_GRAPH, o);
}

// After the graph certifier found the strict question impossible.
static void refute_or_relax (ft_certifier *c, ft_question q, ft_outcome *o) {
  if (c->cone->uses_unnecessary)
    refute_relaxed (c, q, o);
  else
    refute (c, &q, "graph", o);
}

// Clocks show that the question is impossible under assumed orders, so that it
// is not certified.  Whether it is refuted is looked at if little is needed.
static void decide_assumed (ft_certifier *c, ft_question q, ft_outcome *o) {
  const ft_ideals *needed = c->needed[FT_MODEL_MCM];
  if (ft_ideals_size (needed, q.targets, q.count) <= MOST_FOR_GRAPH)
    ask_relaxed (c, q, true, o);
  else
    leave_open (c, &q, o);
}

bool ft_certifier_keeps_apart (ft_certifier *c, const ft_question *q) {
  const ft_ideals *assumed = c->needed[FT_NEEDED_ASSUMED];
  for (uint32_t i = 0; i < q->count; i++)
    if (q->targets[i] >= c->facts->trace->size)
      return false; // on an alternative path, of which clocks know nothing
  return assumed && !ft_certifier_is_windowed (c, q) &&
         ft_cone_infeasible (c->cone, *q, assumed);
}

// A lock that the program makes of an atomic word, which two targets hold;
// FT_NO_ID: none.
static ft_id find_word_lock (const ft_certifier *c, const ft_question *q) {
  const ft_word_locks *words = c->facts->words;
  for (uint32_t i = 0; words && i < q->count; i++)
    for (uint32_t j = 0; j < i; j++) {
      ft_id common =
          ft_word_locks_common (words, ft_word_locks_held (words, q->targets[i]),
                                ft_word_locks_held (words, q->targets[j]));
      if (common != FT_NO_ID)
        return common;
    }
  return FT_NO_ID;
}

static bool refute_by_word_lock (ft_certifier *c, const ft_question *q,
                                 ft_outcome *o) {
  ft_id lock = find_word_lock (c, q);
  if (lock == FT_NO_ID)
    return false;
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  ft_strbuf_release (&o->reason);
  ft_strbuf_add (&o->reason,
                 "both threads hold the lock that the program makes of '%s': a "
                 "thread takes it by an atomic update that must find it free, "
                 "and only the thread that holds it writes that it is free",
                 ft_tables_name (&c->facts->trace->tables, FT_CLASS_VARIABLE,
                                 lock));
  refute (c, q, "graph", o);
  return true;
}

void ft_certifier_strict (ft_certifier *c, ft_question q, ft_outcome *o) {
  FT_DEBUG (PREDICT, 1, "%u events pending, %u and %u first, in %u-%u%s",
            q.count, q.targets[0], q.targets[1], q.begin, q.end,
            q.relaxed ? ", necessary orders alone" : "");
  if (refute_by_word_lock (c, &q, o))
    return;
  if (ft_certifier_infeasible (c, &q)) {
    explain_cone (c, o);
    refute (c, &q, "graph", o);
    return;
  }
  if (ft_certifier_keeps_apart (c, &q)) {
    decide_assumed (c, q, o);
    return;
  }
  if (!ft_cone_ask (c->cone, q)) {
    explain_cone (c, o);
    refute_or_relax (c, q, o);
    return;
  }
  if (certify_cone (c, &q, o) || certify_as_recorded (c, &q, o))
    return;
  ft_cone_ask (c->cone, q);
  if (vindicate (c, &q, o) != FT_NOT_DECIDED) {
    if (o->verdict != FT_CERTIFIED)
      refute_or_relax (c, q, o);
    return;
  }
  ft_strbuf_release (&o->reason);
  if (ft_certifier_solve (c, &q, o) != FT_UNSAT)
    return;
  if (c->facts->unnecessary) {
    refute_relaxed (c, q, o);
    return;
  }
  explain_unsat (c, o);
  refute (c, &q, "smt", o);
}
