#include "report/html_picture.h"

#include <assert.h>

enum {
  LOOK_BACK = 4096,  // events to search for one that matters
  MOST_CHANGED = 12, // reads
  LAST_STEPS = 16,   // of the schedule
  LAST_SYNCS = 10,   // of each thread, before its pending event
  NEXT_SYNCS = 4,    // after it, in the recorded run
  LAST_EVENTS = 3,   // of each thread, of any kind
  NEAR_ACCESSES = 6, // of the variable, before and after
  NEAR_SECTIONS = 3, // of a lock, before and after
  MOST_HELD = 8,     // locks, of each thread
  SMALL_GAP = 3      // gaps of at most this many events are filled
};

static bool is_quiet (const ft_picture *p, ft_id event) {
  return ft_kind_computes ((enum ft_kind)p->trace->events[event].kind);
}

void ft_picture_init (ft_picture *p, const ft_trace *trace,
                      const ft_index *index) {
  *p = (ft_picture){.trace = trace, .index = index};
  p->step = FT_ARRAY (ft_id, trace->size + 1);
  p->quiet = FT_ARRAY (ft_id, trace->size + 1);
  p->quiet_step = FT_ARRAY (ft_id, trace->size + 1);
  for (ft_id i = 0; i < trace->size; i++) {
    p->step[i] = FT_NO_ID;
    p->quiet[i + 1] = p->quiet[i] + is_quiet (p, i);
  }
}

const ft_witness *ft_picture_witness (const ft_finding *f) {
  return f->verdict == FT_CERTIFIED ? f->witness : NULL;
}

// Sets the positions of the steps in the finding's schedule, or clears them.
static void set_steps (ft_picture *p, bool known) {
  const ft_witness *w = ft_picture_witness (&p->finding);
  p->quiet_end = 0;
  for (size_t i = 0; w && i < w->schedule.size; i++) {
    ft_id event = w->schedule.begin[i];
    p->step[event] = known ? (ft_id)i : FT_NO_ID;
    p->quiet_step[event] = p->quiet_end;
    p->quiet_end += is_quiet (p, event);
  }
}

void ft_picture_release (ft_picture *p) {
  free (p->step);
  free (p->quiet);
  free (p->quiet_step);
  FT_RELEASE (p->events);
  *p = (ft_picture){0};
}

// ---- adding events ----------------------------------------------------------

static bool is_chosen (const ft_picture *p, ft_id event) {
  for (size_t i = 0; i < p->events.size; i++)
    if (p->events.begin[i] == event)
      return true;
  return false;
}

static void add_event (ft_picture *p, ft_id event) {
  if (event != FT_NO_ID && p->events.size < FT_PICTURE_MOST &&
      !is_quiet (p, event) && !ft_event_is_void (p->trace->events + event) &&
      !is_chosen (p, event))
    FT_PUSH (p->events, event);
}

static const ft_event *event_at (const ft_picture *p, ft_id event) {
  assert (event < p->trace->size);
  return p->trace->events + event;
}

static bool synchronises (const ft_event *e) {
  switch (ft_kind_class ((enum ft_kind)e->kind)) {
  case FT_CLASS_LOCK:
  case FT_CLASS_THREAD:
  case FT_CLASS_OBJECT:
    return true;
  case FT_CLASS_VARIABLE:
    return ft_kind_is_atomic ((enum ft_kind)e->kind);
  case FT_CLASS_LOCATION:
  case FT_CLASS_LOCAL:
  case FT_CLASS_NONE:
    return false;
  }
  return false;
}

static void add_held (ft_picture *p, ft_id pending) {
  ft_id cell = p->index->held[pending];
  for (int n = 0; cell && n < MOST_HELD; n++) {
    add_event (p, p->index->cells.begin[cell].acquire);
    cell = p->index->cells.begin[cell].outer;
  }
}

static void add_changes (ft_picture *p) {
  const ft_witness *w = ft_picture_witness (&p->finding);
  for (size_t i = 0; w && i < w->changed.size && i < MOST_CHANGED; i++) {
    ft_id read = w->changed.begin[i].read;
    add_event (p, read);
    add_event (p, ft_picture_writer (p, read, false));
    add_event (p, ft_picture_writer (p, read, true));
  }
}

// Adds the last and next synchronisation events of the pending event's thread,
// and its very last events.
static void add_thread (ft_picture *p, ft_id pending) {
  const ft_index *x = p->index;
  ft_tid t = event_at (p, pending)->thread;
  ft_id here = x->local[pending], length = ft_index_length (x, t);
  int last = 0, syncs = 0;
  for (ft_id n = 1; n <= here && n <= LOOK_BACK && syncs < LAST_SYNCS; n++) {
    ft_id event = ft_index_event (x, t, here - n);
    bool sync = synchronises (event_at (p, event));
    if (sync || last < LAST_EVENTS)
      add_event (p, event);
    syncs += sync;
    last += !is_quiet (p, event);
  }
  syncs = 0;
  for (ft_id n = here + 1;
       n < length && n < here + LOOK_BACK && syncs < NEXT_SYNCS; n++) {
    ft_id event = ft_index_event (x, t, n);
    if (synchronises (event_at (p, event))) {
      add_event (p, event);
      syncs++;
    }
  }
}

// The index in an ascending list at which 'event' is or would be.
static ft_id lower_bound (const ft_id *list, ft_id n, ft_id event) {
  ft_id low = 0;
  while (low < n) {
    ft_id middle = low + (n - low) / 2;
    if (list[middle] < event)
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}

// Adds the events of a list next to 'event', 'most' before and 'most' after it.
static void add_near (ft_picture *p, const struct ft_index_list *lists,
                      ft_id list, ft_id event, ft_id most) {
  const ft_id *events = lists->events + lists->begin[list];
  ft_id n = lists->begin[list + 1] - lists->begin[list];
  ft_id middle = lower_bound (events, n, event);
  for (ft_id i = middle > most ? middle - most : 0; i < n && i <= middle + most;
       i++)
    add_event (p, events[i]);
}

static void add_steps (ft_picture *p, size_t count) {
  const ft_witness *w = ft_picture_witness (&p->finding);
  for (size_t i = 0; w && i < count && i < w->schedule.size; i++)
    add_event (p, w->schedule.begin[w->schedule.size - 1 - i]);
}

// Adds other sections of the chosen locks.
static void add_sections (ft_picture *p) {
  size_t chosen = p->events.size;
  for (size_t i = 0; i < chosen; i++) {
    ft_id event = p->events.begin[i];
    if (ft_kind_acquires ((enum ft_kind)event_at (p, event)->kind))
      add_near (p, &p->index->acquires, event_at (p, event)->target, event,
                NEAR_SECTIONS);
  }
}

static void add_forks (ft_picture *p) {
  for (size_t i = 0; i < p->events.size; i++)
    add_event (p, p->index->fork_of[event_at (p, p->events.begin[i])->thread]);
}

// Adds the other end of each section, even beyond the bound.
static void close_sections (ft_picture *p) {
  size_t chosen = p->events.size;
  for (size_t i = 0; i < chosen; i++) {
    ft_id other = p->index->match[p->events.begin[i]];
    if (other != FT_NO_ID && !is_chosen (p, other))
      FT_PUSH (p->events, other);
  }
}

static int compare (const void *left, const void *right) {
  ft_id a = *(const ft_id *)left, b = *(const ft_id *)right;
  return (a > b) - (a < b);
}

static void sort (ft_picture *p) {
  qsort (p->events.begin, p->events.size, sizeof *p->events.begin, compare);
}

// Adds the events between chosen events of the recorded run if there are few,
// or if there is room for all.
static void fill_gaps (ft_picture *p) {
  size_t chosen = p->events.size;
  bool all = p->trace->size <= FT_PICTURE_MOST;
  for (size_t i = 0; i <= chosen; i++) {
    ft_id from = i ? p->events.begin[i - 1] + 1 : 0;
    ft_id to = i < chosen ? p->events.begin[i] : p->trace->size;
    for (ft_id event = from;
         event < to &&
         (all || to - from - (p->quiet[to] - p->quiet[from]) <= SMALL_GAP);
         event++)
      add_event (p, event);
  }
}

// Adds the most important events first, since the number is bounded.
void ft_picture_choose (ft_picture *p, const ft_finding *finding) {
  set_steps (p, false);
  p->finding = *finding;
  set_steps (p, true);
  FT_CLEAR (p->events);
  for (size_t i = 0; i < finding->count; i++)
    add_event (p, finding->events[i]);
  for (size_t i = 0; i < finding->count; i++)
    add_held (p, finding->events[i]);
  add_changes (p);
  for (size_t i = 0; i < finding->count && finding->race; i++)
    add_near (p, &p->index->accesses, finding->race->variable,
              finding->events[i], NEAR_ACCESSES);
  for (size_t i = 0; i < finding->count; i++)
    add_thread (p, finding->events[i]);
  add_steps (p, LAST_STEPS);
  add_forks (p);
  add_sections (p);
  close_sections (p);
  sort (p);
  fill_gaps (p);
  sort (p);
}

// ---- read sources ----

static bool supplies (const ft_event *write, const ft_event *read) {
  return ft_kind_writes ((enum ft_kind)write->kind) &&
         write->target == read->target && write->mask & read->mask &&
         !ft_event_is_void (write);
}

static ft_id recorded_writer (const ft_picture *p, ft_id read) {
  const ft_event *r = event_at (p, read);
  const struct ft_index_list *all = &p->index->accesses;
  const ft_id *events = all->events + all->begin[r->target];
  ft_id n = all->begin[r->target + 1] - all->begin[r->target];
  ft_id here = lower_bound (events, n, read);
  for (ft_id i = 1; i <= here && i <= LOOK_BACK; i++)
    if (supplies (event_at (p, events[here - i]), r))
      return events[here - i];
  return FT_NO_ID;
}

static ft_id replayed_writer (const ft_picture *p, ft_id read) {
  const ft_witness *w = ft_picture_witness (&p->finding);
  const ft_event *r = event_at (p, read);
  if (!w || p->step[read] == FT_NO_ID)
    return FT_NO_ID;
  ft_id here = p->step[read];
  for (ft_id i = 1; i <= here && i <= LOOK_BACK; i++)
    if (supplies (event_at (p, w->schedule.begin[here - i]), r))
      return w->schedule.begin[here - i];
  return FT_NO_ID;
}

ft_id ft_picture_writer (const ft_picture *p, ft_id read, bool replayed) {
  if (!ft_kind_reads ((enum ft_kind)event_at (p, read)->kind))
    return FT_NO_ID;
  return replayed ? replayed_writer (p, read) : recorded_writer (p, read);
}
