// See 'shrink.h'.

#include "tests/model/shrink.h"

#include <string.h>

#include "tests/model/random_trace.h"

static void copy_tables (ft_trace *to, const ft_trace *from) {
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    for (ft_id i = 0; i < ft_tables_count (&from->tables, class); i++) {
      const char *name = ft_tables_name (&from->tables, class, i);
      ft_tables_add (&to->tables, class, name, strlen (name));
    }
  for (size_t i = 0; i < from->tables.variables.size; i++)
    to->tables.variables.begin[i] = from->tables.variables.begin[i];
  for (size_t i = 0; i < from->tables.details.size; i++)
    FT_PUSH (to->tables.details, from->tables.details.begin[i]);
  for (size_t i = 0; i < from->tables.operands.size; i++)
    FT_PUSH (to->tables.operands, from->tables.operands.begin[i]);
  for (size_t i = 0; i < from->tables.freed.size; i++)
    FT_PUSH (to->tables.freed, from->tables.freed.begin[i]);
}

static void copy_sources (ft_trace *to, const ft_trace *from) {
  const ft_intern *sources = &from->tables.origins.sources;
  for (ft_id i = 0; i < ft_intern_size (sources); i++) {
    const char *name = ft_intern_name (sources, i);
    ft_intern_add (&to->tables.origins.sources, name, strlen (name));
  }
}

static void copy_origin (ft_trace *to, const ft_trace *from, ft_id event) {
  const ft_origin *o = ft_origins_at (&from->tables.origins, event);
  if (o)
    ft_origins_add (&to->tables.origins,
                    (ft_origin){to->size, o->source, o->at});
}

// Positions in the tables follow their events; a dropped one takes the
// variable's lifetime with it.
static void move_allocs (ft_trace *trace, ft_pos old, ft_pos new) {
  for (size_t i = 0; i < trace->tables.variables.size; i++)
    if (trace->tables.variables.begin[i].alloc == old)
      trace->tables.variables.begin[i].alloc = new;
}

ft_trace *ft_copy_trace (const ft_trace *trace, const bool *keep) {
  ft_trace *copy = ft_trace_new (trace->path, trace->format);
  copy_tables (copy, trace);
  copy_sources (copy, trace);
  for (ft_id i = 0; i < trace->size; i++) {
    bool kept = keep[i];
    if (trace->events[i].kind == FT_ALLOC)
      move_allocs (copy, i, kept ? copy->size : FT_NO_POS);
    if (kept)
      copy_origin (copy, trace, i);
    if (kept)
      ft_trace_push (copy, trace->events[i]);
  }
  return copy;
}

// ---- groups of events that only make sense together -------------------------

typedef struct ft_shrinker {
  const ft_trace *trace;
  bool (*fails) (const ft_trace *, void *);
  void *context;
  ft_id *group; // of each event: the first event of its group
  bool *keep;
} ft_shrinker;

// The acquire (inner ones counted) that a release closes, or itself.
static ft_id opening (const ft_trace *trace, ft_id release) {
  const ft_event *e = trace->events + release;
  unsigned depth = 1;
  for (ft_id i = release; i-- > 0;) {
    const ft_event *f = trace->events + i;
    if (f->thread != e->thread || f->target != e->target)
      continue;
    if (ft_kind_releases (f->kind))
      depth++;
    else if (ft_kind_acquires (f->kind) && !--depth)
      return i;
  }
  return release;
}

static ft_id previous_of (const ft_trace *trace, ft_id i, enum ft_kind kind) {
  const ft_event *e = trace->events + i;
  for (ft_id j = i; j-- > 0;)
    if (trace->events[j].thread == e->thread &&
        (trace->events[j].kind == kind ||
         (kind == FT_RELEASE && trace->events[j].condition == e->target)))
      return j;
  return i;
}

static ft_id group_of (const ft_shrinker *s, ft_id i) {
  const ft_event *e = s->trace->events + i;
  if (ft_kind_releases (e->kind))
    return s->group[opening (s->trace, i)];
  if (e->kind == FT_WAKE)
    return s->group[previous_of (s->trace, i, FT_RELEASE)];
  if (e->kind == FT_BARRIER_LEAVE)
    return s->group[previous_of (s->trace, i, FT_BARRIER_ARRIVE)];
  return i;
}

static bool still_fails (const ft_shrinker *s, const bool *keep) {
  ft_trace *copy = ft_copy_trace (s->trace, keep);
  bool fails = ft_well_formed (copy) && s->fails (copy, s->context);
  ft_trace_free (copy);
  return fails;
}

// Tries without the events that 'keep' still has set; on success that is it.
static bool try_without (ft_shrinker *s, bool *keep) {
  ft_id n = s->trace->size;
  if (!memcmp (keep, s->keep, n) || !still_fails (s, keep))
    return false;
  memcpy (s->keep, keep, n);
  return true;
}

static bool drop_thread (ft_shrinker *s, ft_tid thread, bool *keep) {
  memcpy (keep, s->keep, s->trace->size);
  for (ft_id i = 0; i < s->trace->size; i++) {
    const ft_event *e = s->trace->events + i;
    if (e->thread == thread ||
        (e->target == thread && (e->kind == FT_FORK || e->kind == FT_JOIN)))
      keep[i] = false;
  }
  return try_without (s, keep);
}

static bool drop_groups (ft_shrinker *s, ft_id begin, ft_id end, bool *keep) {
  memcpy (keep, s->keep, s->trace->size);
  for (ft_id i = 0; i < s->trace->size; i++)
    if (s->group[i] >= begin && s->group[i] < end)
      keep[i] = false;
  return try_without (s, keep);
}

// One round of all that can be dropped; whether anything could.
static bool shrink_once (ft_shrinker *s, bool *keep) {
  bool progress = false;
  ft_tid threads = ft_tables_count (&s->trace->tables, FT_CLASS_THREAD);
  for (ft_tid t = 0; t < threads; t++)
    progress |= drop_thread (s, t, keep);
  for (ft_id chunk = s->trace->size; chunk; chunk /= 2)
    for (ft_id i = 0; i < s->trace->size; i += chunk)
      progress |= drop_groups (s, i, i + chunk, keep);
  return progress;
}

// Pairs of groups last: a fork with its join, a wait with its signal, a write
// with the read of its value.
static bool shrink_pairs (ft_shrinker *s, bool *keep) {
  for (ft_id i = 0; i < s->trace->size; i++)
    for (ft_id j = i + 1; s->keep[i] && j < s->trace->size; j++) {
      if (!s->keep[j])
        continue;
      memcpy (keep, s->keep, s->trace->size);
      for (ft_id k = 0; k < s->trace->size; k++)
        if (s->group[k] == s->group[i] || s->group[k] == s->group[j])
          keep[k] = false;
      if (try_without (s, keep))
        return true;
    }
  return false;
}

ft_trace *ft_shrink_trace (const ft_trace *trace,
                           bool (*fails) (const ft_trace *, void *),
                           void *context) {
  ft_shrinker s = {trace, fails, context, FT_ARRAY (ft_id, trace->size + 1),
                   FT_ARRAY (bool, trace->size + 1)};
  bool *keep = FT_ARRAY (bool, trace->size + 1);
  for (ft_id i = 0; i < trace->size; i++) {
    s.group[i] = i;
    s.group[i] = group_of (&s, i);
    s.keep[i] = true;
  }
  while (shrink_once (&s, keep) || shrink_pairs (&s, keep))
    continue;
  ft_trace *small = ft_copy_trace (trace, s.keep);
  free (s.group);
  free (s.keep);
  free (keep);
  return small;
}
