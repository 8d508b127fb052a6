#include "report/html_values.h"

#include <string.h>

struct ft_same_values {
  const ft_trace *trace; // borrowed
  ft_id *recorded;       // per event: the last write of its variable before it
  bool *other;           // its value may differ
  ft_id *last;           // per variable: the last write so far
  bool *symbolic;        // a read so far may differ
  bool all_same;         // under mcm without branches every read matters
  bool any;              // some value of the analysed witness differs
};

static const ft_event *event_at (const ft_same_values *v, ft_id event) {
  return v->trace->events + event;
}

static void forget_writes (ft_same_values *v) {
  uint32_t n = ft_tables_count (&v->trace->tables, FT_CLASS_VARIABLE);
  for (uint32_t i = 0; i < n; i++)
    v->last[i] = FT_NO_ID;
}

static bool accesses (const ft_event *e) {
  return ft_kind_accesses ((enum ft_kind)e->kind) && !ft_event_is_void (e);
}

static void find_recorded (ft_same_values *v) {
  forget_writes (v);
  for (ft_id i = 0; i < v->trace->size; i++) {
    const ft_event *e = event_at (v, i);
    v->recorded[i] = FT_NO_ID;
    if (!accesses (e))
      continue;
    v->recorded[i] = v->last[e->target];
    if (ft_kind_writes ((enum ft_kind)e->kind))
      v->last[e->target] = i;
  }
}

ft_same_values *ft_same_values_new (const ft_trace *trace,
                                    const ft_index *index) {
  ft_same_values *v = FT_NEW (ft_same_values);
  v->trace = trace;
  v->all_same = !index->has_branches;
  v->recorded = FT_ARRAY (ft_id, trace->size + 1);
  v->other = FT_ARRAY (bool, trace->size + 1);
  v->last =
      FT_ARRAY (ft_id, ft_tables_count (&trace->tables, FT_CLASS_VARIABLE) + 1);
  v->symbolic =
      FT_ARRAY (bool, ft_tables_count (&trace->tables, FT_CLASS_THREAD) + 1);
  find_recorded (v);
  return v;
}

void ft_same_values_free (ft_same_values *v) {
  if (!v)
    return;
  free (v->recorded);
  free (v->other);
  free (v->last);
  free (v->symbolic);
  free (v);
}

static bool reads_the_same (const ft_same_values *v, ft_id read) {
  const ft_event *e = event_at (v, read);
  ft_id write = v->last[e->target];
  if (write != v->recorded[read])
    return false;
  return write == FT_NO_ID ||
         (!v->other[write] && !(e->mask & ~event_at (v, write)->mask));
}

static void run_event (ft_same_values *v, ft_id event) {
  const ft_event *e = event_at (v, event);
  if (!accesses (e))
    return;
  bool *symbolic = v->symbolic + e->thread;
  if (ft_kind_reads ((enum ft_kind)e->kind)) {
    v->other[event] = !reads_the_same (v, event);
    *symbolic |= v->other[event];
  }
  if (ft_kind_writes ((enum ft_kind)e->kind)) {
    v->other[event] = *symbolic;
    v->last[e->target] = event;
  }
}

void ft_same_values_of (ft_same_values *v, const ft_witness *w) {
  v->any = w->model != FT_MODEL_MCM || !v->all_same;
  if (!v->any)
    return;
  forget_writes (v);
  memset (v->symbolic, 0,
          ft_tables_count (&v->trace->tables, FT_CLASS_THREAD) *
              sizeof *v->symbolic);
  for (size_t i = 0; i < w->schedule.size; i++)
    run_event (v, w->schedule.begin[i]);
}

bool ft_same_values_has (const ft_same_values *v, ft_id event) {
  return !v->any || !v->other[event];
}
