// Schedules that walks find under the rules of the checker: of waits that nothing ends, at
// whose end the target of the question waits and no thread can go on, of the recorded
// events, and of those with alternative paths; of failures, and of pairs among many
// threads, with these paths.

#include "certify/pct.h"
#include "predict/certifier.h"

// Bounds on the events that a search may execute, 50 ms; of recorded events alone some
// hundred walks, with alternative paths, of which there may be many, more.
enum { WALKS = 150, WALK_BUDGET = 300000 };

// The events that walks to a failure may execute in each second that they are given, which
// is most of it; the walks that these are enough for at least, and what these may execute.
enum {
  FAILURE_RATE = 1000000,
  FAILURE_WALKS = 20,
  MOST_LEAST = 200000,
  MOST_SECONDS = 2
};

// From how many threads on pairs are looked for by walks before the solver is asked.
enum { MANY_THREADS = 12 };

typedef struct search {
  ft_certifier *certifier;
  const ft_question *question; // about the trace that is walked
  ft_outcome *outcome;
  unsigned accepted, enough; // schedules on paths
  ft_witness best;
  ft_id switches; // of threads, in the best one
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
  search s = {.certifier = c, .question = q, .outcome = o};
  return q->targets[0] < c->facts->trace->size &&
         ft_pct_search (c->facts, c->checker, q, budget_of (c->facts),
                        accept_recorded, &s);
}

// Of several schedules of a failure the one that leaves the recorded paths at the fewest
// branches is kept, of these the one with the fewest switches of threads: replays drive
// the program along it, and people read it.
enum { ENOUGH = 8 };

static bool keep_best (search *s, ft_witness *w) {
  const ft_trace *trace = s->certifier->outer->facts->trace;
  ft_id switches = 0;
  for (size_t i = 1; i < w->schedule.size; i++)
    switches += trace->events[w->schedule.begin[i]].thread !=
                trace->events[w->schedule.begin[i - 1]].thread;
  if (!s->accepted || w->flipped.size < s->best.flipped.size ||
      (w->flipped.size == s->best.flipped.size && switches < s->switches)) {
    ft_witness_release (&s->best);
    s->best = *w;
    s->switches = switches;
    *w = (ft_witness){0};
  }
  return ++s->accepted >= s->enough;
}

static bool accept_path (void *context, const ft_ids *events) {
  search *s = context;
  ft_witness *w = &s->outcome->witness;
  s->outcome->model = FT_MODEL_PATH;
  make_witness (s, s->question, events);
  ft_certifier_fold (s->certifier, w);
  if (!ft_certifier_accepts (s->certifier, w, NULL))
    return false;
  ft_checker_changes (s->certifier->checker, w);
  return keep_best (s, w);
}

static bool search_paths (ft_certifier *c, const ft_question *q,
                          uint64_t budget, unsigned enough, ft_outcome *o) {
  ft_question folded = *q, unfolded = ft_certifier_unfold (c, q);
  search s = {.certifier = c->paths, .question = &unfolded, .outcome = o, .enough = enough};
  folded.model = FT_MODEL_PATH;
  c->paths->folded = &folded;
  if (ft_possible_paths_has (c->facts->possible, unfolded.targets[0]))
    ft_pct_search (c->paths->facts, ft_checker_on_paths (c->checker), &unfolded,
                   budget, accept_path, &s);
  ft_witness_release (&o->witness);
  o->witness = s.best;
  return s.accepted;
}

void ft_certifier_hang (ft_certifier *c, const ft_question *q, ft_outcome *o) {
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  if (!ft_certifier_is_windowed (c, q) &&
      (search_recorded (c, q, o) ||
       (ft_certifier_asks (c, q, FT_MODEL_PATH) && search_paths (c, q, WALK_BUDGET, 1, o)))) {
    ft_outcome_decide (o, FT_CERTIFIED, "graph");
    return;
  }
  ft_witness_release (&o->witness);
  o->cause = FT_CAUSE_INSTANCES;
  ft_strbuf_add (&o->reason, "no order that was tried makes it wait for ever");
}

// The solver decides pairs of few threads fast.
static bool is_walked_to (const ft_certifier *c, const ft_question *q) {
  return ft_question_is_failure (q, c->facts)
             ? !ft_question_is_hang (q, c->facts)
             : c->facts->index->threads >= MANY_THREADS &&
                   !ft_question_is_deadlock (q, c->facts) &&
                   ft_question_must_succeed (q, c->facts) == FT_NO_ID;
}

bool ft_certify_walks (ft_certifier *c, ft_question q, double timeout,
                       ft_outcome *o) {
  double seconds = timeout < MOST_SECONDS ? timeout : MOST_SECONDS;
  uint64_t budget = (uint64_t)(seconds * FAILURE_RATE);
  *o = (ft_outcome){.verdict = FT_UNDECIDED, .cause = FT_CAUSE_INSTANCES};
  if (!c->paths || !ft_certifier_asks (c, &q, FT_MODEL_PATH) ||
      !is_walked_to (c, &q))
    return false;
  uint64_t least = (uint64_t)c->paths->facts->trace->size * FAILURE_WALKS;
  if (least > MOST_LEAST)
    return false;
  ft_certifier_begin (c, timeout, o);
  ft_certifier_enter (c, FT_CERTIFY_STAGE_GRAPH, o);
  if (search_paths (c, &q, budget > least ? budget : least,
                    q.count == 1 ? ENOUGH : 1, o))
    ft_outcome_decide (o, FT_CERTIFIED, "graph");
  else
    ft_witness_release (&o->witness);
  ft_certifier_enter (c, c->stage, o);
  return o->verdict == FT_CERTIFIED;
}
