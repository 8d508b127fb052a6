#include "report/debug_facts.h"
#include "load/open.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/json_value.h"
#include "report/race_kind.h"
#include "report/row.h"
#include "report/text_race.h"
#include "load/describe.h"

static json_t *take_text (ft_strbuf *text) {
  json_t *value = ft_json_text (ft_strbuf_text (text));
  ft_strbuf_release (text);
  return value;
}

static json_t *name_value (const char *name) {
  ft_strbuf text = {0};
  ft_row_name (&text, name);
  return take_text (&text);
}

static json_t *thread_name (const ft_trace *t, ft_id event) {
  return name_value (
      ft_trace_name (t, FT_CLASS_THREAD, t->events[event].thread));
}

static json_t *location_value (const ft_trace *t, ft_id event) {
  ft_strbuf text = {0};
  ft_row_location (&text, t, t->events[event].location);
  return take_text (&text);
}

// "writes 4 bytes of x", "waits for l"
static json_t *does_value (const ft_trace *t, ft_id event,
                           const ft_description *d, bool blocked) {
  const ft_event *e = t->events + event;
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "%s ",
                 blocked ? "waits for" : ft_text_verb (t, e));
  if (!blocked && d && d->size && !ft_text_is_descriptor (t, e))
    ft_strbuf_add (&text, "%llu byte%s of ", (unsigned long long)d->size,
                   d->size == 1 ? "" : "s");
  ft_row_name (&text, d && *d->expression ? d->expression
                                          : ft_trace_target_name (t, e));
  return take_text (&text);
}

static json_t *locks_value (const ft_description *d) {
  json_t *list = json_array ();
  for (size_t i = 0; d && i < d->held_count; i++)
    json_array_append_new (list, name_value (d->held[i].name));
  return list;
}

static json_t *access_value (const ft_trace *t, ft_id event,
                             const ft_description *d, bool blocked) {
  return json_pack ("{s:I, s:o, s:o, s:o, s:o, s:o}", "thread",
                    d ? (json_int_t)d->thread : -1, "name",
                    thread_name (t, event), "does",
                    does_value (t, event, d, blocked), "expression",
                    name_value (d && !blocked ? d->expression : ""), "place",
                    location_value (t, event), "locks", locks_value (d));
}

static json_t *step_value (const ft_trace *t, ft_id event) {
  ft_strbuf text = {0};
  ft_row_event (&text, t, event);
  return json_pack ("{s:o, s:o, s:o}", "thread", thread_name (t, event),
                    "event", take_text (&text), "place",
                    location_value (t, event));
}

static json_t *steps_value (const ft_trace *t, const ft_replay_stops *stops) {
  json_t *list = json_array ();
  for (size_t i = 0; i < stops->size; i++)
    json_array_append_new (list, step_value (t, stops->begin[i]));
  return list;
}

static json_t *threads_value (const ft_descriptions *known) {
  json_t *list = json_array ();
  for (size_t i = 0; i < known->thread_count; i++)
    json_array_append_new (
        list,
        name_value (known->threads[i].name ? known->threads[i].name : "?"));
  return list;
}

// The accesses or blocked acquires.  Descriptions are looked up in the order of
// the trace.
static json_t *accesses_value (const ft_trace *t, const ft_witness *w,
                               const ft_pos *sorted,
                               const ft_descriptions *known) {
  bool blocked = !FT_EMPTY (w->blocked);
  size_t n = blocked ? w->blocked.size : 2;
  json_t *list = json_array ();
  for (size_t i = 0; i < n; i++) {
    ft_id event = blocked ? w->blocked.begin[i] : w->pair[i];
    const ft_description *d = NULL;
    for (size_t k = 0; k < known->size; k++)
      if (sorted[k] == event)
        d = known->list + k;
    json_array_append_new (list, access_value (t, event, d, blocked));
  }
  return list;
}

// The pending events, ascending, without those of alternative paths.
static size_t sort_accesses (const ft_trace *t, const ft_witness *w,
                             ft_pos *sorted) {
  bool blocked = !FT_EMPTY (w->blocked);
  size_t n = blocked ? w->blocked.size : 2, count = 0;
  for (size_t i = 0; i < n; i++) {
    ft_id event = blocked ? w->blocked.begin[i] : w->pair[i];
    if (event < t->size)
      sorted[count++] = event;
  }
  qsort (sorted, count, sizeof *sorted, ft_compare_positions);
  return count;
}

// "data race", "use after free".
static const char *kind_of (const ft_trace *t, const ft_id pair[2]) {
  static const char *const words[FT_RACE_KIND_COUNT] = {
      "data race", "use after free", "double free"};
  return words[ft_race_kind_of (t, pair)];
}

char *ft_debug_facts (const ft_trace *t, const ft_witness *w, const char *race,
                      const ft_replay_stops *stops) {
  ft_error error = FT_NO_ERROR;
  ft_descriptions known = {0};
  ft_pos *sorted = FT_ARRAY (ft_pos, w->blocked.size + 2);
  size_t count = sort_accesses (t, w, sorted);
  if (count && !ft_load_describe (t->path, ft_trace_shared (t), sorted,
                                  count, FT_NO_PROGRESS,
                                  &known, &error))
    fprintf (stderr, "foretrace: warning: %s\n", error.message);
  size_t left = w->schedule.size > FT_MAX_REPLAY_STOPS
                    ? w->schedule.size - FT_MAX_REPLAY_STOPS
                    : 0;
  json_t *facts = json_pack (
      "{s:o, s:s, s:o, s:o, s:o, s:I}", "race", name_value (race), "kind",
      FT_EMPTY (w->blocked) ? kind_of (t, w->pair) : "deadlock", "threads",
      threads_value (&known), "accesses", accesses_value (t, w, sorted, &known),
      "steps", steps_value (t, stops), "left_out", (json_int_t)left);
  char *text = json_dumps (facts, 0);
  json_decref (facts);
  ft_descriptions_release (&known);
  free (sorted);
  return text;
}
