// The failures of a JSON report.

#include "report/failure_order.h"
#include "report/json.h"
#include "report/json_value.h"
#include "report/suppressed.h"

static json_t *location_value (const ft_trace *t, ft_id event) {
  ft_id location = t->events[event].location;
  return ft_json_text (location == FT_NO_ID
                           ? NULL
                           : ft_trace_name (t, FT_CLASS_LOCATION, location));
}

static json_t *order_value (const ft_report *r, const ft_failure *f) {
  static const char *const names[] = {[FT_FAILURE_ORDER_UNKNOWN] = "unknown",
                                      [FT_FAILURE_ORDER_BETWEEN] = "between",
                                      [FT_FAILURE_ORDER_BEFORE] = "before"};
  const ft_trace *t = r->trace;
  ft_failure_order o = ft_failure_order_of (t, f);
  ft_strbuf text = {0}, remedy = {0};
  json_t *events = json_array ();
  for (uint32_t i = 0; i < ft_failure_order_count (&o); i++) {
    const ft_event *e = t->events + o.events[i];
    json_t *value = json_pack (
        "{s:I, s:o, s:s, s:o}", "event", (json_int_t)o.events[i], "thread",
        ft_json_text (ft_trace_name (t, FT_CLASS_THREAD, e->thread)), "op",
        ft_event_fails (e) ? ft_mark_name ((enum ft_mark)e->value)
                           : ft_kind_name (ft_event_shown_kind (e)),
        "location", location_value (t, o.events[i]));
    ft_json_add_source (value, r->sources, o.events[i]);
    ft_json_add_text (value, r->sources, o.events[i]);
    json_array_append_new (events, value);
  }
  bool known = ft_failure_order_add (&text, r, f);
  bool mended = ft_failure_order_add_remedy (&remedy, r, f);
  json_t *value = json_pack (
      "{s:s, s:o, s:o, s:o}", "kind", names[o.kind], "events", events, "text",
      ft_json_text (known ? ft_strbuf_text (&text) : NULL), "remedy",
      ft_json_text (mended ? ft_strbuf_text (&remedy) : NULL));
  ft_strbuf_release (&text);
  ft_strbuf_release (&remedy);
  return value;
}

static json_t *text_value (const ft_report *r, const ft_failure *f) {
  ft_strbuf text = {0};
  ft_failure_title (&text, r, f);
  json_t *value = ft_json_text (ft_strbuf_text (&text));
  ft_strbuf_release (&text);
  return value;
}

json_t *ft_json_failure (const ft_report *r, const ft_failure *f,
                         size_t number) {
  const ft_trace *t = r->trace;
  bool certified = f->verdict == FT_CERTIFIED;
  char id[32], fingerprint[32];
  snprintf (id, sizeof id, "F%zu", number);
  snprintf (fingerprint, sizeof fingerprint, "%016llx",
            (unsigned long long)f->fingerprint);
  json_t *head = json_pack (
      "{s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:I}", "id",
      id, "fingerprint", fingerprint, "kind", ft_failure_name (f->kind),
      "event", (json_int_t)f->fails, "freed",
      f->freed == FT_NO_ID ? json_null () : json_integer (f->freed), "thread",
      ft_json_text (
          ft_trace_name (t, FT_CLASS_THREAD, t->events[f->fails].thread)),
      "location", location_value (t, f->fails), "text", text_value (r, f),
      "verdict", ft_verdict_name (f->verdict), "model",
      ft_model_name (f->model), "certifier", ft_json_text (f->certifier),
      "reason", ft_json_text (certified ? NULL : f->reason), "instances",
      (json_int_t)f->instances);
  if (certified) {
    json_object_set_new (head, "order", order_value (r, f));
    ft_json_add_route (head, r, &f->witness);
  }
  if (f->verdict == FT_UNDECIDED)
    json_object_set_new (head, "cause", json_string (ft_cause_name (f->cause)));
  if (r->results->compared)
    json_object_set_new (head, "baseline", json_boolean (f->known));
  if (f->suppressed)
    json_object_set_new (head, "suppressed",
                         ft_suppressed_json (f->suppressed));
  if (f->seen)
    json_object_set_new (head, "seen", ft_json_text (f->seen));
  return head;
}

void ft_json_write_failures (FILE *file, const ft_report *r) {
  const ft_results *x = r->results;
  size_t written = 0;
  fputs (" \"failures\": [", file);
  for (size_t i = 0; i < x->failure_count; i++) {
    const ft_failure *f = x->failures + i;
    if (ft_report_omits_failure (r, f))
      continue;
    fputs (written++ ? ",\n  " : "\n  ", file);
    ft_json_write_finding (file, ft_json_failure (r, f, i + 1),
                           f->verdict == FT_CERTIFIED ? &f->witness : NULL,
                           &f->replayed, f->seconds);
  }
  fputs (written ? "\n ],\n" : "],\n", file);
}
