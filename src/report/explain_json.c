// An explanation as JSON (docs/schema/foretrace-explain-1.json).

#include "report/explain_report.h"

#include "report/json_value.h"
#include "report/report.h"
#include "report/text_race.h"

// Makes a JSON string of a buffer and empties it.
static json_t *take_text (ft_strbuf *buf) {
  json_t *value = ft_json_text (ft_strbuf_text (buf));
  ft_strbuf_release (buf);
  return value;
}

static json_t *position (ft_id event) {
  return event == FT_NO_ID ? json_null () : json_integer (event);
}

static json_t *event_value (const ft_trace *t, ft_id at) {
  const ft_event *e = t->events + at;
  return json_pack (
      "{s:I, s:o, s:s, s:o, s:o}", "event", (json_int_t)at, "thread",
      ft_json_text (ft_trace_name (t, FT_CLASS_THREAD, e->thread)), "op",
      ft_kind_name (ft_event_shown_kind (e)), "target",
      ft_kind_class (e->kind) == FT_CLASS_NONE
          ? json_null ()
          : ft_json_text (ft_trace_target_name (t, e)),
      "location",
      e->location == FT_NO_ID
          ? json_null ()
          : ft_json_text (ft_trace_name (t, FT_CLASS_LOCATION, e->location)));
}

static json_t *pair_value (const ft_trace *t, const ft_id pair[2]) {
  return json_pack ("[o, o]", event_value (t, pair[0]),
                    event_value (t, pair[1]));
}

static json_t *path_value (const ft_hb_path *path) {
  json_t *edges = json_array ();
  for (size_t i = 0; i < path->edges.size; i++) {
    const ft_hb_edge *h = path->edges.begin + i;
    json_array_append_new (edges, json_pack ("{s:s, s:I, s:I}", "by",
                                             ft_hb_edge_name (h->kind), "from",
                                             (json_int_t)h->from, "to",
                                             (json_int_t)h->to));
  }
  return edges;
}

// ---- certified -----------------------------------------------------------

static void add_swaps (json_t *list, const char *kind, const ft_swap *swaps,
                       size_t n) {
  for (size_t i = 0; i < n; i++)
    json_array_append_new (list,
                           json_pack ("{s:s, s:I, s:I}", "kind", kind, "first",
                                      (json_int_t)swaps[i].first, "second",
                                      (json_int_t)swaps[i].second));
}

static json_t *changes_value (const ft_explain_report *r, const ft_changes *c) {
  json_t *reversed = json_array (), *left_out = json_array ();
  add_swaps (reversed, "sections", c->sections.begin, c->sections.size);
  add_swaps (reversed, "accesses", c->accesses.begin, c->accesses.size);
  for (size_t i = 0; i < c->cuts.size; i++) {
    const ft_omission *cut = c->cuts.begin + i;
    json_array_append_new (
        left_out, json_pack ("{s:o, s:I, s:I}", "thread",
                             ft_json_text (ft_trace_name (
                                 r->trace, FT_CLASS_THREAD, cut->thread)),
                             "from", (json_int_t)cut->first, "events",
                             (json_int_t)cut->count));
  }
  return json_pack ("{s:o, s:o}", "reversed", reversed, "left_out", left_out);
}

static json_t *schedule_value (const ft_witness *w) {
  json_t *schedule = json_array ();
  for (size_t i = 0; i < w->schedule.size; i++)
    json_array_append_new (schedule, json_integer (w->schedule.begin[i]));
  return schedule;
}

// ---- refuted -------------------------------------------------------------

static const char *kind_name (enum ft_reason_kind kind) {
  switch (kind) {
  case FT_REASON_NONE:
    return "none";
  case FT_REASON_NEEDS:
    return "needs";
  case FT_REASON_CYCLE:
    return "cycle";
  case FT_REASON_INITIAL:
    return "initial-value";
  case FT_REASON_OPEN:
    return "open-section";
  case FT_REASON_STARVED:
    return "nothing-allows";
  case FT_REASON_CORE:
    return "core";
  }
  return "";
}

static json_t *numbers (const uint32_t *list, size_t n) {
  json_t *value = json_array ();
  for (size_t i = 0; i < n; i++)
    json_array_append_new (value, json_integer ((json_int_t)list[i] + 1));
  return value;
}

static json_t *step_value (const ft_explain_report *r, const ft_reason *reason,
                           uint32_t i) {
  const ft_proof_step *s = reason->steps.begin + i;
  ft_strbuf text = {0};
  ft_reason_step (reason, r->facts, i, &text);
  return json_pack (
      "{s:I, s:s, s:o, s:o, s:o, s:o, s:o}", "step", (json_int_t)i + 1, "kind",
      ft_proof_step_name (s->kind), "first", position (s->first), "second",
      position (s->second), "about", position (s->about), "premises",
      s->end > s->premises
          ? numbers (reason->premises.begin + s->premises, s->end - s->premises)
          : json_array (),
      "text", take_text (&text));
}

static json_t *reason_value (const ft_explain_report *r,
                             const ft_explanation *e) {
  const ft_reason *reason = &e->reason;
  if (e->race.verdict == FT_CERTIFIED)
    return json_null ();
  json_t *steps = json_array ();
  for (size_t i = 0; i < reason->steps.size; i++)
    json_array_append_new (steps, step_value (r, reason, (uint32_t)i));
  ft_strbuf text = {0};
  if (reason->kind == FT_REASON_NONE)
    ft_strbuf_add (&text, "%s", e->race.reason);
  else
    ft_reason_conclusion (reason, r->facts, &text);
  return json_pack ("{s:s, s:o, s:o, s:o, s:b}", "kind",
                    kind_name (reason->kind), "text", take_text (&text),
                    "steps", steps, "conclusion",
                    numbers (reason->conclusion.begin, reason->conclusion.size),
                    "minimal", reason->minimal);
}

// ---- all -----------------------------------------------------------------

static json_t *suggestions_value (const ft_explain_report *r,
                                  const ft_race *race) {
  json_t *list = json_array ();
  ft_strbuf text = {0};
  for (int i = 0; race->verdict == FT_UNDECIDED &&
                  ft_explain_suggestion (r, race, i, &text);
       i++)
    json_array_append_new (list, take_text (&text));
  return list;
}

static void add_memory_model (json_t *value, const ft_explain_report *r,
                              const ft_race *race) {
  ft_strbuf text = {0};
  json_object_set_new (
      value, "memory_model",
      json_string (ft_memory_model_name (race->witness.memory)));
  bool known = ft_text_add_unsynchronized (&text, r->trace, race);
  json_object_set_new (value, "unsynchronized",
                       known ? take_text (&text) : json_null ());
  ft_strbuf_release (&text);
}

static json_t *explanation_value (const ft_explain_report *r,
                                  const ft_explanation *e) {
  const ft_race *race = &e->race;
  bool certified = race->verdict == FT_CERTIFIED;
  const char *names[FT_REPORT_RELATIONS];
  json_t *value, *unordered = json_array ();
  int n = ft_report_unordered_by (race, names);
  for (int i = 0; i < n; i++)
    json_array_append_new (unordered, json_string (names[i]));
  value = json_pack (
      "{s:o, s:s, s:o, s:o, s:{s:b, s:o}, s:o, s:o, s:o, s:o, s:o}", "pair",
      pair_value (r->trace, race->pair), "verdict",
      ft_verdict_name (race->verdict), "certifier",
      ft_json_text (race->certifier), "unordered_by", unordered, "recorded",
      "ordered", e->ordered, "path", path_value (&e->path), "changes",
      certified ? changes_value (r, &e->changes) : json_null (), "schedule",
      certified ? schedule_value (&race->witness) : json_null (), "reason",
      reason_value (r, e), "try", suggestions_value (r, race), "seconds",
      ft_json_seconds (race->seconds));
  if (race->witness.memory != FT_MEMORY_SC)
    add_memory_model (value, r, race);
  return value;
}

static json_t *apart_value (const ft_explain_report *r, enum ft_obstacle o) {
  const ft_kept_apart *k = r->explained->apart + o;
  ft_strbuf text = {0};
  ft_explain_obstacle (r, o, &text);
  return json_pack (
      "{s:s, s:I, s:o, s:o, s:o, s:o}", "because", ft_obstacle_name (o),
      "pairs", (json_int_t)k->pairs, "example",
      pair_value (r->trace, k->example), "lock",
      o == FT_OBSTACLE_COMMON_LOCK
          ? ft_json_text (ft_trace_name (r->trace, FT_CLASS_LOCK, k->lock))
          : json_null (),
      "path", path_value (&k->path), "text", take_text (&text));
}

void ft_explain_json (FILE *file, const ft_explain_report *r) {
  const ft_explanations *x = r->explained;
  json_t *pairs = json_array (), *apart = json_array ();
  for (size_t i = 0; i < x->pairs.size; i++)
    json_array_append_new (pairs, explanation_value (r, x->pairs.begin + i));
  for (int o = FT_OBSTACLE_NONE + 1; o < FT_OBSTACLE_COUNT; o++)
    if (x->apart[o].pairs)
      json_array_append_new (apart, apart_value (r, (enum ft_obstacle)o));
  ft_json_write (
      file,
      json_pack ("{s:s, s:o, s:{s:o, s:I}, s:o, s:I, s:o, s:o, s:b}", "schema",
                 "foretrace-explain/1", "tool", ft_json_tool (), "trace",
                 "path", ft_json_text (r->trace->path), "events",
                 (json_int_t)r->trace->size, "asked", ft_json_text (r->asked),
                 "candidates", (json_int_t)x->apart[FT_OBSTACLE_NONE].pairs,
                 "pairs", pairs, "apart", apart, "truncated", x->truncated));
  putc ('\n', file);
}
