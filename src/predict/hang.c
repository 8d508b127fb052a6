// Waits that nothing ends: schedules at whose end the target of the question waits and
// no thread can go on, of the recorded events, and of those with alternative paths.

#include "certify/pct.h"
#include "predict/certifier.h"

// Bounds on the events that a search may execute, 50 ms; of recorded events alone some
// hundred walks, with alternative paths, of which there may be many, more.
enum { WALKS = 150, WALK_BUDGET = 300000 };

typedef struct search {
  ft_certifier *certifier;
  const ft_question *question; // about the trace that is walked
  ft_outcome *outcome;
} search;

static uint64_t budget_of (const ft_facts *f) {
  uint64_t budget = (uint64_t)f->trace->size * WALKS;
  return budget < WALK_BUDGET ? budget : WALK_BUDGET;
}

static void make_witness (const search *s, const ft_question *q,
                          const ft_ids *events) {
  ft_witness *w = &s->outcome->witness;
  ft_certifier_begin_witness (s->certifier, q, w);
  for (size_t i = 0; i < events->list.size; i++)
    FT_PUSH (w->schedule, events->list.begin[i]);
}

// Under the strictest model that allows the schedule.
static bool accept_recorded (void *context, const ft_ids *events) {
  const search *s = context;
  ft_question q = *s->question;
  bool accepted = false;
  for (int m = FT_MODEL_MCM; m <= FT_MODEL_VALUE && !accepted; m++) {
    q.model = s->outcome->model = (enum ft_model)m;
    make_witness (s, &q, events);
    accepted =
        ft_certifier_accepts (s->certifier, &s->outcome->witness, NULL);
  }
  return accepted;
}

static bool search_recorded (ft_certifier *c, const ft_question *q,
                             ft_outcome *o) {
  search s = {c, q, o};
  return q->targets[0] < c->facts->trace->size &&
         ft_pct_search (c->facts, c->checker, q, budget_of (c->facts),
                        accept_recorded, &s);
}

static bool accept_path (void *context, const ft_ids *events) {
  const search *s = context;
  ft_witness *w = &s->outcome->witness;
  s->outcome->model = FT_MODEL_PATH;
  make_witness (s, s->question, events);
  ft_certifier_fold (s->certifier, w);
  if (!ft_certifier_accepts (s->certifier, w, NULL))
    return false;
  ft_checker_changes (s->certifier->checker, w);
  return true;
}

static bool search_paths (ft_certifier *c, const ft_question *q,
                          ft_outcome *o) {
  ft_question folded = *q, unfolded = ft_certifier_unfold (c, q);
  search s = {c->paths, &unfolded, o};
  folded.model = FT_MODEL_PATH;
  c->paths->folded = &folded;
  return ft_possible_paths_has (c->facts->possible, unfolded.targets[0]) &&
         ft_pct_search (c->paths->facts, ft_checker_on_paths (c->checker),
                        &unfolded, WALK_BUDGET, accept_path, &s);
}

void ft_certifier_hang (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  if (!ft_certifier_is_windowed (c, q) &&
      (search_recorded (c, q, o) ||
       (ft_certifier_asks (c, q, FT_MODEL_PATH) && search_paths (c, q, o)))) {
    ft_outcome_decide (o, FT_CERTIFIED, "graph");
    return;
  }
  ft_witness_release (&o->witness);
  o->cause = FT_CAUSE_INSTANCES;
  ft_strbuf_add (&o->reason, "no order that was tried makes it wait for ever");
}
