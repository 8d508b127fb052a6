#include "explore/lock_addresses.h"

struct ft_lock_addresses {
  const ft_trace *trace;
  const ft_path_keys *keys;
  ft_index *index;
};

ft_lock_addresses *ft_lock_addresses_new (const ft_trace *trace,
                                          const ft_path_keys *keys) {
  ft_lock_addresses *l = FT_NEW (ft_lock_addresses);
  *l = (ft_lock_addresses){trace, keys, ft_index_new (trace)};
  return l;
}

void ft_lock_addresses_free (ft_lock_addresses *l) {
  if (!l)
    return;
  ft_index_free (l->index);
  free (l);
}

// The concretized value of an event; SIZE_MAX: it has none.  They are in the order of
// the trace.
static size_t concretized_at (const ft_lock_addresses *l, ft_id event) {
  size_t low = 0, high = l->keys->concretized;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ft_concolic_concretized (l->keys->concolic, middle).event < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low < l->keys->concretized &&
                 ft_concolic_concretized (l->keys->concolic, low).event == event
             ? low
             : SIZE_MAX;
}

// The address of an acquired lock is concretized by the event before it in its thread.
static size_t address_of (const ft_lock_addresses *l, ft_id acquire) {
  ft_id local = l->index->local[acquire];
  if (!local)
    return SIZE_MAX;
  ft_tid thread = l->trace->events[acquire].thread;
  ft_id before = ft_index_event (l->index, thread, local - 1);
  return l->trace->events[before].kind == FT_BRANCH
             ? concretized_at (l, before)
             : SIZE_MAX;
}

static void set_apart (const ft_lock_addresses *l, size_t a, size_t b,
                       ft_collision *to) {
  if (to->apart_count == FT_MOST_APART)
    return;
  ft_words_apart *apart = to->apart + to->apart_count++;
  *apart = (ft_words_apart){a, b, 0};
  if (b == SIZE_MAX)
    apart->value = ft_concolic_concretized (l->keys->concolic, a).value;
}

// Of two locks of which one is fixed, only the recorded address of the other one is
// known, which is the fixed one's if they are one lock in the run.
static bool keep_apart (const ft_lock_addresses *l, ft_id acquire, ft_id other,
                        ft_collision *to) {
  const ft_event *events = l->trace->events;
  bool same = events[acquire].target == events[other].target;
  if (events[acquire].kind == FT_ACQUIRE_SHARED &&
      events[other].kind == FT_ACQUIRE_SHARED)
    return true;
  size_t a = address_of (l, acquire), b = address_of (l, other);
  if (a != SIZE_MAX && b != SIZE_MAX)
    set_apart (l, a, b, to);
  else if (same && a != SIZE_MAX)
    set_apart (l, a, SIZE_MAX, to);
  else if (same && b != SIZE_MAX)
    set_apart (l, b, SIZE_MAX, to);
  else
    return !same;
  return true;
}

bool ft_lock_addresses_apart (const ft_lock_addresses *l, ft_id a, ft_id b,
                              ft_collision *to) {
  const ft_index *x = l->index;
  for (ft_id h = x->held[a]; h; h = x->cells.begin[h].outer)
    for (ft_id k = x->held[b]; k; k = x->cells.begin[k].outer)
      if (!keep_apart (l, x->cells.begin[h].acquire, x->cells.begin[k].acquire,
                       to))
        return false;
  return true;
}
