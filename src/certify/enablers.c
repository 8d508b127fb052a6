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
  for (ft_id e = 0; e < trace->size; e++)
    if (is_notice (trace->events + e))
      list.begin[trace->events[e].target + 2]++;
  for (ft_id o = 0; o < objects; o++)
    list.begin[o + 2] += list.begin[o + 1];
  list.events = FT_ARRAY (ft_id, list.begin[objects + 1]);
  for (ft_id e = 0; e < trace->size; e++)
    if (is_notice (trace->events + e))
      list.events[list.begin[trace->events[e].target + 1]++] = e;
  c->notices = ft_access_lists_new (c->index, &list, objects, any);
  free (list.begin);
  free (list.events);
}

// Finds the beginning of each wait.  False if no event has a choice.
static bool find_since (ft_enablers *c) {
  const ft_trace *trace = c->index->trace;
  ft_id *waits = FT_ARRAY (ft_id, c->index->threads);
  bool found = false;
  memset (waits, 0xff, c->index->threads * sizeof *waits);
  c->since = FT_ARRAY (ft_id, trace->size);
  memset (c->since, 0xff, trace->size * sizeof *c->since);
  for (ft_id i = 0; i < trace->size; i++) {
    const ft_event *e = trace->events + i;
    ft_id wait = waits[e->thread];
    if (ft_event_is_void (e))
      continue;
    if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
      waits[e->thread] = i;
    else if (e->kind == FT_TRY_FAILED)
      c->since[i] = i;
    else if (e->kind == FT_WAKE && !(e->flags & FT_SPURIOUS) &&
             wait != FT_NO_ID && trace->events[wait].condition == e->target)
      c->since[i] = wait;
    found |= c->since[i] != FT_NO_ID;
  }
  free (waits);
  return found;
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
