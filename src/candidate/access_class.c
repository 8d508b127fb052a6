#include "candidate/access_class.h"

void ft_access_classes_init (ft_access_classes *f, const ft_index *index,
                             const ft_word_locks *words) {
  *f = (ft_access_classes){.index = index,
                           .words = words,
                           .segments = ft_segments_new (index),
                           .stacks = ft_lock_stacks_new (index)};
}

static void clear (ft_access_classes *f) {
  for (size_t i = 0; i < f->segment_accesses.size; i++)
    FT_RELEASE (f->segment_accesses.begin[i].events);
  for (size_t i = 0; i < f->list.size; i++)
    FT_RELEASE (f->list.begin[i].members);
  FT_CLEAR (f->segment_accesses);
  FT_CLEAR (f->list);
}

void ft_access_classes_release (ft_access_classes *f) {
  clear (f);
  FT_RELEASE (f->segment_accesses);
  FT_RELEASE (f->list);
  ft_segments_free (f->segments);
  ft_lock_stacks_free (f->stacks);
}

// ---- grouping ------------------------------------------------------------

static uint64_t mix (uint64_t hash, uint64_t word) {
  return hash * 0x9E3779B97F4A7C15ull + word;
}

static bool is_alike (const ft_access_class *a, const ft_access_class *b) {
  return a->location == b->location && a->locks == b->locks &&
         a->words == b->words && a->kind == b->kind && a->mask == b->mask;
}

static ft_id find_class (ft_access_classes *f, ft_map *map,
                         const ft_access_class *key) {
  uint64_t hash =
      mix (mix (mix (key->location, key->locks), key->words),
           key->kind * 256u + key->mask);
  for (;; hash++) {
    uint32_t *slot = ft_map_at (map, hash);
    if (*slot == FT_NO_ID) {
      *slot = (uint32_t)f->list.size;
      FT_PUSH (f->list, *key);
    }
    if (is_alike (f->list.begin + *slot, key))
      return *slot;
  }
}

static ft_segment_accesses *find_segment (ft_access_classes *f, ft_map *map,
                                          const ft_segment_accesses *key) {
  uint64_t hash = mix (mix (key->class, key->thread), key->segment);
  for (;; hash++) {
    uint32_t *slot = ft_map_at (map, hash);
    if (*slot == FT_NO_ID) {
      *slot = (uint32_t)f->segment_accesses.size;
      FT_PUSH (f->list.begin[key->class].members, *slot);
      FT_PUSH (f->segment_accesses, *key);
    }
    ft_segment_accesses *accesses = f->segment_accesses.begin + *slot;
    if (accesses->thread == key->thread && accesses->segment == key->segment &&
        accesses->class == key->class)
      return accesses;
  }
}

static uint64_t location_key (const ft_event *event, ft_id variable) {
  if (event->location != FT_NO_ID)
    return event->location;
  return (uint64_t)1 << 63 | (uint64_t)event->kind << 32 | variable;
}

static void classify_accesses (ft_access_classes *f, ft_id variable) {
  const ft_index *x = f->index;
  ft_map classes = {0}, segments = {0};
  for (ft_id i = x->accesses.begin[variable];
       i < x->accesses.begin[variable + 1]; i++) {
    ft_id e = x->accesses.events[i];
    const ft_event *event = x->trace->events + e;
    ft_access_class class = {.location = location_key (event, variable),
                             .locks = ft_lock_stacks_of (f->stacks, x->held[e]),
                             .words = ft_word_locks_held (f->words, e),
                             .kind = event->kind,
                             .mask = event->mask};
    ft_segment_accesses accesses = {.thread = event->thread,
                                    .segment = ft_segments_of (f->segments, e),
                                    .class = find_class (f, &classes, &class)};
    FT_PUSH (find_segment (f, &segments, &accesses)->events, e);
  }
  ft_map_release (&classes);
  ft_map_release (&segments);
}

static bool has_two_threads (const ft_index *x, ft_id variable) {
  const ft_id *begin = x->accesses.events + x->accesses.begin[variable];
  const ft_id *end = x->accesses.events + x->accesses.begin[variable + 1];
  for (const ft_id *e = begin; e < end; e++)
    if (x->trace->events[*e].thread != x->trace->events[*begin].thread)
      return true;
  return false;
}

void ft_access_classes_build (ft_access_classes *f, ft_id variable) {
  clear (f);
  if (has_two_threads (f->index, variable))
    classify_accesses (f, variable);
}

// ---- asking --------------------------------------------------------------

// A free accesses all bytes and is listed for each variable that it frees; it
// conflicts with accesses, not with other frees.
static bool kinds_conflict (const ft_access_class *a,
                            const ft_access_class *b) {
  bool a_frees = a->kind == FT_FREE, b_frees = b->kind == FT_FREE;
  if (a_frees || b_frees)
    return a_frees != b_frees;
  return (a->mask & b->mask) &&
         !(ft_access_class_only_reads (a) && ft_access_class_only_reads (b)) &&
         !(ft_kind_is_atomic ((enum ft_kind)a->kind) &&
           ft_kind_is_atomic ((enum ft_kind)b->kind));
}

bool ft_access_classes_conflict (const ft_access_classes *f,
                                 const ft_access_class *a,
                                 const ft_access_class *b) {
  return kinds_conflict (a, b) &&
         !ft_lock_stacks_exclude (f->stacks, a->locks, b->locks);
}

bool ft_access_classes_apart (const ft_access_classes *f,
                              const ft_access_class *a,
                              const ft_access_class *b) {
  return a->words && b->words &&
         ft_word_locks_common (f->words, a->words, b->words) != FT_NO_ID;
}

bool ft_access_classes_exclude (const ft_access_classes *f) {
  if (FT_EMPTY (f->list))
    return true;
  ft_id locks = f->list.begin[0].locks;
  for (ft_id at = locks; at; at = ft_lock_stacks_outer (f->stacks, at)) {
    ft_id lock = ft_lock_stacks_lock (f->stacks, at);
    bool all = true;
    for (size_t i = 0; all && i < f->list.size; i++) {
      const ft_access_class *class = f->list.begin + i;
      all = ft_lock_stacks_holds (f->stacks, class->locks, lock,
                                  !ft_access_class_only_reads (class));
    }
    if (all)
      return true;
  }
  return false;
}

bool ft_segment_accesses_concurrent (const ft_access_classes *f,
                                     const ft_segment_accesses *a,
                                     const ft_segment_accesses *b) {
  return a->thread != b->thread &&
         !ft_segments_before (f->segments, a->thread, a->segment, b->thread,
                              b->segment) &&
         !ft_segments_before (f->segments, b->thread, b->segment, a->thread,
                              a->segment);
}
