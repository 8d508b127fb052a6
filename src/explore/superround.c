#include "explore/superround.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "explore/distance.h"
#include "explore/executed_locations.h"
#include "explore/flip_query.h"

// ---- the prefix that a run executed ----------------------------------------

typedef struct following {
  const ft_schedule_event *schedule; // 'size' events
  size_t size, at;                   // 'at': the next one
  const bool *untraced;
  ft_id *next;  // by thread: its next event of the schedule, in the trace
  ft_id *after; // by event of the schedule: the next one of its thread
  ft_id *since; // by thread: the last event of the trace that was executed
  ft_id *label; // by thread: the label of its last event
} following;

static void link_threads (following *f) {
  for (size_t i = f->size; i--;) {
    ft_id t = f->schedule[i].thread;
    f->after[i] = f->next[t];
    if (!f->untraced || !f->untraced[i])
      f->next[t] = (ft_id)i;
  }
}

static void skip_untraced (following *f) {
  while (f->untraced && f->at < f->size && f->untraced[f->at])
    f->at++;
}

// Follows one event of the trace.  False if the thread comes to its next event
// of the schedule too early.
static bool follow (following *f, ft_schedule_event e, ft_id at,
                    ft_schedule_prefix *prefix) {
  if (e.thread == FT_NO_ID)
    return true;
  ft_id i = f->next[e.thread], last = f->label[e.thread];
  f->label[e.thread] = e.label;
  if (i == FT_NO_ID || f->schedule[i].label != e.label)
    return true;
  if (i != f->at)
    return last == e.label;
  f->next[e.thread] = f->after[i];
  f->since[e.thread] = prefix->last = at;
  f->at++;
  skip_untraced (f);
  return true;
}

ft_schedule_prefix ft_superround_prefix (const ft_sequence *s,
                                         const bool *untraced,
                                         const ft_schedule_event *events,
                                         ft_id size) {
  ft_id threads = ft_intern_size (&s->threads) + 1;
  following f = {.schedule = s->events.begin,
                 .size = s->events.size,
                 .untraced = untraced,
                 .next = FT_ARRAY (ft_id, threads),
                 .after = FT_ARRAY (ft_id, s->events.size + 1),
                 .since = FT_ARRAY (ft_id, threads),
                 .label = FT_ARRAY (ft_id, threads)};
  ft_schedule_prefix prefix = {.last = FT_NO_ID, .since = FT_NO_ID};
  memset (f.next, 0xff, threads * sizeof *f.next);
  memset (f.since, 0xff, threads * sizeof *f.since);
  memset (f.label, 0xff, threads * sizeof *f.label);
  link_threads (&f);
  skip_untraced (&f);
  bool under = true;
  for (ft_id i = 0; under && i < size; i++)
    under = follow (&f, events[i], i, &prefix);
  assert (f.at <= f.size);
  prefix.count = f.at;
  if (f.at < f.size)
    prefix.since = f.since[f.schedule[f.at].thread];
  free (f.next);
  free (f.after);
  free (f.since);
  free (f.label);
  return prefix;
}

// ---- events without an event in the trace ----------------------------------

typedef struct executed {
  const ft_sequence *schedule;
  ft_map keys; // of the events that were executed
} executed;

static uint64_t key_of (ft_schedule_event e) {
  return (uint64_t)e.thread << 32 | e.label;
}

static void note_executed (void *context, const char *thread,
                           const char *location) {
  executed *x = context;
  char *label = ft_utf8_printable (location);
  ft_schedule_event e = {
      ft_intern_find (&x->schedule->threads, thread, strlen (thread)),
      ft_intern_find (&x->schedule->labels, label, strlen (label))};
  if (e.thread != FT_NO_ID && e.label != FT_NO_ID)
    *ft_map_at (&x->keys, key_of (e)) = 1;
  free (label);
}

// The events of the schedule that were executed but have no event in the trace.
// NULL if the run cannot be read.
static bool *find_untraced (const ft_sequence *s, const char *run,
                            const ft_schedule_event *events, ft_id size,
                            ft_error *error) {
  executed x = {.schedule = s};
  ft_map there = {0};
  bool *untraced = NULL;
  if (ft_executed_locations_by_thread (run, note_executed, &x, error)) {
    untraced = FT_ARRAY (bool, s->events.size + 1);
    for (ft_id i = 0; i < size; i++)
      *ft_map_at (&there, key_of (events[i])) = 1;
    for (size_t i = 0; i < s->events.size; i++) {
      uint64_t key = key_of (s->events.begin[i]);
      untraced[i] = ft_map_get (&x.keys, key) != FT_NO_ID &&
                    ft_map_get (&there, key) == FT_NO_ID;
    }
  }
  ft_map_release (&x.keys);
  ft_map_release (&there);
  return untraced;
}

bool ft_superround_run_prefix (const ft_sequence *s, const ft_trace *trace,
                               ft_schedule_prefix *prefix, ft_error *error) {
  ft_schedule_event *events = ft_sequence_of (s, trace);
  bool *untraced = NULL;
  *prefix = ft_superround_prefix (s, NULL, events, trace->size);
  if (prefix->count < s->events.size) {
    untraced = find_untraced (s, trace->path, events, trace->size, error);
    if (untraced)
      *prefix = ft_superround_prefix (s, untraced, events, trace->size);
  }
  bool fine = untraced || prefix->count == s->events.size;
  free (untraced);
  free (events);
  return fine;
}

// ---- the branch that led away -----------------------------------------------

// The class of a branch: its other direction is nearer to the event than the
// one taken, leads there at all, or does not.
enum { LEADS_AWAY, LEADS_THERE, LEADS_NOWHERE };

typedef struct candidate {
  size_t branch;
  int class;
  uint32_t steps; // distance from its other direction to the event
} candidate;

typedef FT_STACK (candidate) candidates;

typedef struct departure {
  const ft_trace *trace;
  const char *label; // of the next event
  ft_tid thread;     // of the next event
  const ft_schedule_prefix *prefix;
  ft_path_keys keys;
  candidates list;
} departure;

static bool is_label (const void *context, const char *location) {
  const departure *l = context;
  char *name = ft_utf8_printable (location);
  bool same = !strcmp (name, l->label);
  free (name);
  return same;
}

// The distances to the next event; NULL if they are not known.
static ft_distances *distances (const departure *l) {
  ft_error ignored;
  ft_distances *d = ft_distances_new (l->trace->path, &ignored);
  if (d && !ft_distances_to (d, true, is_label, l)) {
    ft_distances_free (d);
    d = NULL;
  }
  return d;
}

static candidate classify (const departure *l, const ft_distances *d,
                           size_t i) {
  ft_input_branch b = ft_concolic_branch (l->keys.concolic, i);
  ft_id location = l->trace->events[b.event].location;
  const char *name = ft_trace_name (l->trace, FT_CLASS_LOCATION, location);
  uint32_t other = d ? ft_distances_from (d, name, !b.outcome) : UINT32_MAX;
  uint32_t taken = d ? ft_distances_from (d, name, b.outcome) : UINT32_MAX;
  int class = other < taken         ? LEADS_AWAY
              : other != UINT32_MAX ? LEADS_THERE
                                    : LEADS_NOWHERE;
  return (candidate){i, class, other};
}

// Compares candidates, the best first; among equals the later branch, since it
// is closer to the point at which the event is missing.
static int by_class (const void *a, const void *b) {
  const candidate *p = a, *q = b;
  if (p->class != q->class)
    return p->class - q->class;
  if (p->steps != q->steps)
    return p->steps < q->steps ? -1 : 1;
  return (p->branch < q->branch) - (p->branch > q->branch);
}

static void find_candidates (departure *l) {
  ft_distances *d = distances (l);
  for (size_t i = 0; i < l->keys.branches; i++) {
    ft_id event = ft_concolic_branch (l->keys.concolic, i).event;
    bool since = l->prefix->since == FT_NO_ID || event > l->prefix->since;
    if (!since || l->trace->events[event].thread != l->thread)
      continue;
    candidate c = classify (l, d, i);
    // Without a path from its other direction a branch is no candidate, unless
    // no distances are known.
    if (c.class != LEADS_NOWHERE || !d)
      FT_PUSH (l->list, c);
  }
  if (l->list.size)
    qsort (l->list.begin, l->list.size, sizeof *l->list.begin, by_class);
  ft_distances_free (d);
}

static bool flip_best (const candidates *list, const ft_flip_query *ask) {
  for (size_t i = 0; i < list->size; i++) {
    size_t branch = list->begin[i].branch;
    if (ft_flip_query_is_new (ask, branch) &&
        (ft_flip_query_solve (ask, branch) ||
         ft_flip_query_solve_blocking (ask, branch)))
      return true;
  }
  return false;
}

bool ft_superround_flip (const ft_search_state *k, const ft_sequence *s,
                         uint64_t schedule, const ft_trace *trace,
                         const ft_schedule_prefix *prefix, ft_input_set *inputs,
                         ft_path_key_list *asked) {
  if (prefix->count == s->events.size)
    return false;
  ft_schedule_event next = s->events.begin[prefix->count];
  departure l = {.trace = trace,
                 .label = ft_intern_name (&s->labels, next.label),
                 .thread = ft_sequence_thread (s, trace, next.thread),
                 .prefix = prefix};
  ft_path_keys_init (&l.keys, trace);
  find_candidates (&l);
  ft_flip_query ask = {k,      trace, &l.keys, schedule, prefix->last,
                       inputs, asked};
  bool found = flip_best (&l.list, &ask);
  FT_RELEASE (l.list);
  ft_path_keys_release (&l.keys);
  return found;
}
