#include "certify/enablers.h"

#include <string.h>

static bool is_notice (const ft_event *e) {
  return (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST) &&
         !ft_event_is_void (e);
}

static bool any (const ft_event *e) {
  (void)e;
  return true;
}

static void list_notices (ft_enablers *c) {
  const ft_trace *trace = c->index->trace;
  ft_id objects = ft_tables_count (&trace->tables, FT_CLASS_OBJECT);
  struct ft_index_list list = {.begin = FT_ARRAY (ft_id, (size_t)objects + 2)};
  for (size_t i = 0; i < c->index->sync.size; i++) {
    const ft_event *e = trace->events + c->index->sync.begin[i];
    if (is_notice (e))
      list.begin[e->target + 2]++;
  }
  for (ft_id o = 0; o < objects; o++)
    list.begin[o + 2] += list.begin[o + 1];
  list.events = FT_ARRAY (ft_id, list.begin[objects + 1]);
  for (size_t i = 0; i < c->index->sync.size; i++) {
    ft_id e = c->index->sync.begin[i];
    if (is_notice (trace->events + e))
      list.events[list.begin[trace->events[e].target + 1]++] = e;
  }
  c->notices = ft_access_lists_new (c->index, &list, objects, any);
  free (list.begin);
  free (list.events);
}

static void set_since (ft_enablers *c, ft_id event, ft_id since) {
  size_t bytes = c->index->trace->size * sizeof *c->since;
  if (!c->since)
    c->since = memset (ft_realloc (NULL, 1, bytes), 0xff, bytes);
  c->since[event] = since;
}

// Finds the beginning of each wait.  False if no event has a choice.
static bool find_since (ft_enablers *c) {
  const ft_trace *trace = c->index->trace;
  ft_id *waits = FT_ARRAY (ft_id, c->index->threads);
  memset (waits, 0xff, c->index->threads * sizeof *waits);
  for (size_t k = 0; k < c->index->sync.size; k++) {
    ft_id i = c->index->sync.begin[k];
    const ft_event *e = trace->events + i;
    ft_id wait = waits[e->thread];
    if (ft_event_is_void (e))
      continue;
    if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
      waits[e->thread] = i;
    else if (e->kind == FT_TRY_FAILED)
      set_since (c, i, i);
    else if (e->kind == FT_WAKE && !(e->flags & FT_SPURIOUS) &&
             wait != FT_NO_ID && trace->events[wait].condition == e->target)
      set_since (c, i, wait);
  }
  free (waits);
  return c->since;
}

ft_enablers *ft_enablers_new (const ft_index *index,
                              const ft_access_lists *acquires) {
  ft_enablers *c = FT_NEW (ft_enablers);
  c->index = index;
  c->acquires = acquires;
  if (!find_since (c)) {
    ft_enablers_free (c);
    return NULL;
  }
  list_notices (c);
  return c;
}

void ft_enablers_free (ft_enablers *c) {
  if (!c)
    return;
  ft_access_lists_free (c->notices);
  free (c->since);
  free (c);
}
