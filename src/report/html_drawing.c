#include "report/html_drawing.h"

#include <stdlib.h>

#include "report/json_value.h"

// The index of an event in the picture, or -1.
static int index_of (const ft_picture *p, ft_id event) {
  for (size_t i = 0; i < p->events.size; i++)
    if (p->events.begin[i] == event)
      return (int)i;
  return -1;
}

static json_t *value_text (uint64_t value, uint8_t mask) {
  int bytes = __builtin_popcount (mask);
  char text[32];
  if (bytes < 8)
    snprintf (text, sizeof text, "%llu",
              (unsigned long long)(value & ((UINT64_C (1) << 8 * bytes) - 1)));
  else
    snprintf (text, sizeof text, "%lld", (long long)value);
  return json_string (text);
}

static json_t *event_value (const ft_picture *p, ft_id event) {
  const ft_trace *t = p->trace;
  const ft_event *e = t->events + event;
  enum ft_kind kind = ft_event_shown_kind (e);
  bool targets = ft_kind_class (kind) != FT_CLASS_NONE;
  bool valued = e->flags & FT_HAS_VALUE && ft_kind_accesses (e->kind);
  return json_pack (
      "[I, I, s, o, o, o]", (json_int_t)event, (json_int_t)e->thread,
      ft_kind_name (kind),
      ft_json_text (targets ? ft_trace_target_name (t, e) : NULL),
      ft_json_text (e->location == FT_NO_ID
                        ? NULL
                        : ft_trace_name (t, FT_CLASS_LOCATION, e->location)),
      valued ? value_text (e->value, e->mask) : json_null ());
}

static json_t *events_value (const ft_picture *p) {
  json_t *list = json_array ();
  for (size_t i = 0; i < p->events.size; i++)
    json_array_append_new (list, event_value (p, p->events.begin[i]));
  return list;
}

// {"0": "main", ...}: the threads of the events in the picture.
static json_t *threads_value (const ft_picture *p) {
  json_t *names = json_object ();
  char number[16];
  for (size_t i = 0; i < p->events.size; i++) {
    ft_tid thread = p->trace->events[p->events.begin[i]].thread;
    snprintf (number, sizeof number, "%lu", (unsigned long)thread);
    json_object_set_new (
        names, number,
        ft_json_text (ft_trace_name (p->trace, FT_CLASS_THREAD, thread)));
  }
  return names;
}

// [read, write] as indices in the picture, for pairs that are both in it.
static json_t *reads_value (const ft_picture *p, bool replayed) {
  json_t *list = json_array ();
  for (size_t i = 0; i < p->events.size; i++) {
    ft_id writer = ft_picture_writer (p, p->events.begin[i], replayed);
    int at = writer == FT_NO_ID ? -1 : index_of (p, writer);
    if (at >= 0)
      json_array_append_new (
          list, json_pack ("[I, I]", (json_int_t)i, (json_int_t)at));
  }
  return list;
}

// The numbers of events that are left out before each event of the picture, and
// at the end.
static json_t *skipped_value (const ft_picture *p) {
  json_t *list = json_array ();
  for (size_t i = 0; i <= p->events.size; i++) {
    ft_id from = i ? p->events.begin[i - 1] + 1 : 0;
    ft_id to = i < p->events.size ? p->events.begin[i] : p->trace->size;
    json_array_append_new (
        list, json_integer (to - from - (p->quiet[to] - p->quiet[from])));
  }
  return list;
}

typedef struct timed_step {
  ft_id step, event;
} timed_step;

static int compare (const void *left, const void *right) {
  const timed_step *a = left, *b = right;
  return (a->step > b->step) - (a->step < b->step);
}

// [index in the picture, position in the schedule, events left out before], in
// the order of the schedule.
static json_t *steps_value (const ft_picture *p) {
  json_t *list = json_array ();
  timed_step *steps = FT_ARRAY (timed_step, p->events.size + 1);
  size_t n = 0;
  for (size_t i = 0; i < p->events.size; i++)
    if (p->step[p->events.begin[i]] != FT_NO_ID)
      steps[n++] = (timed_step){p->step[p->events.begin[i]], (ft_id)i};
  qsort (steps, n, sizeof *steps, compare);
  ft_id next = 0, quiet = 0;
  for (size_t i = 0; i < n; i++) {
    ft_id before = p->quiet_step[p->events.begin[steps[i].event]];
    json_array_append_new (
        list,
        json_pack ("[I, I, I]", (json_int_t)steps[i].event,
                   (json_int_t)steps[i].step,
                   (json_int_t)(steps[i].step - next - (before - quiet))));
    next = steps[i].step + 1;
    quiet = before;
  }
  free (steps);
  return list;
}

// [index in the picture, value in the witness or null]
static json_t *changed_value (const ft_picture *p) {
  const ft_witness *w = ft_picture_witness (&p->finding);
  json_t *list = json_array ();
  for (size_t i = 0; i < w->changed.size; i++) {
    const ft_changed *c = w->changed.begin + i;
    int at = index_of (p, c->read);
    if (at >= 0)
      json_array_append_new (
          list,
          json_pack ("[I, o]", (json_int_t)at,
                     c->known
                         ? value_text (c->value, p->trace->events[c->read].mask)
                         : json_null ()));
  }
  return list;
}

// The steps that may have another value than in the recorded run.
static json_t *uncertain_value (const ft_picture *p, ft_same_values *values) {
  json_t *list = json_array ();
  ft_same_values_of (values, ft_picture_witness (&p->finding));
  for (size_t i = 0; i < p->events.size; i++) {
    ft_id event = p->events.begin[i];
    if (p->step[event] != FT_NO_ID && !ft_same_values_has (values, event))
      json_array_append_new (list, json_integer ((json_int_t)i));
  }
  return list;
}

// The number of events left out behind the last step of the picture.
static ft_id count_left_out (const ft_picture *p) {
  ft_id size = (ft_id)ft_picture_witness (&p->finding)->schedule.size;
  ft_id next = 0, quiet = 0;
  for (size_t i = 0; i < p->events.size; i++) {
    ft_id event = p->events.begin[i];
    if (p->step[event] != FT_NO_ID && p->step[event] >= next) {
      next = p->step[event] + 1;
      quiet = p->quiet_step[event];
    }
  }
  return size - next - (p->quiet_end - quiet);
}

static json_t *witness_value (const ft_picture *p, ft_same_values *values) {
  const ft_witness *w = ft_picture_witness (&p->finding);
  if (!w)
    return json_null ();
  return json_pack (
      "{s:I, s:s, s:o, s:I, s:o, s:o, s:I, s:o}", "total",
      (json_int_t)w->schedule.size, "model", ft_model_name (w->model), "steps",
      steps_value (p), "skipped", (json_int_t)count_left_out (p), "reads",
      reads_value (p, true), "changed", changed_value (p), "changes",
      (json_int_t)w->changed.size, "unsure", uncertain_value (p, values));
}

json_t *ft_html_drawing (const ft_picture *p, ft_same_values *values) {
  json_t *pending = json_array ();
  for (size_t i = 0; i < p->finding.count; i++)
    json_array_append_new (pending,
                           json_integer (index_of (p, p->finding.events[i])));
  return json_pack ("{s:o, s:o, s:o, s:I, s:o, s:o, s:o}", "threads",
                    threads_value (p), "events", events_value (p), "pending",
                    pending, "total", (json_int_t)p->trace->size, "skipped",
                    skipped_value (p), "reads", reads_value (p, false),
                    "witness", witness_value (p, values));
}
