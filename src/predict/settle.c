// Enters the outcomes of candidates into the results.

#include <assert.h>

#include "predict/deadlocks.h"
#include "predict/failures.h"
#include "predict/search.h"

// The distance of the farthest instance kept, 0 if all instances are kept.
static ft_id farthest_of (const ft_candidate *c) {
  const ft_pair *last = c->closest + c->kept - 1;
  return c->instances > c->kept ? last->second - last->first : 0;
}

static void settle_race (const ft_search *s, ft_results *x, size_t i,
                         uint32_t instance, ft_outcome *o) {
  const ft_candidate *candidate = s->candidates->list.begin + i;
  const ft_pair *pair = candidate->closest + instance;
  ft_race *race = x->races + i;
  race->pair[0] = pair->first;
  race->pair[1] = pair->second;
  race->variable = pair->variable;
  race->unordered_by = pair->unordered_by;
  race->instances = candidate->instances;
  race->farthest = farthest_of (candidate);
  race->verdict = o->verdict;
  race->model = o->model;
  race->certifier = o->certifier;
  race->cause = o->cause;
  race->left_open = o->left_open;
  race->open_cause = o->open_cause;
  if (o->verdict == FT_CERTIFIED)
    race->witness = o->witness;
  else {
    race->reason = ft_strbuf_take (&o->reason);
    ft_witness_release (&o->witness);
  }
  ft_strbuf_release (&o->reason);
  x->certified += race->verdict == FT_CERTIFIED;
  x->refuted += race->verdict == FT_REFUTED;
  x->undecided += race->verdict == FT_UNDECIDED;
}

// A worker's witness is checked before it counts.
static void check_witness (ft_search *s, ft_outcome *o) {
  if (o->verdict != FT_CERTIFIED)
    return;
  if (ft_checker_accepts (s->checker, &o->witness, NULL)) {
    ft_checker_changes (s->checker, &o->witness);
    return;
  }
  o->verdict = FT_UNDECIDED;
  o->certifier = NULL;
  o->cause = FT_CAUSE_REFUSED;
  ft_witness_release (&o->witness);
  ft_strbuf_add (&o->reason, "the witness of a worker was refused");
}

// The stricter verdict as an outcome again.
static ft_outcome take_race (ft_results *x, ft_race *race) {
  ft_outcome o = {.verdict = race->verdict,
                  .certifier = race->certifier,
                  .cause = race->cause,
                  .model = race->model,
                  .left_open = race->left_open,
                  .open_cause = race->open_cause};
  ft_strbuf_add (&o.reason, "%s", race->reason ? race->reason : "");
  free (race->reason);
  race->reason = NULL;
  x->refuted -= race->verdict == FT_REFUTED;
  x->undecided -= race->verdict == FT_UNDECIDED;
  return o;
}

static uint32_t instance_of (const ft_candidate *c, const ft_race *race) {
  uint32_t i = 0;
  while (i + 1 < c->kept && (c->closest[i].first != race->pair[0] ||
                             c->closest[i].second != race->pair[1]))
    i++;
  return i;
}

void ft_settle_relaxed (ft_search *s, ft_results *x, size_t i,
                        uint32_t instance, ft_outcome *relaxed) {
  ft_race *race = x->races + i;
  assert (race->verdict != FT_CERTIFIED);
  check_witness (s, relaxed);
  if (relaxed->verdict != FT_CERTIFIED)
    instance = instance_of (s->candidates->list.begin + i, race);
  ft_outcome o = take_race (x, race);
  ft_outcome_relax (&o, relaxed);
  settle_race (s, x, i, instance, &o);
}

void ft_settle (ft_search *s, ft_results *x, size_t i, uint32_t instance,
                ft_outcome *o) {
  const ft_deadlock_candidate *deadlock = ft_work_deadlock (&s->work, i);
  const ft_failure_candidate *failure = ft_work_failure (&s->work, i);
  check_witness (s, o);
  if (failure)
    ft_failure_settle (x, s->facts ? s->facts->trace : NULL,
                       i - ft_work_first_failure (&s->work), failure, instance, o);
  else if (deadlock)
    ft_deadlock_settle (x, i - x->size, deadlock, instance, o);
  else
    settle_race (s, x, i, instance, o);
}

void ft_settle_seconds (ft_results *x, size_t i, double seconds) {
  if (i < x->size)
    x->races[i].seconds += seconds;
  else if (i < x->size + x->deadlock_count)
    x->deadlocks[i - x->size].seconds += seconds;
  else
    x->failures[i - x->size - x->deadlock_count].seconds += seconds;
}

void ft_settle_open (ft_search *s, ft_results *x, size_t i, enum ft_cause cause,
                     const char *reason) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .cause = cause};
  ft_strbuf_add (&o.reason, "%s", reason);
  ft_settle (s, x, i, 0, &o);
}
