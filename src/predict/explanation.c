#include "predict/explanation.h"

#include <stdlib.h>

#include "candidate/pairs.h"
#include "certify/vindicate.h"
#include "predict/certify.h"
#include "predict/memory_model.h"
#include "predict/unsat_core.h"
#include "predict/worker.h"

// The number of pairs of events that are examined between two locations.
#define PAIR_LIMIT 20000000

static void release_explanation (ft_explanation *e) {
  free (e->race.reason);
  ft_witness_release (&e->race.witness);
  FT_RELEASE (e->path.edges);
  ft_changes_release (&e->changes);
  ft_reason_release (&e->reason);
}

void ft_explanations_release (ft_explanations *x) {
  for (size_t i = 0; i < x->pairs.size; i++)
    release_explanation (x->pairs.begin + i);
  FT_RELEASE (x->pairs);
  for (int i = 0; i < FT_OBSTACLE_COUNT; i++)
    FT_RELEASE (x->apart[i].path.edges);
  *x = (ft_explanations){0};
}

// ---- refuted -------------------------------------------------------------

static bool find_core (ft_cone *cone, const ft_check_options *options,
                       ft_reason *r) {
  // A core must not rest on the orders that saturation forced.
  FT_CLEAR (cone->forced);
  ft_cone_widen (cone, UINT64_MAX);
  // The cores of the propagator of 'maximal.c' were observed to be too small,
  // so that the encoder in difference logic is used.
  return ft_unsat_core_find (cone, &ft_maximal_idl, options->timeout,
                             options->memory, r);
}

bool ft_explain_refuted (const ft_facts *facts, const ft_check_options *options,
                         const ft_ideals *needed, const ft_id pair[2],
                         ft_reason *r) {
  ft_question q = ft_question_of_pair (pair, 0, facts->trace->size);
  ft_cone *cone = ft_cone_new (facts);
  cone->needed = needed;
  ft_closure closure;
  ft_closure_init (&closure, cone);
  q.relaxed = true;
  if (!ft_cone_ask (cone, q) ||
      (needed && ft_cone_infeasible (cone, q, needed)))
    ft_cone_prove (cone, r);
  else if (ft_cone_ask (cone, q) &&
           ft_closure_saturate_base (&closure, options->memory) ==
               FT_CLOSURE_CONTRADICTION &&
           !closure.again)
    ft_closure_prove (&closure, r);
  else if (ft_cone_ask (cone, q))
    find_core (cone, options, r);
  ft_closure_release (&closure);
  ft_cone_free (cone);
  return r->kind != FT_REASON_NONE;
}

// ---- one candidate -------------------------------------------------------

static void find_relations (const ft_facts *facts, ft_race *race) {
  ft_pair pair = {race->pair[0], race->pair[1], race->variable,
                  1u << FT_REL_FORK_JOIN};
  ft_candidate candidate = {.closest = &pair, .kept = 1};
  ft_candidates all = {0};
  FT_PUSH (all.list, candidate);
  ft_candidates_classify (&all, facts->index,
                          1u << FT_REL_HB | 1u << FT_REL_WCP | 1u << FT_REL_DC,
                          NULL);
  race->unordered_by = pair.unordered_by;
  FT_RELEASE (all.list);
}

static void decide (const ft_facts *facts, const ft_check_options *options,
                    const ft_ideals *needed, const ft_id pair[2],
                    ft_race *race) {
  const ft_ideals *clocks[FT_NEEDED_COUNT] = {[FT_MODEL_MCM] = needed};
  ft_certifier *certifier = ft_certifier_new (facts, options, NULL);
  ft_certifier_set_ideals (certifier, clocks);
  ft_outcome o;
  double begin = ft_seconds_now ();
  ft_certify (certifier, pair, options->timeout, &o);
  *race = (ft_race){.pair = {pair[0], pair[1]},
                    .instances = 1,
                    .verdict = o.verdict,
                    .model = o.model,
                    .left_open = o.left_open,
                    .open_cause = o.open_cause,
                    .certifier = o.certifier,
                    .seconds = ft_seconds_now () - begin};
  ft_trace_conflict (facts->trace, pair[0], pair[1], &race->variable);
  if (o.verdict == FT_CERTIFIED) {
    race->witness = o.witness;
    o.witness = (ft_witness){0};
  } else
    race->reason = ft_strbuf_take (&o.reason);
  ft_outcome_release (&o);
  if (ft_check_memory_model (options, facts->trace) != FT_MEMORY_SC)
    ft_memory_model_certify (certifier, facts, options, race);
  ft_certifier_free (certifier);
}

// Adds the details that belong to the verdict.
static void add_details (const ft_facts *facts, const ft_check_options *options,
                         const ft_ideals *needed, ft_explanation *e) {
  const ft_race *race = &e->race;
  if (race->pair[1] >= facts->trace->size) {
    if (race->verdict == FT_CERTIFIED)
      ft_changes_find (facts->index, &race->witness, &e->changes);
    return;
  }
  find_relations (facts, &e->race);
  e->ordered = !(race->unordered_by >> FT_REL_HB & 1);
  if (e->ordered)
    ft_hb_path_find (facts, race->pair[0], race->pair[1], false, &e->path);
  if (race->verdict == FT_CERTIFIED)
    ft_changes_find (facts->index, &race->witness, &e->changes);
  else if (race->verdict == FT_REFUTED)
    ft_explain_refuted (facts, options, needed, race->pair, &e->reason);
}

// ---- pairs of events -----------------------------------------------------

static void note_obstacle (const ft_facts *facts, enum ft_obstacle o, ft_id a,
                           ft_id b, ft_explanations *x) {
  ft_kept_apart *k = x->apart + o;
  if (k->pairs++)
    return;
  k->example[0] = a;
  k->example[1] = b;
  k->lock = FT_NO_ID;
  if (o == FT_OBSTACLE_COMMON_LOCK)
    k->lock = ft_obstacle_lock (facts->index, a, b);
  if (o == FT_OBSTACLE_ORDERED)
    ft_hb_path_find (facts, a, b, true, &k->path);
}

// Keeps the closest candidates, by distance and then position.
struct closest {
  ft_id pairs[FT_EXPLAINED_PAIRS][2];
  size_t size;
};

static bool is_closer (const ft_id p[2], const ft_id q[2]) {
  ft_id d = p[1] - p[0], e = q[1] - q[0];
  return d != e ? d < e : p[0] < q[0];
}

static void keep_closest (struct closest *c, ft_id a, ft_id b) {
  ft_id pair[2] = {a, b};
  size_t i = c->size;
  if (i == FT_EXPLAINED_PAIRS) {
    if (!is_closer (pair, c->pairs[i - 1]))
      return;
    i--;
  } else
    c->size++;
  for (; i && is_closer (pair, c->pairs[i - 1]); i--) {
    c->pairs[i][0] = c->pairs[i - 1][0];
    c->pairs[i][1] = c->pairs[i - 1][1];
  }
  c->pairs[i][0] = a;
  c->pairs[i][1] = b;
}

// Certified pairs come first, then undecided, then refuted ones; among equals
// the closest pair.
static int compare_explanations (const void *a, const void *b) {
  const ft_race *p = &((const ft_explanation *)a)->race;
  const ft_race *q = &((const ft_explanation *)b)->race;
  int order = ft_verdict_rank (p->verdict) - ft_verdict_rank (q->verdict);
  return order                          ? order
         : is_closer (p->pair, q->pair) ? -1
                                        : is_closer (q->pair, p->pair);
}

// ---- what is in the way under c11 ----------------------------------------------

static bool is_open_under_c11 (const ft_race *race) {
  return race->verdict == FT_UNDECIDED && race->cause == FT_CAUSE_MEMORY_MODEL;
}

static bool any_open_under_c11 (const ft_explanations *x) {
  for (size_t i = 0; i < x->pairs.size; i++)
    if (is_open_under_c11 (&x->pairs.begin[i].race))
      return true;
  return false;
}

// Whether the races are of the same two locations, or events.
static bool are_alike (const ft_trace *t, const ft_race *a, const ft_race *b) {
  if (a->pair[0] == b->pair[0] && a->pair[1] == b->pair[1])
    return true;
  ft_id p[2], q[2];
  for (int i = 0; i < 2; i++) {
    p[i] = t->events[a->pair[i]].location;
    q[i] = t->events[b->pair[i]].location;
    if (p[i] == FT_NO_ID || q[i] == FT_NO_ID)
      return false;
  }
  return (p[0] == q[0] && p[1] == q[1]) || (p[0] == q[1] && p[1] == q[0]);
}

// Takes over what a check of all pairs says: what is in the way of a proof or, if
// nothing is, the proof, which is one about reads that return what they returned.
static void take_over (const ft_check_options *options, const ft_race *from,
                       ft_race *race) {
  bool refuted = from->verdict == FT_REFUTED;
  if (!refuted && !is_open_under_c11 (from))
    return;
  ft_strbuf reason = {0};
  ft_strbuf_add (&reason, "%s", from->reason ? from->reason : "");
  free (race->reason);
  race->reason = ft_strbuf_take (&reason);
  if (!refuted)
    return;
  race->verdict = FT_REFUTED;
  race->model = FT_MODEL_MCM;
  race->certifier = from->certifier;
  if (options->model != FT_MODEL_MCM) {
    race->left_open = FT_MODEL_VALUE;
    race->open_cause = FT_CAUSE_MEMORY_MODEL;
  }
}

// A pair alone does not show whether others are in the way of a proof under c11: all
// pairs are decided for that, in the time of one.
static void find_ways (const ft_facts *facts, const ft_check_options *options,
                       ft_explanations *x) {
  ft_check_options all = *options;
  ft_results results;
  if (!any_open_under_c11 (x))
    return;
  all.model = FT_MODEL_MCM;
  all.all_pairs = all.deadlocks = all.failures = false;
  all.window = 0;
  all.begun = 0;
  all.budget = options->timeout;
  ft_check (facts->trace, &all, &results);
  for (size_t i = 0; i < x->pairs.size; i++)
    for (size_t k = 0; k < results.size; k++) {
      ft_race *race = &x->pairs.begin[i].race;
      if (is_open_under_c11 (race) && race->pair[1] < facts->trace->size &&
          results.races[k].pair[1] < facts->trace->size &&
          are_alike (facts->trace, race, results.races + k))
        take_over (options, results.races + k, race);
    }
  ft_results_release (&results);
}

static void decide_all (const ft_facts *facts, const ft_check_options *options,
                        const struct closest *c, ft_explanations *x) {
  ft_deadline deadline = ft_deadline_in (options->timeout, NULL);
  ft_ideals *needed =
      c->size ? ft_ideals_needed (facts, FT_MODEL_MCM, &deadline) : NULL;
  for (size_t i = 0; i < c->size; i++) {
    ft_explanation e = {0};
    decide (facts, options, needed, c->pairs[i], &e.race);
    FT_PUSH (x->pairs, e);
  }
  find_ways (facts, options, x);
  for (size_t i = 0; i < x->pairs.size; i++)
    add_details (facts, options, needed, x->pairs.begin + i);
  ft_ideals_free (needed);
  if (x->pairs.size)
    qsort (x->pairs.begin, x->pairs.size, sizeof *x->pairs.begin,
           compare_explanations);
}

static bool contains (const ft_event_set *p, ft_id e) {
  size_t low = 0, high = p->list.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (p->list.begin[middle] < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low < p->list.size && p->list.begin[low] == e;
}

void ft_explain_locations (const ft_facts *facts,
                           const ft_check_options *options,
                           const ft_event_set *a, const ft_event_set *b,
                           ft_explanations *x) {
  ft_obstacles obstacles;
  struct closest closest = {.size = 0};
  uint64_t seen = 0;
  ft_obstacles_init (&obstacles, facts->index);
  for (size_t i = 0; i < a->list.size; i++)
    for (size_t j = 0; j < b->list.size && !x->truncated; j++) {
      ft_id p = a->list.begin[i], q = b->list.begin[j];
      // A pair of two events that are in both lists counts once.
      if (p == q || (p > q && contains (a, q) && contains (b, p)))
        continue;
      ft_id first = p < q ? p : q, second = p < q ? q : p;
      enum ft_obstacle o = ft_obstacle_of (&obstacles, first, second);
      note_obstacle (facts, o, first, second, x);
      if (o == FT_OBSTACLE_NONE)
        keep_closest (&closest, first, second);
      x->truncated = ++seen == PAIR_LIMIT;
    }
  ft_obstacles_release (&obstacles);
  decide_all (facts, options, &closest, x);
}

void ft_explain_pair (const ft_facts *facts, const ft_check_options *options,
                      const ft_id pair[2], ft_explanations *x) {
  if (pair[1] >= facts->trace->size) {
    struct closest only = {{{pair[0], pair[1]}}, 1};
    decide_all (facts, options, &only, x);
    return;
  }
  ft_event_set a = {0}, b = {0};
  FT_PUSH (a.list, pair[0]);
  FT_PUSH (b.list, pair[1]);
  ft_explain_locations (facts, options, &a, &b, x);
  FT_RELEASE (a.list);
  FT_RELEASE (b.list);
}
