#include "replay/route.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/confirm.h"
#include "replay/probe_run.h"
#include "trace/assumed.h"

void ft_route_release (ft_route *r) {
  for (size_t i = 0; i < r->steps.size; i++) {
    free (r->steps.begin[i].thread);
    free (r->steps.begin[i].joined);
    free (r->steps.begin[i].location);
  }
  FT_RELEASE (r->steps);
}

size_t ft_route_ends (const ft_route *r) {
  return r->failure != FT_FAILURE_NONE ? 1 : r->blocked ? r->blocked : 2;
}

// ---- from a witness --------------------------------------------------------

typedef struct maker {
  ft_route *route;
  const ft_trace *trace;
  const ft_line_marks *marks;
  size_t events;
  bool failed;
} maker;

static const ft_event *event_at (const maker *m, ft_id event) {
  return m->trace->events + event;
}

// Whether a run of the program shows the event at a place of the program.
static bool is_seen (const maker *m, const ft_event *e) {
  const ft_tables *tables = &m->trace->tables;
  if (ft_kind_computes (e->kind) || ft_event_is_void (e) || e->location == FT_NO_ID)
    return false;
  return ft_kind_class (e->kind) != FT_CLASS_VARIABLE ||
         !ft_variable_is_outside (tables, e->target);
}

static bool is_join (const maker *m, ft_id event) {
  return event_at (m, event)->kind == FT_JOIN &&
         !ft_event_is_void (event_at (m, event));
}

static void add_step (maker *m, ft_id event, uint32_t times) {
  const ft_event *e = event_at (m, event);
  const char *location = ft_trace_name (m->trace, FT_CLASS_LOCATION, e->location);
  ft_route_step s = {
      .thread = ft_strdup (ft_trace_name (m->trace, FT_CLASS_THREAD, e->thread)),
      .joined = is_join (m, event)
                    ? ft_strdup (ft_trace_target_name (m->trace, e))
                    : NULL,
      .location = ft_strdup (location),
      .kind = ft_event_shown_kind (e),
      .mark = ft_line_marks_at (m->marks, location),
      .times = times};
  FT_PUSH (m->route->steps, s);
  m->events += times;
  m->failed |= !s.mark || m->route->steps.size > FT_ROUTE_STEPS ||
               m->events > FT_ROUTE_EVENTS;
}

// Whether the read is a look at an object that an operation on it begins with.  Both have one
// record, that of the operation, and one that waits for ever has none.
static bool begins_operation (const maker *m, ft_id event) {
  const ft_event *e = event_at (m, event);
  ft_id next = event + 1;
  while (next < m->trace->size && ft_kind_computes (event_at (m, next)->kind))
    next++;
  return e->kind == FT_ATOMIC_READ && next < m->trace->size &&
         event_at (m, next)->thread == e->thread &&
         event_at (m, next)->location == e->location &&
         ft_kind_class (event_at (m, next)->kind) != FT_CLASS_VARIABLE;
}

static bool has_record (const maker *m, const ft_witness *w, size_t i) {
  ft_id event = w->schedule.begin[i];
  return is_seen (m, event_at (m, event)) && !begins_operation (m, event) &&
         ft_probe_has_record (m->trace, w, i);
}

// A range of the schedule without joins.
static void add_range (maker *m, const ft_witness *w, size_t from, size_t to) {
  const ft_id *events = w->schedule.begin;
  while (to > from && !has_record (m, w, to - 1))
    to--;
  if (to == from)
    return;
  const ft_event *last = event_at (m, events[to - 1]);
  uint32_t times = 0;
  for (size_t i = from; i < to; i++) {
    const ft_event *e = event_at (m, events[i]);
    times += e->location == last->location && ft_is_same_kind (e, last) &&
             has_record (m, w, i);
  }
  add_step (m, events[to - 1], times);
}

static void add_schedule (maker *m, const ft_witness *w) {
  const ft_id *events = w->schedule.begin;
  size_t size = w->schedule.size;
  for (size_t from = 0, to; from < size && !m->failed; from = to) {
    to = from + 1;
    if (is_join (m, events[from])) {
      add_step (m, events[from], 1);
      continue;
    }
    while (to < size && !is_join (m, events[to]) &&
           event_at (m, events[to])->thread == event_at (m, events[from])->thread)
      to++;
    add_range (m, w, from, to);
  }
}

// What the schedule leads to.  A failing instruction has no record.
static void add_ends (maker *m, const ft_witness *w) {
  bool fails = w->failure != FT_FAILURE_NONE;
  const ft_id *events = fails ? &w->fails : FT_EMPTY (w->blocked) ? w->pair : w->blocked.begin;
  m->route->blocked = w->blocked.size;
  m->route->failure = w->failure;
  for (size_t i = 0; i < ft_route_ends (m->route) && !m->failed; i++) {
    const ft_event *e = event_at (m, events[i]);
    m->failed = fails ? e->location == FT_NO_ID : !is_seen (m, e);
    if (!m->failed)
      add_step (m, events[i], 1);
  }
}

bool ft_route_of_witness (ft_route *route, const ft_trace *trace,
                          const ft_line_marks *marks, const ft_witness *w) {
  maker m = {.route = route, .trace = trace, .marks = marks};
  *route = (ft_route){0};
  if (!marks || w->memory != FT_MEMORY_SC || w->failure == FT_FAILURE_BOUNDS)
    return false;
  add_schedule (&m, w);
  if (!m.failed)
    add_ends (&m, w);
  if (m.failed)
    ft_route_release (route);
  return !m.failed;
}

// ---- JSON ------------------------------------------------------------------

json_t *ft_route_json (const ft_route *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->steps.size; i++) {
    const ft_route_step *s = r->steps.begin + i;
    char mark[17];
    snprintf (mark, sizeof mark, "%" PRIx64, s->mark);
    json_t *step = json_pack ("{s:s, s:s, s:s, s:s, s:I}", "thread", s->thread,
                              "op", ft_kind_name (s->kind), "location",
                              s->location, "mark", mark, "times",
                              (json_int_t)s->times);
    if (s->joined)
      json_object_set_new (step, "joined", json_string (s->joined));
    if (json_array_append_new (list, step)) {
      json_decref (list);
      return NULL;
    }
  }
  return list;
}

static bool read_kind (const char *name, enum ft_kind *kind) {
  for (int k = 0; name && k < FT_KIND_COUNT; k++)
    if (!strcmp (ft_kind_name ((enum ft_kind)k), name)) {
      *kind = (enum ft_kind)k;
      return true;
    }
  return false;
}

static bool read_mark (const char *text, uint64_t *mark) {
  size_t size = text ? strlen (text) : 0;
  if (!size || size > 16 || strspn (text, "0123456789abcdef") != size)
    return false;
  *mark = strtoull (text, NULL, 16);
  return *mark != 0;
}

static bool read_step (ft_route_step *s, const json_t *value) {
  const char *thread = json_string_value (json_object_get (value, "thread"));
  const char *joined = json_string_value (json_object_get (value, "joined"));
  const char *location = json_string_value (json_object_get (value, "location"));
  json_int_t times = json_integer_value (json_object_get (value, "times"));
  *s = (ft_route_step){0};
  if (!thread || !location || times < 1 || times > FT_ROUTE_EVENTS ||
      !read_kind (json_string_value (json_object_get (value, "op")), &s->kind) ||
      !read_mark (json_string_value (json_object_get (value, "mark")), &s->mark) ||
      (joined && s->kind != FT_JOIN))
    return false;
  s->thread = ft_strdup (thread);
  s->joined = joined ? ft_strdup (joined) : NULL;
  s->location = ft_strdup (location);
  s->times = (uint32_t)times;
  return true;
}

// A join that is made names the thread; what is not made is of a kind that the finding has.
static bool is_possible (const ft_route *r, size_t i) {
  const ft_route_step *s = r->steps.begin + i;
  if (i + ft_route_ends (r) < r->steps.size)
    return (s->kind == FT_JOIN) == (s->joined != NULL);
  return r->failure != FT_FAILURE_NONE ||
         (r->blocked ? ft_kind_acquires (s->kind)
                     : ft_kind_accesses (s->kind) || s->kind == FT_FREE);
}

bool ft_route_read (ft_route *r, const json_t *list, size_t blocked,
                    enum ft_failure_kind failure) {
  size_t size = json_array_size (list), events = 0;
  *r = (ft_route){.blocked = blocked, .failure = failure};
  bool fine = size >= ft_route_ends (r) && size <= FT_ROUTE_STEPS;
  for (size_t i = 0; fine && i < size; i++) {
    ft_route_step s;
    fine = read_step (&s, json_array_get (list, i));
    events += s.times;
    if (fine)
      FT_PUSH (r->steps, s);
  }
  fine = fine && events <= FT_ROUTE_EVENTS;
  for (size_t i = 0; fine && i < size; i++)
    fine = is_possible (r, i);
  if (!fine)
    ft_route_release (r);
  return fine;
}

// ---- columns ---------------------------------------------------------------

// The digits of the next column, behind the second colon of "a.c:12:3"; NULL: there are no
// more.  Of a line in a header there are two places, "a.cc:12:5 (b.h:9:6)".
static const char *next_column (const char *at, size_t *length) {
  for (; *at; at++) {
    if (*at != ':' || !isdigit ((unsigned char)at[1]))
      continue;
    at += 1 + strspn (at + 1, "0123456789");
    if (*at != ':')
      continue;
    *length = strspn (at + 1, "0123456789");
    return at + 1;
  }
  return NULL;
}

bool ft_route_same_columns (const char *a, const char *b) {
  size_t m = 0, n = 0;
  for (;;) {
    a = next_column (a, &m);
    b = next_column (b, &n);
    if (!a || !b)
      return !a && !b;
    if (m != n || memcmp (a, b, m))
      return false;
    a += m;
    b += n;
  }
}
