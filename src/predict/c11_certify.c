// Each of the two accesses may be the last one.  A question is asked as one of
// sequential consistency is: the events that it needs, the graph with a greedy
// schedule, the solver.  If it is impossible as recorded it is asked again with
// the orders alone that every reordering has: what these do not allow is refuted.
//
// Random walks by the checker's rules look at pairs that the solver leaves open:
// the checker has a choice where the constraints keep a recorded order.
//
// Under the relaxed models the solver is asked alone: 'h' of 'encoders/maximal_c11.c'
// beside the values and paths of 'encoders/recipe.h'.  It may find a witness, and
// refutes nothing.

#include "predict/c11_certify.h"

#include "certify/pct.h"
#include "certify/vindicate.h"
#include "predict/certifier.h"

// Events that one random search may execute: some hundred walks, 50 ms.
enum { WALKS = 100, WALK_BUDGET = 200000 };

enum answer { IMPOSSIBLE, CERTIFIED, OPEN };

typedef struct attempt {
  ft_certifier *certifier;
  const ft_question *question;
  ft_outcome *outcome;
} attempt;

static bool accept (void *context, const ft_ids *order) {
  attempt *a = context;
  ft_witness *w = &a->outcome->witness;
  ft_certifier_begin_witness (a->certifier, a->question, w);
  for (size_t i = 0; i < order->list.size; i++)
    FT_PUSH (w->schedule, order->list.begin[i]);
  ft_certifier_end_witness (a->question, w);
  return ft_certifier_accepts (a->certifier, w, NULL);
}

static enum answer ask (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  attempt a = {c, q, o};
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  if (!ft_cone_ask (c->cone, *q))
    return IMPOSSIBLE;
  switch (ft_vindicate (c->cone, c->options->memory / 2,
                        ft_question_has_finding (q) ? accept : NULL, &a,
                        &o->reason)) {
  case FT_DISPROVED:
    return IMPOSSIBLE;
  case FT_VINDICATED:
    ft_outcome_decide (o, FT_CERTIFIED, "graph");
    return CERTIFIED;
  case FT_NOT_DECIDED:
    break;
  }
  ft_witness_release (&o->witness);
  ft_strbuf_release (&o->reason);
  enum ft_answer answer = ft_certifier_solve (c, q, o);
  return answer == FT_UNSAT               ? IMPOSSIBLE
         : o->verdict == FT_CERTIFIED ? CERTIFIED
                                      : OPEN;
}

// ---- one order of the accesses ---------------------------------------------

// Whether the question as recorded has nothing that some reordering may lack.
static bool is_exact (const ft_facts *f) {
  return !f->unnecessary && !f->orders && !f->enablers;
}

// With the orders alone that every reordering has.
static enum answer ask_relaxed (ft_certifier *c, ft_question q, ft_outcome *o) {
  const ft_facts *f = c->facts;
  q.relaxed = true;
  if (f->assumed || f->system) {
    q.keeps_assumed = true;
    if (ask (c, &q, o) == CERTIFIED)
      return CERTIFIED;
    q.keeps_assumed = false;
  }
  return ask (c, &q, o);
}

static enum answer ask_all (ft_certifier *c, const ft_question *q,
                            ft_outcome *o) {
  enum answer found = ask (c, q, o);
  return found == IMPOSSIBLE && !is_exact (c->facts) ? ask_relaxed (c, *q, o)
                                                     : found;
}

// Whether an impossible question is impossible by the release sequences of C++20,
// too, which order less.  The checker has those of C11, so that there is no witness.
static bool is_impossible_in_cxx20 (ft_certifier *c, ft_question q,
                                    ft_outcome *o) {
  q.cxx20 = true;
  if (!c->facts->own_stores || ask_all (c, &q, o) == IMPOSSIBLE)
    return true;
  ft_strbuf_release (&o->reason);
  ft_strbuf_add (&o->reason, "a release sequence orders them that in C++20 ends at a "
                             "later store of its thread");
  return false;
}

static uint64_t walk_budget (ft_id events) {
  uint64_t budget = (uint64_t)WALKS * events;
  return events >= WALK_BUDGET  ? 0
         : budget < WALK_BUDGET ? budget
                                : WALK_BUDGET;
}

static bool walk (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  attempt a = {c, q, o};
  uint64_t budget = walk_budget (c->facts->trace->size);
  if (!budget ||
      !ft_pct_search (c->facts, c->checker, q, budget, accept, &a)) {
    ft_witness_release (&o->witness);
    return false;
  }
  ft_outcome_decide (o, FT_CERTIFIED, "graph");
  ft_strbuf_release (&o->reason);
  return true;
}

// The weakest question about the two accesses: it has only the orders that every
// reordering has, and the release sequences of C++20.  If it has no answer, no other
// question has one.  Most pairs that are asked about are impossible.
static ft_question weakest_of (const ft_facts *f, ft_question q) {
  q.relaxed = !is_exact (f);
  q.cxx20 = f->own_stores;
  return q;
}

// 'first' happens before 'last' or is unordered with it.  Where 'first' gives back
// the memory that 'last' is about to access, a schedule is no witness: in reorderings
// nothing accesses what was given back.
static enum answer decide_order (ft_certifier *c, ft_id first, ft_id last,
                                 ft_outcome *o) {
  const ft_facts *f = c->facts;
  ft_question q = ft_question_of_c11 (first, last, f->trace->size);
  q.after_free = f->trace->events[first].kind == FT_FREE;
  ft_question weakest = weakest_of (f, q);
  enum answer found = ask (c, &weakest, o);
  if (found == OPEN && (weakest.relaxed || weakest.cxx20)) {
    ft_strbuf_release (&o->reason);
    found = ask_all (c, &q, o);
    if (found == IMPOSSIBLE && !is_impossible_in_cxx20 (c, q, o))
      return OPEN;
  }
  return found == OPEN && !q.after_free && walk (c, &q, o) ? CERTIFIED : found;
}

// ---- a pair ----------------------------------------------------------------

static void relax (ft_certifier *c, ft_id first, ft_id last,
                   enum ft_model model, ft_outcome *o) {
  ft_question q = ft_question_of_c11 (first, last, c->facts->trace->size);
  q.model = model;
  if (c->facts->trace->events[first].kind != FT_FREE &&
      ft_certifier_asks (c, &q, model))
    ft_certifier_relax_c11 (c, &q, o);
}

static void relax_both (ft_certifier *c, const ft_id pair[2],
                        enum ft_model model, double timeout, ft_outcome *o) {
  ft_id size = c->facts->trace->size;
  if (model == FT_MODEL_VALUE && (pair[0] >= size || pair[1] >= size))
    return;
  ft_certifier_begin (c, timeout, o);
  for (int k = 1; k >= 0 && o->verdict != FT_CERTIFIED; k--)
    relax (c, pair[1 - k], pair[k], model, o);
  ft_certifier_enter (c, c->stage, o);
  o->model = model;
}

void ft_certify_c11 (ft_certifier *c, const ft_id pair[2], enum ft_model model,
                     double timeout, ft_outcome *o) {
  bool open = false;
  ft_id size = c->facts->trace->size;
  *o = (ft_outcome){.verdict = FT_UNDECIDED, .cause = FT_CAUSE_MEMORY_MODEL};
  if (model != FT_MODEL_MCM) {
    relax_both (c, pair, model, timeout, o);
    return;
  }
  if (pair[0] >= size || pair[1] >= size) { // no order of the recorded events
    ft_outcome_decide (o, FT_REFUTED, "graph");
    ft_strbuf_add (&o->reason, "%s", ft_certifier_on_altpath);
    return;
  }
  ft_certifier_begin (c, timeout, o);
  for (int k = 1; k >= 0 && o->verdict != FT_CERTIFIED; k--)
    open |= decide_order (c, pair[1 - k], pair[k], o) == OPEN;
  ft_certifier_enter (c, c->stage, o);
  if (o->verdict == FT_CERTIFIED)
    ft_strbuf_release (&o->reason);
  else {
    ft_witness_release (&o->witness);
    o->cause = FT_CAUSE_MEMORY_MODEL;
  }
  if (o->verdict != FT_CERTIFIED && !open) {
    ft_strbuf_release (&o->reason);
    ft_outcome_decide (o, FT_REFUTED, "smt");
  }
}
