#include "candidate/lock_dependency.h"

// ---- grouping ------------------------------------------------------------

static uint64_t location_key (const ft_event *event) {
  if (event->location != FT_NO_ID)
    return event->location;
  return (uint64_t)1 << 63 | (uint64_t)event->kind << 32 | event->target;
}

static bool is_alike (const ft_lock_dependency *a,
                      const ft_lock_dependency *b) {
  return a->thread == b->thread && a->segment == b->segment &&
         a->location == b->location && a->lock == b->lock &&
         a->shared == b->shared && a->held == b->held;
}

static ft_lock_dependency *find_dependency (ft_lock_dependencies *r,
                                            ft_map *map,
                                            const ft_lock_dependency *key) {
  uint64_t hash = key->thread;
  hash = hash * 0x9E3779B97F4A7C15ull + key->segment;
  hash = hash * 0x9E3779B97F4A7C15ull + key->location;
  hash = hash * 0x9E3779B97F4A7C15ull + key->held;
  hash = hash * 0x9E3779B97F4A7C15ull + key->lock * 2u + key->shared;
  for (;; hash++) {
    uint32_t *slot = ft_map_at (map, hash);
    if (*slot == FT_NO_ID) {
      *slot = (uint32_t)r->list.size;
      FT_PUSH (r->list, *key);
      return &FT_TOP (r->list);
    }
    if (is_alike (r->list.begin + *slot, key))
      return r->list.begin + *slot;
  }
}

static void group_acquires (ft_lock_dependencies *r) {
  const ft_index *x = r->index;
  ft_map map = {0};
  for (ft_id e = 0; e < x->trace->size; e++) {
    const ft_event *event = x->trace->events + e;
    if (!ft_kind_acquires (event->kind) || ft_event_is_void (event) ||
        event->flags & FT_TRIED || !x->held[e])
      continue;
    ft_lock_dependency key = {.thread = event->thread,
                              .segment = ft_segments_of (r->segments, e),
                              .location = location_key (event),
                              .lock = event->target,
                              .shared = event->kind == FT_ACQUIRE_SHARED,
                              .held = ft_lock_stacks_of (r->stacks, x->held[e]),
                              .held_list = x->held[e]};
    FT_PUSH (find_dependency (r, &map, &key)->acquires, e);
  }
  ft_map_release (&map);
}

// ---- dropping ------------------------------------------------------------

// For each lock, the number of dependencies that hold it and that ask for it.
struct counts {
  ft_id *held, *asked;
};

static ft_id lock_of (const ft_lock_dependencies *r, ft_id held_list) {
  return r->index->trace->events[r->index->cells.begin[held_list].acquire]
      .target;
}

static void add_counts (const ft_lock_dependencies *r, struct counts *c,
                        const ft_lock_dependency *dependency, ft_id change) {
  c->asked[dependency->lock] += change;
  for (ft_id h = dependency->held_list; h; h = r->index->cells.begin[h].outer)
    c->held[lock_of (r, h)] += change;
}

static bool is_useful (const ft_lock_dependencies *r, const struct counts *c,
                       const ft_lock_dependency *dependency) {
  bool asked = false;
  for (ft_id h = dependency->held_list; h; h = r->index->cells.begin[h].outer)
    asked |= c->asked[lock_of (r, h)] != 0;
  return asked && c->held[dependency->lock];
}

static bool drop_useless (ft_lock_dependencies *r, struct counts *c) {
  size_t left = 0, n = r->list.size;
  for (size_t i = 0; i < n; i++) {
    ft_lock_dependency *dependency = r->list.begin + i;
    if (is_useful (r, c, dependency)) {
      r->list.begin[left++] = *dependency;
      continue;
    }
    add_counts (r, c, dependency, (ft_id)-1);
    FT_RELEASE (dependency->acquires);
  }
  r->list.size = left;
  return left < n;
}

static void keep_useful (ft_lock_dependencies *r, uint32_t locks) {
  struct counts c = {FT_ARRAY (ft_id, locks), FT_ARRAY (ft_id, locks)};
  for (size_t i = 0; i < r->list.size; i++)
    add_counts (r, &c, r->list.begin + i, 1);
  while (drop_useless (r, &c))
    ;
  free (c.held);
  free (c.asked);
}

// ---- who holds what ------------------------------------------------------

static void list_holding (ft_lock_dependencies *r, uint32_t locks) {
  r->holding_begin = FT_ARRAY (ft_id, (size_t)locks + 2);
  for (size_t i = 0; i < r->list.size; i++)
    for (ft_id h = r->list.begin[i].held_list; h;
         h = r->index->cells.begin[h].outer)
      r->holding_begin[lock_of (r, h) + 2]++;
  for (uint32_t l = 0; l < locks; l++)
    r->holding_begin[l + 2] += r->holding_begin[l + 1];
  r->holding = FT_ARRAY (ft_id, r->holding_begin[locks + 1]);
  for (size_t i = 0; i < r->list.size; i++)
    for (ft_id h = r->list.begin[i].held_list; h;
         h = r->index->cells.begin[h].outer)
      r->holding[r->holding_begin[lock_of (r, h) + 1]++] = (ft_id)i;
}

ft_lock_dependencies *ft_lock_dependencies_new (const ft_index *index) {
  uint32_t locks = ft_tables_count (&index->trace->tables, FT_CLASS_LOCK);
  ft_lock_dependencies *r = FT_NEW (ft_lock_dependencies);
  r->index = index;
  r->segments = ft_segments_new (index);
  r->stacks = ft_lock_stacks_new (index);
  group_acquires (r);
  keep_useful (r, locks);
  list_holding (r, locks);
  return r;
}

void ft_lock_dependencies_free (ft_lock_dependencies *r) {
  if (!r)
    return;
  for (size_t i = 0; i < r->list.size; i++)
    FT_RELEASE (r->list.begin[i].acquires);
  FT_RELEASE (r->list);
  free (r->holding_begin);
  free (r->holding);
  ft_segments_free (r->segments);
  ft_lock_stacks_free (r->stacks);
  free (r);
}

// ---- two requests --------------------------------------------------------

bool ft_lock_dependencies_wait (const ft_lock_dependencies *r,
                                const ft_lock_dependency *a,
                                const ft_lock_dependency *b) {
  for (ft_id h = b->held_list; h; h = r->index->cells.begin[h].outer) {
    ft_id acquire = r->index->cells.begin[h].acquire;
    const ft_event *event = r->index->trace->events + acquire;
    if (event->target == a->lock)
      return !a->shared || event->kind == FT_ACQUIRE;
  }
  return false;
}

bool ft_lock_dependencies_concurrent (const ft_lock_dependencies *r,
                                      const ft_lock_dependency *a,
                                      const ft_lock_dependency *b) {
  return a->thread != b->thread &&
         !ft_lock_stacks_exclude (r->stacks, a->held, b->held) &&
         !ft_segments_before (r->segments, a->thread, a->segment, b->thread,
                              b->segment) &&
         !ft_segments_before (r->segments, b->thread, b->segment, a->thread,
                              a->segment);
}
