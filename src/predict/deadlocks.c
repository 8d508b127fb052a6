#include "predict/deadlocks.h"

#include <string.h>

void ft_deadlock_settle (ft_results *results, size_t i,
                         const ft_deadlock_candidate *candidate,
                         uint32_t instance, ft_outcome *o) {
  ft_deadlock *d = results->deadlocks + i;
  memcpy (d->acquires, candidate->closest[instance].acquires,
          sizeof d->acquires);
  d->length = candidate->length;
  d->instances = candidate->instances;
  d->verdict = o->verdict;
  d->certifier = o->certifier;
  if (o->verdict == FT_CERTIFIED)
    d->witness = o->witness;
  else {
    d->reason = ft_strbuf_take (&o->reason);
    ft_witness_release (&o->witness);
  }
  ft_strbuf_release (&o->reason);
  results->deadlocks_certified += d->verdict == FT_CERTIFIED;
  results->deadlocks_refuted += d->verdict == FT_REFUTED;
  results->deadlocks_undecided += d->verdict == FT_UNDECIDED;
}

static int compare (const void *a, const void *b) {
  const ft_deadlock *p = a, *q = b;
  if (p->verdict != q->verdict)
    return ft_verdict_rank (p->verdict) - ft_verdict_rank (q->verdict);
  for (uint32_t i = 0; i < p->length && i < q->length; i++)
    if (p->acquires[i] != q->acquires[i])
      return p->acquires[i] < q->acquires[i] ? -1 : 1;
  return (p->length > q->length) - (p->length < q->length);
}

void ft_deadlocks_rank (ft_results *results) {
  if (results->deadlock_count)
    qsort (results->deadlocks, results->deadlock_count,
           sizeof *results->deadlocks, compare);
}

// ---- races that are deadlocks --------------------------------------------

static bool has_thread_of (const ft_trace *trace, const ft_deadlock *d,
                           ft_id e) {
  for (uint32_t i = 0; i < d->length; i++)
    if (trace->events[d->acquires[i]].thread == trace->events[e].thread)
      return true;
  return false;
}

static void name_deadlock (const ft_trace *trace, const ft_results *results,
                           ft_race *race) {
  for (size_t i = 0; i < results->deadlocks_certified; i++) {
    const ft_deadlock *d = results->deadlocks + i;
    if (!has_thread_of (trace, d, race->pair[0]) ||
        !has_thread_of (trace, d, race->pair[1]))
      continue;
    ft_strbuf text = {0};
    ft_strbuf_add (&text, "%s; the WCP race is deadlock D%zu", race->reason,
                   i + 1);
    free (race->reason);
    race->reason = ft_strbuf_take (&text);
    return;
  }
}

void ft_deadlocks_annotate_races (const ft_trace *trace, ft_results *results) {
  for (size_t i = 0; i < results->size; i++) {
    ft_race *race = results->races + i;
    if (race->verdict == FT_REFUTED && race->reason &&
        (race->unordered_by >> FT_REL_WCP & 1))
      name_deadlock (trace, results, race);
  }
}
