#include "predict/always_ordered.h"

#include "base/alloc.h"
#include "predict/unordered_pairs.h"
#include "trace/assumed.h"

// Whether an event of a barrier orders others in every schedule.
static bool is_fixed (const ft_facts *facts, const ft_event *e) {
  return facts->orders->rule[e->target] == FT_OBJECT_ROUNDS;
}

// Leaves of an event what orders others in every schedule, and its access.
static void weaken (const ft_facts *facts, ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
    if (!is_fixed (facts, e))
      e->flags |= FT_DROPPED;
    break;
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
    if (ft_variable_is_outside (&facts->trace->tables, e->target))
      e->flags |= FT_DROPPED;
    else
      e->order = FT_ORDER_RELAXED;
    break;
  case FT_ACQUIRE:
  case FT_RELEASE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE_SHARED:
  case FT_TRY_FAILED:
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
  case FT_FENCE:
    e->flags |= FT_DROPPED;
    break;
  case FT_READ:
  case FT_WRITE:
  case FT_FORK:
  case FT_JOIN:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    break;
  }
}

static bool has_fixed_barrier (const ft_facts *facts) {
  const ft_trace *t = facts->trace;
  bool found = false;
  for (ft_id e = 0; facts->orders && e < t->size && !found; e++)
    found = t->events[e].kind == FT_BARRIER_LEAVE &&
            !ft_event_is_void (t->events + e) && is_fixed (facts, t->events + e);
  return found;
}

static void mark (const ft_facts *facts, const ft_results *x,
                  const ft_unordered_pairs *u, ft_location_ids *ids,
                  bool *ordered) {
  const ft_event *events = facts->trace->events;
  ft_map unordered = {0}; // by keys of pairs
  for (size_t i = 0; i < u->pairs->list.size; i++) {
    const ft_location_pair *pair = u->pairs->list.begin + i;
    *ft_map_at (&unordered, ft_location_pair_key (pair->low, pair->high)) = 1;
  }
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *race = x->races + i;
    if (race->verdict == FT_REFUTED && race->instances &&
        race->pair[1] < facts->trace->size &&
        ft_map_get (&unordered,
                    ft_location_pair_key_of (
                      ids, events + race->pair[0], events + race->pair[1],
                      race->variable)) == FT_NO_ID)
      ordered[i] = true;
  }
  ft_map_release (&unordered);
}

void ft_always_ordered_find (const ft_facts *facts, const ft_results *x,
                             bool *ordered) {
  if (!has_fixed_barrier (facts))
    return;
  ft_event *events = FT_ARRAY (ft_event, facts->trace->size);
  for (ft_id e = 0; e < facts->trace->size; e++) {
    events[e] = facts->trace->events[e];
    weaken (facts, events + e);
  }
  ft_location_ids ids = {0};
  ft_unordered_pairs u;
  ft_unordered_pairs_find (&u, facts->trace, events, &ids);
  if (!u.truncated)
    mark (facts, x, &u, &ids, ordered);
  ft_unordered_pairs_release (&u);
  ft_location_ids_release (&ids);
  free (events);
}
