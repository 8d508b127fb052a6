#include "explore/superround.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "explore/flip_query.h"
#include "explore/distance.h"
#include "explore/executed_locations.h"

// ---- how far a run came ----------------------------------------------------

typedef struct following {
  const ft_schedule_event *schedule; // 'size' events
  size_t size, at;              // the next one
  const bool *unseen;
  ft_id *next;  // of each thread its next event that the trace can tell of
  ft_id *after; // of each event that of its thread
  ft_id *since; // of each thread the last event of the trace that came
  ft_id *label; // of each thread what it did last
} following;

static void link_threads (following *f) {
  for (size_t i = f->size; i--;) {
    ft_id t = f->schedule[i].thread;
    f->after[i] = f->next[t];
    if (!f->unseen || !f->unseen[i])
      f->next[t] = (ft_id)i;
  }
}

static void skip_unseen (following *f) {
  while (f->unseen && f->at < f->size && f->unseen[f->at])
    f->at++;
}

// False when the thread comes to its next event before its turn.
static bool follow (following *f, ft_schedule_event e, ft_id at, ft_schedule_prefix *came) {
  if (e.thread == FT_NO_ID)
    return true;
  ft_id i = f->next[e.thread], last = f->label[e.thread];
  f->label[e.thread] = e.label;
  if (i == FT_NO_ID || f->schedule[i].label != e.label)
    return true;
  if (i != f->at)
    return last == e.label;
  f->next[e.thread] = f->after[i];
  f->since[e.thread] = came->last = at;
  f->at++;
  skip_unseen (f);
  return true;
}

ft_schedule_prefix ft_superround_prefix (const ft_sequence *s, const bool *unseen,
                            const ft_schedule_event *events, ft_id size) {
  ft_id threads = ft_intern_size (&s->threads) + 1;
  following f = {.schedule = s->events.begin,
                 .size = s->events.size,
                 .unseen = unseen,
                 .next = FT_ARRAY (ft_id, threads),
                 .after = FT_ARRAY (ft_id, s->events.size + 1),
                 .since = FT_ARRAY (ft_id, threads),
                 .label = FT_ARRAY (ft_id, threads)};
  ft_schedule_prefix came = {.last = FT_NO_ID, .since = FT_NO_ID};
  memset (f.next, 0xff, threads * sizeof *f.next);
  memset (f.since, 0xff, threads * sizeof *f.since);
  memset (f.label, 0xff, threads * sizeof *f.label);
  link_threads (&f);
  skip_unseen (&f);
  bool under = true;
  for (ft_id i = 0; under && i < size; i++)
    under = follow (&f, events[i], i, &came);
  came.count = f.at;
  if (f.at < f.size)
    came.since = f.since[f.schedule[f.at].thread];
  free (f.next);
  free (f.after);
  free (f.since);
  free (f.label);
  return came;
}

// ---- what the trace cannot tell of ------------------------------------------

typedef struct executed {
  const ft_sequence *schedule;
  ft_map here; // events that were executed
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
    *ft_map_at (&x->here, key_of (e)) = 1;
  free (label);
}

// Executed, and no event of the trace.  NULL if the run cannot be read.
static bool *find_unseen (const ft_sequence *s, const char *run,
                          const ft_schedule_event *events, ft_id size,
                          ft_error *error) {
  executed x = {.schedule = s};
  ft_map there = {0};
  bool *unseen = NULL;
  if (ft_executed_locations_by_thread (run, note_executed, &x, error)) {
    unseen = FT_ARRAY (bool, s->events.size + 1);
    for (ft_id i = 0; i < size; i++)
      *ft_map_at (&there, key_of (events[i])) = 1;
    for (size_t i = 0; i < s->events.size; i++) {
      uint64_t key = key_of (s->events.begin[i]);
      unseen[i] = ft_map_get (&x.here, key) != FT_NO_ID &&
                  ft_map_get (&there, key) == FT_NO_ID;
    }
  }
  ft_map_release (&x.here);
  ft_map_release (&there);
  return unseen;
}

bool ft_superround_run_prefix (const ft_sequence *s, const ft_trace *trace,
                            ft_schedule_prefix *came, ft_error *error) {
  ft_schedule_event *events = ft_sequence_of (s, trace);
  bool *unseen = NULL;
  *came = ft_superround_prefix (s, NULL, events, trace->size);
  if (came->count < s->events.size) {
    unseen = find_unseen (s, trace->path, events, trace->size, error);
    if (unseen)
      *came = ft_superround_prefix (s, unseen, events, trace->size);
  }
  bool fine = unseen || came->count == s->events.size;
  free (unseen);
  free (events);
  return fine;
}

// ---- the branch that led away -----------------------------------------------

// How much a branch looks like it.
enum { LEADS_AWAY, LEADS_THERE, LEADS_NOWHERE };

typedef struct candidate {
  size_t branch;
  int looks;
  uint32_t steps; // from its other side to the event
} candidate;

typedef FT_STACK (candidate) candidates;

typedef struct leaving {
  const ft_trace *trace;
  const char *label; // of the next event
  ft_tid thread;     // its
  const ft_schedule_prefix *came;
  ft_path_keys ways;
  candidates list;
} leaving;

static bool is_label (const void *context, const char *location) {
  const leaving *l = context;
  char *name = ft_utf8_printable (location);
  bool same = !strcmp (name, l->label);
  free (name);
  return same;
}

// NULL: none can be told.
static ft_distances *distances (const leaving *l) {
  ft_error ignored;
  ft_distances *d = ft_distances_new (l->trace->path, &ignored);
  if (d && !ft_distances_to (d, true, is_label, l)) {
    ft_distances_free (d);
    d = NULL;
  }
  return d;
}

static candidate look_at (const leaving *l, const ft_distances *d, size_t i) {
  ft_input_branch b = ft_concolic_branch (l->ways.concolic, i);
  ft_id location = l->trace->events[b.event].location;
  const char *name = ft_trace_name (l->trace, FT_CLASS_LOCATION, location);
  uint32_t other = d ? ft_distances_from (d, name, !b.outcome) : UINT32_MAX;
  uint32_t taken = d ? ft_distances_from (d, name, b.outcome) : UINT32_MAX;
  int looks = other < taken         ? LEADS_AWAY
              : other != UINT32_MAX ? LEADS_THERE
                                    : LEADS_NOWHERE;
  return (candidate){i, looks, other};
}

// The best first; what is closer to the end, where the event did not come,
// before what is farther from it.
static int by_looks (const void *a, const void *b) {
  const candidate *p = a, *q = b;
  if (p->looks != q->looks)
    return p->looks - q->looks;
  if (p->steps != q->steps)
    return p->steps < q->steps ? -1 : 1;
  return (p->branch < q->branch) - (p->branch > q->branch);
}

static void find_candidates (leaving *l) {
  ft_distances *d = distances (l);
  for (size_t i = 0; i < l->ways.branches; i++) {
    ft_id event = ft_concolic_branch (l->ways.concolic, i).event;
    bool since = l->came->since == FT_NO_ID || event > l->came->since;
    if (!since || l->trace->events[event].thread != l->thread)
      continue;
    candidate c = look_at (l, d, i);
    // A side that was taken has no way to the event that this one lacks.
    if (c.looks != LEADS_NOWHERE || !d)
      FT_PUSH (l->list, c);
  }
  if (l->list.size)
    qsort (l->list.begin, l->list.size, sizeof *l->list.begin, by_looks);
  ft_distances_free (d);
}

static bool turn_best (const candidates *list, const ft_flip_query *ask) {
  for (size_t i = 0; i < list->size; i++) {
    size_t branch = list->begin[i].branch;
    if (ft_flip_query_is_new (ask, branch) &&
        (ft_flip_query_solve (ask, branch) || ft_flip_query_solve_blocking (ask, branch)))
      return true;
  }
  return false;
}

bool ft_superround_flip (const ft_search_state *k, const ft_sequence *s,
                         uint64_t schedule, const ft_trace *trace,
                         const ft_schedule_prefix *came, ft_input_set *inputs,
                         ft_path_key_list *asked) {
  if (came->count == s->events.size)
    return false;
  ft_schedule_event next = s->events.begin[came->count];
  leaving l = {.trace = trace,
               .label = ft_intern_name (&s->labels, next.label),
               .thread = ft_sequence_thread (s, trace, next.thread),
               .came = came};
  ft_path_keys_init (&l.ways, trace);
  find_candidates (&l);
  ft_flip_query ask = {k, trace, &l.ways, schedule, came->last, inputs, asked};
  bool found = turn_best (&l.list, &ask);
  FT_RELEASE (l.list);
  ft_path_keys_release (&l.ways);
  return found;
}
