#include "predict/obstacle.h"

const char *ft_obstacle_name (enum ft_obstacle obstacle) {
  static const char *const names[] = {
#define O(NAME, text) text,
      FT_OBSTACLES (O)
#undef O
  };
  return names[obstacle];
}

void ft_obstacles_init (ft_obstacles *o, const ft_index *index) {
  o->index = index;
  o->segments = ft_segments_new (index);
}

void ft_obstacles_release (ft_obstacles *o) {
  ft_segments_free (o->segments);
}

static bool may_race (const ft_event *e) {
  return !ft_event_is_void (e) &&
         (ft_kind_accesses (e->kind) || e->kind == FT_FREE);
}

// The obstacle between two events that may race, but not with each other.
static enum ft_obstacle compare (const ft_event *a, const ft_event *b) {
  if (a->kind == FT_FREE || b->kind == FT_FREE || a->target != b->target)
    return FT_OBSTACLE_OTHER_VARIABLE;
  if (!(a->mask & b->mask))
    return FT_OBSTACLE_OTHER_BYTES;
  if (!ft_kind_writes (a->kind) && !ft_kind_writes (b->kind))
    return FT_OBSTACLE_BOTH_READ;
  return FT_OBSTACLE_BOTH_ATOMIC;
}

ft_id ft_obstacle_lock (const ft_index *x, ft_id a, ft_id b) {
  const ft_event *events = x->trace->events;
  for (ft_id i = x->held[a]; i; i = x->cells.begin[i].outer)
    for (ft_id j = x->held[b]; j; j = x->cells.begin[j].outer) {
      const ft_event *p = events + x->cells.begin[i].acquire;
      const ft_event *q = events + x->cells.begin[j].acquire;
      if (p->target == q->target &&
          (p->kind == FT_ACQUIRE || q->kind == FT_ACQUIRE))
        return p->target;
    }
  return FT_NO_ID;
}

// Events of alternative paths, which come after those of the trace, are in no
// segment.
static bool is_ordered (const ft_obstacles *o, ft_id a, ft_id b) {
  const ft_trace *t = o->index->trace;
  return a < t->size && b < t->size &&
         ft_segments_before (
             o->segments, t->events[a].thread, ft_segments_of (o->segments, a),
             t->events[b].thread, ft_segments_of (o->segments, b));
}

enum ft_obstacle ft_obstacle_of (const ft_obstacles *o, ft_id a, ft_id b) {
  const ft_event *p = o->index->trace->events + a;
  const ft_event *q = o->index->trace->events + b;
  if (!may_race (p) || !may_race (q))
    return FT_OBSTACLE_NO_ACCESS;
  if (p->thread == q->thread)
    return FT_OBSTACLE_SAME_THREAD;
  if (!ft_trace_conflict (o->index->trace, a, b, NULL))
    return compare (p, q);
  if (is_ordered (o, a, b))
    return FT_OBSTACLE_ORDERED;
  return ft_obstacle_lock (o->index, a, b) == FT_NO_ID
             ? FT_OBSTACLE_NONE
             : FT_OBSTACLE_COMMON_LOCK;
}
