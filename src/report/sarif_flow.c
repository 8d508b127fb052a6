// Schedules as SARIF thread flows.

#include "report/sarif_result.h"

#include "base/hash.h"
#include "report/row.h"

typedef struct flows {
  const ft_report *report;
  json_t *list;     // of thread flows
  ft_map of_thread; // index into 'list'
} flows;

static json_t *new_flow (const ft_report *r, ft_tid thread) {
  ft_strbuf name = {0};
  ft_row_name (&name, ft_trace_name (r->trace, FT_CLASS_THREAD, thread));
  const char *text = ft_strbuf_text (&name);
  json_t *flow = json_pack ("{s:s, s:o, s:[]}", "id", text, "message",
                            ft_sarif_message (text), "locations");
  ft_strbuf_release (&name);
  return flow;
}

static json_t *locations_of (flows *f, ft_tid thread) {
  uint32_t *index = ft_map_at (&f->of_thread, thread);
  if (*index == FT_NO_ID) {
    *index = (uint32_t)json_array_size (f->list);
    json_array_append_new (f->list, new_flow (f->report, thread));
  }
  return json_object_get (json_array_get (f->list, *index), "locations");
}

// The kinds that the standard suggests (3.38.8).
static json_t *kinds_of (enum ft_kind kind) {
  if (ft_kind_acquires (kind))
    return json_pack ("[s, s]", "acquire", "lock");
  if (ft_kind_releases (kind))
    return json_pack ("[s, s]", "release", "lock");
  if (ft_kind_accesses (kind) || kind == FT_ALLOC || kind == FT_FREE)
    return json_pack ("[s]", "memory");
  if (kind == FT_BRANCH)
    return json_pack ("[s]", "branch");
  return NULL;
}

static const char *importance_of (enum ft_kind kind, bool last) {
  bool busy = ft_kind_accesses (kind) || ft_kind_computes (kind);
  return last ? "essential" : busy ? "unimportant" : "important";
}

static void add_step (flows *f, ft_id event, size_t order, bool last) {
  const ft_event *e = f->report->trace->events + event;
  enum ft_kind kind = (enum ft_kind)e->kind;
  ft_strbuf text = {0};
  ft_row_event (&text, f->report->trace, event);
  json_t *step =
      json_pack ("{s:I, s:s, s:o}", "executionOrder", (json_int_t)order,
                 "importance", importance_of (kind, last), "location",
                 ft_sarif_location (f->report, event, ft_strbuf_text (&text)));
  json_t *kinds = kinds_of (kind);
  if (kinds)
    json_object_set_new (step, "kinds", kinds);
  json_array_append_new (locations_of (f, e->thread), step);
  ft_strbuf_release (&text);
}

static json_t *heading (size_t left_out) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "A schedule that exposes it");
  if (left_out)
    ft_strbuf_add (&text, ", without its first %zu steps", left_out);
  ft_strbuf_add (&text, ".");
  json_t *message = ft_sarif_message (ft_strbuf_text (&text));
  ft_strbuf_release (&text);
  return message;
}

json_t *ft_sarif_flows (const ft_report *r, const ft_finding *x) {
  size_t n = x->witness->schedule.size;
  size_t from = n > r->steps ? n - r->steps : 0;
  flows f = {r, json_array (), {0}};
  for (uint32_t i = 0; i < x->count; i++) // their flows come first
    locations_of (&f, r->trace->events[x->events[i]].thread);
  for (size_t i = from; i < n; i++)
    add_step (&f, x->witness->schedule.begin[i], i, false);
  for (uint32_t i = 0; i < x->count; i++)
    add_step (&f, x->events[i], n, true);
  ft_map_release (&f.of_thread);
  return json_pack ("[{s:o, s:o}]", "message", heading (from), "threadFlows",
                    f.list);
}
