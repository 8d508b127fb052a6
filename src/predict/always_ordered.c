#include "predict/always_ordered.h"

#include "base/alloc.h"
#include "certify/kept.h"
#include "predict/unordered_pairs.h"
#include "trace/assumed.h"

// Whether an event of a barrier orders others in every schedule.
static bool is_fixed (const ft_facts *facts, const ft_event *e) {
  return facts->orders->rule[e->target] == FT_OBJECT_ROUNDS;
}

static bool is_barrier (const ft_event *e) {
  return e->kind == FT_BARRIER_ARRIVE || e->kind == FT_BARRIER_LEAVE;
}

// Whether the event orders others in the recorded order alone.  An acquire orders
// nothing by itself.
static bool is_free (const ft_facts *facts, const ft_event *e) {
  return is_barrier (e) ? !is_fixed (facts, e)
                        : ft_kept_bit ((enum ft_kind)e->kind) ||
                              e->kind == FT_FENCE;
}

// Leaves of an event what orders others in every schedule, and its access.
static void weaken (const ft_facts *facts, ft_event *e) {
  bool atomic = ft_kind_is_atomic ((enum ft_kind)e->kind);
  if (is_free (facts, e) ||
      (atomic && ft_variable_is_outside (&facts->trace->tables, e->target)))
    e->flags |= FT_DROPPED;
  else if (atomic)
    e->order = FT_ORDER_RELAXED;
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
                  bool *marked) {
  const ft_event *events = facts->trace->events;
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *race = x->races + i;
    if (race->verdict == FT_REFUTED && race->instances &&
        race->pair[1] < facts->trace->size &&
        ft_unordered_pairs_lack (u, ids, events + race->pair[0],
                                 events + race->pair[1], race->variable))
      marked[i] = true;
  }
}

static void mark_what_lacks (const ft_facts *facts, const ft_results *x,
                             enum ft_filter_kind kind, const ft_event *events,
                             size_t count, bool *marked) {
  ft_location_ids ids = {0};
  ft_unordered_pairs u;
  ft_unordered_pairs_find (&u, kind, &facts->trace->tables, events, count, &ids);
  mark (facts, x, &u, &ids, marked);
  ft_unordered_pairs_release (&u);
  ft_location_ids_release (&ids);
}

void ft_always_ordered_find (const ft_facts *facts, const ft_results *x,
                             bool *ordered) {
  const ft_trace *t = facts->trace;
  if (!has_fixed_barrier (facts))
    return;
  ft_event *events = FT_ARRAY (ft_event, t->size);
  for (ft_id e = 0; e < t->size; e++) {
    events[e] = t->events[e];
    weaken (facts, events + e);
  }
  mark_what_lacks (facts, x, FT_FILTER_C11, events, t->size, ordered);
  free (events);
}

// ---- locks -----------------------------------------------------------------

// The events, and one for each word lock that a thread takes or gives back.
typedef struct locking {
  const ft_facts *facts;
  ft_id *sets; // per thread: the set of word locks that it is inside of
  ft_word_lock_list before, now;
  FT_STACK (ft_event) events;
} locking;

static bool has (const ft_word_lock_list *list, ft_id lock) {
  for (size_t i = 0; i < list->size; i++)
    if (list->begin[i] == lock)
      return true;
  return false;
}

// A word has the number of a lock behind those that the trace has.
static void add_changes (locking *l, ft_tid t, enum ft_kind kind,
                         const ft_word_lock_list *of,
                         const ft_word_lock_list *but) {
  ft_id locks = ft_tables_count (&l->facts->trace->tables, FT_CLASS_LOCK);
  for (size_t i = 0; i < of->size; i++)
    if (!has (but, of->begin[i])) {
      ft_event e = FT_EVENT_NONE;
      e.kind = (uint8_t)kind, e.thread = t, e.target = locks + of->begin[i];
      FT_PUSH (l->events, e);
    }
}

static void add_event (locking *l, ft_id e) {
  const ft_word_locks *words = l->facts->words;
  const ft_event *event = l->facts->trace->events + e;
  ft_id *set = l->sets + event->thread, now = ft_word_locks_held (words, e);
  if (*set != now) {
    ft_word_locks_list (words, *set, &l->before);
    ft_word_locks_list (words, now, &l->now);
    add_changes (l, event->thread, FT_RELEASE, &l->before, &l->now);
    add_changes (l, event->thread, FT_ACQUIRE, &l->now, &l->before);
    *set = now;
  }
  FT_PUSH (l->events, *event);
}

void ft_always_locked_find (const ft_facts *facts, const ft_results *x,
                            bool *locked) {
  if (!facts->words)
    return;
  locking l = {.facts = facts,
               .sets = FT_ARRAY (ft_id, facts->index->threads)};
  FT_RESERVE (l.events, facts->trace->size);
  for (ft_id e = 0; e < facts->trace->size; e++)
    add_event (&l, e);
  mark_what_lacks (facts, x, FT_FILTER_HYBRID, l.events.begin, l.events.size,
                   locked);
  FT_RELEASE (l.events);
  FT_RELEASE (l.before);
  FT_RELEASE (l.now);
  free (l.sets);
}
