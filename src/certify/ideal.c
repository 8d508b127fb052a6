#include <string.h>

#include "certify/ideal_rows.h"

#include <assert.h>

#include "trace/assumed.h"

// ROUNDS: number of times that reads are tested for other writers, without what
// these have in common.  COMMON_ROUNDS: the most with it, and COMMON_EVENTS: how
// many events these rounds may have in all, for a second of time.  ROWS:
// numbers in rows per event, for clocks of needs: twice the events' own memory.
// LEAST_ROWS: limit on the numbers in rows for a short trace.
enum {
  ROUNDS = 8,
  COMMON_ROUNDS = 64,
  COMMON_EVENTS = 1 << 23,
  ROWS = 16,
  LEAST_ROWS = 1 << 22
};

static void include (const ft_ideals *x, ft_id e, ft_id *cut) {
  if (ft_ideals_includes (x, cut, e))
    return;
  const ft_id *row = ft_ideals_row (x, e);
  for (ft_tid t = 0; t < x->threads; t++)
    if (row[t] > cut[t])
      cut[t] = row[t];
  cut[ft_ideals_thread (x, e)] = ft_ideals_local (x, e) + 1;
}

// ---- what events need ----------------------------------------------------

static void visit (const ft_ideals *x, ft_id needed, ft_need_visitor *v) {
  if (needed != FT_NO_ID)
    v->visit (x, needed, v);
}

static void visit_alloc (const ft_ideals *x, ft_id variable,
                         ft_need_visitor *v) {
  ft_pos alloc = x->facts->trace->tables.variables.begin[variable].alloc;
  if (alloc != FT_NO_POS)
    visit (x, (ft_id)alloc, v);
}

// Whether the clocks have all sources of the read, or those that nothing
// replaces, or none.
enum taking { TAKES_NONE, TAKES_EXAMINED, TAKES_ALL };

// Whether the clocks have the order of this read although nothing is refuted by it.
static bool keeps_assumed (const ft_ideals *x, ft_id read) {
  const ft_trace *t = x->facts->trace;
  return x->assumed ||
         (x->system && ft_variable_is_system (&t->tables, t->events[read].target));
}

static enum taking taking_of (const ft_ideals *x, ft_id read) {
  const ft_reads *reads = x->facts->reads;
  bool assumed = reads->assumed[read] && !reads->mixed[read] && keeps_assumed (x, read);
  bool frozen = x->frozen && reads->frozen[read];
  if (x->recorded)
    return TAKES_ALL;
  if (x->needed && reads->mixed[read])
    return TAKES_NONE;
  bool uncertain = x->model == FT_MODEL_MCM ? ft_reads_uncertain (reads, read)
                                            : reads->frozen[read];
  if ((uncertain && !frozen) || (reads->assumed[read] && !assumed) ||
      (reads->mixed[read] && !x->replaceable))
    return TAKES_NONE;
  if (!reads->mixed[read] && ft_facts_forces (x->facts, read, x->model))
    return TAKES_ALL;
  return x->replaceable && !assumed && !uncertain ? TAKES_EXAMINED : TAKES_NONE;
}

// Visits what the writers have in common that may give the read its value.
static void visit_common (const ft_ideals *x, ft_id read, ft_id common,
                          ft_need_visitor *v) {
  const ft_id *n = x->commons.begin + (size_t)common * x->threads;
  v->read = read;
  for (ft_tid t = 0; t < x->threads && common >= FT_COMMON_FIRST; t++)
    if (n[t])
      v->visit (x, ft_index_event (x->facts->index, t, n[t] - 1), v);
  v->read = FT_NO_ID;
}

static void visit_sources (const ft_ideals *x, ft_id read, ft_need_visitor *v) {
  const ft_reads *reads = x->facts->reads;
  enum taking taking = taking_of (x, read);
  for (ft_id i = reads->source_begin[read];
       taking != TAKES_NONE && i < reads->source_begin[read + 1]; i++) {
    ft_id writer = reads->sources.begin[i].writer;
    if (x->needed && !ft_ideals_synchronises (x, read, i, taking == TAKES_ALL))
      continue;
    if (taking == TAKES_ALL || !x->replaceable[i])
      visit (x, writer, v);
    else if (x->common && !x->needed)
      visit_common (x, read, x->common[i], v);
  }
}

// Visits the events that the thread of 'e' waits for, besides its own events,
// before it can be about to execute it ('free_value': its own value is free) or
// to execute it.
void ft_ideals_to_reach (const ft_ideals *x, ft_id e, bool free_value,
                         ft_need_visitor *v) {
  const ft_reads *reads = x->facts->reads;
  const ft_trace *trace = x->facts->trace;
  const ft_event *event = trace->events + e;
  if (!ft_ideals_local (x, e))
    visit (x, x->facts->index->fork_of[event->thread], v);
  for (ft_id i = reads->late_begin[e]; i < reads->late_begin[e + 1]; i++) {
    ft_read_use use =
        ft_reads_use (reads, reads->late[i], !x->recorded && !x->frozen);
    if (use.at == ft_ideals_local (x, e) && !(free_value && use.by_value))
      visit_sources (x, reads->late[i], v);
  }
  if (x->needed)
    return; // that a block was allocated does not synchronise
  if (ft_kind_accesses (event->kind))
    visit_alloc (x, event->target, v);
  else if (event->kind == FT_FREE) {
    uint32_t count;
    const ft_id *allocs = ft_free_allocs_of (x->facts->free_allocs, e, &count);
    for (uint32_t i = 0; i < count; i++)
      visit (x, allocs[i], v);
  }
}

void ft_ideals_to_run (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  const ft_facts *f = x->facts;
  ft_ideals_to_reach (x, e, false, v);
  if (ft_event_is_void (f->trace->events + e))
    return;
  if (f->reads->matters[e] == ft_ideals_local (x, e) ||
      (x->recorded && f->reads->kept[e]))
    visit_sources (x, e, v);
  visit (x, f->index->joined[e], v);
  if (!x->needed)
    visit (x, ft_ideals_enabler (x, e), v);
  for (ft_id i = f->orders ? f->orders->begin[e] : 0;
       f->orders && i < f->orders->begin[e + 1]; i++)
    if (!x->needed || ft_ideals_order_synchronises (x, f->orders->before[i], e))
      visit (x, f->orders->before[i], v);
  if (x->recorded && f->recorded_before)
    visit (x, f->recorded_before[e], v);
}

static void visit_include (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  v->grew |= !ft_ideals_includes (x, v->cut, e);
  include (x, e, v->cut);
}

// Visits the ends of sections until no more follow.  Those that happen before the event
// follow from its needs at once.
static void close_sections (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  if (x->needed) {
    ft_ideals_visit_sections (x, e, ft_ideals_row (x->needed, e), v);
    return;
  }
  bool again = v->grew || ft_kind_acquires (x->facts->trace->events[e].kind);
  while (x->sections && again) {
    v->grew = false;
    ft_ideals_visit_sections (x, e, v->cut, v);
    again = v->grew;
  }
}

void ft_ideals_reach (const ft_ideals *x, ft_id e, bool must_succeed,
                      ft_id *cut) {
  ft_need_visitor v = {.visit = visit_include, .cut = cut};
  if (ft_ideals_local (x, e))
    include (x,
             ft_index_event (x->facts->index, ft_ideals_thread (x, e),
                             ft_ideals_local (x, e) - 1),
             cut);
  ft_ideals_to_reach (x, e, !must_succeed, &v);
  if (must_succeed)
    visit_sources (x, e, &v);
}

uint64_t ft_ideals_size (const ft_ideals *x, const ft_id *events,
                         uint32_t count) {
  ft_id *cut = FT_ARRAY (ft_id, x->threads);
  uint64_t n = 0;
  for (uint32_t i = 0; i < count; i++)
    ft_ideals_reach (x, events[i], false, cut);
  for (ft_tid t = 0; t < x->threads; t++)
    n += cut[t];
  free (cut);
  return n;
}

// ---- clocks --------------------------------------------------------------

// The row of the 'k'-th awaiting event is that of the one before it in its
// thread, which 'cut' holds, unless the event needs more.
static void add_event (ft_ideals *x, ft_id k, ft_id *cut, ft_id *latest) {
  ft_id e = x->facts->awaiting->events.begin[k];
  ft_need_visitor v = {.visit = visit_include, .cut = cut};
  ft_tid t = ft_ideals_thread (x, e);
  ft_id *row = latest + t;
  cut[t] = ft_ideals_local (x, e); // its own events need nothing new
  ft_ideals_to_run (x, e, &v);
  close_sections (x, e, &v);
  cut[t] = 0;
  if (memcmp (cut, x->rows.begin + (size_t)*row * x->threads,
              x->threads * sizeof *cut)) {
    *row = (ft_id)(x->rows.size / x->threads);
    for (ft_tid i = 0; i < x->threads; i++)
      FT_PUSH (x->rows, cut[i]);
  }
  x->row[k + 1] = *row;
}

static void clear (ft_ideals *x) {
  FT_CLEAR (x->rows);
  FT_GROW (x->rows, x->threads, 0);
}

static ft_ideals *new_ideals (const ft_facts *facts) {
  ft_ideals *x = FT_NEW (ft_ideals);
  x->facts = facts;
  x->threads = facts->index->threads;
  x->row = FT_ARRAY (ft_id, facts->awaiting->events.size + 1);
  clear (x);
  return x;
}

// Adds rows until there are more than 'limit' numbers, or the deadline is over.
static bool add_events (ft_ideals *x, uint64_t limit,
                        const ft_deadline *deadline) {
  ft_id *latest = FT_ARRAY (ft_id, x->threads);
  ft_id *cuts = FT_ARRAY (ft_id, (size_t)x->threads * x->threads);
  bool fine = true;
  const ft_awaiting *a = x->facts->awaiting;
  for (ft_id k = 0; k < a->events.size && fine; k++) {
    ft_tid t = ft_ideals_thread (x, a->events.begin[k]);
    add_event (x, k, cuts + (size_t)t * x->threads, latest);
    fine =
        x->rows.size <= limit && ((k & 0xffff) || !ft_deadline_over (deadline));
  }
  free (latest);
  free (cuts);
  return fine;
}

ft_ideals *ft_ideals_recorded (const ft_facts *facts) {
  ft_ideals *x = new_ideals (facts);
  x->recorded = true;
  add_events (x, UINT64_MAX, NULL);
  return x;
}

// How many rounds look at what the writers of a read have in common.
static int common_rounds (const ft_facts *facts) {
  size_t rounds = COMMON_EVENTS / (facts->awaiting->events.size + 1);
  return rounds < COMMON_ROUNDS ? (int)rounds : COMMON_ROUNDS;
}

static void begin_test (ft_ideals *x) {
  size_t sources = x->facts->reads->sources.size;
  x->replaceable = FT_ARRAY (bool, sources);
  if (common_rounds (x->facts) < ROUNDS)
    return;
  x->common = FT_ARRAY (ft_id, sources);
  FT_GROW (x->commons, (size_t)x->threads * FT_COMMON_FIRST, 0);
}

static void drop_common (ft_ideals *x) {
  free (x->common);
  x->common = NULL;
  FT_RELEASE (x->commons);
}

// Gives up the test: only reads without another writer by value count as such.
static void use_only_alone (ft_ideals *x) {
  free (x->replaceable);
  x->replaceable = NULL;
}

uint64_t ft_ideals_most_rows (const ft_facts *facts) {
  uint64_t limit = (uint64_t)facts->trace->size * ROWS;
  return limit < LEAST_ROWS ? LEAST_ROWS : limit;
}

ft_ideals *ft_ideals_needed (const ft_facts *facts, enum ft_model model,
                             const ft_deadline *deadline) {
  uint64_t limit = ft_ideals_most_rows (facts);
  uint64_t threads = facts->index->threads;
  if (threads * threads > limit) // for the clocks of threads alone
    return NULL;
  ft_ideals *x = new_ideals (facts);
  x->model = model;
  x->sections = x->enablers = model == FT_MODEL_MCM;
  if (model == FT_MODEL_MCM)
    begin_test (x);
  int last = x->common ? common_rounds (facts) : ROUNDS;
  for (int round = 0;; round++) {
    clear (x);
    if (!add_events (x, limit, deadline)) {
      ft_ideals_free (x);
      return NULL;
    }
    if (!x->replaceable || !ft_ideals_mark_replaceable (x))
      return x;
    if (round == last && !x->common)
      use_only_alone (x);
    else if (round == last) {
      drop_common (x);
      last += ROUNDS;
    }
  }
}

static void copy_test (ft_ideals *x, const ft_ideals *from) {
  size_t sources = x->facts->reads->sources.size;
  if (from->replaceable) {
    x->replaceable = FT_ARRAY (bool, sources);
    memcpy (x->replaceable, from->replaceable, sources * sizeof *x->replaceable);
  }
  if (from->common) {
    x->common = FT_ARRAY (ft_id, sources);
    memcpy (x->common, from->common, sources * sizeof *x->common);
    FT_GROW (x->commons, from->commons.size, 0);
    memcpy (x->commons.begin, from->commons.begin,
            from->commons.size * sizeof *x->commons.begin);
  }
}

static ft_ideals *copy_of (const ft_ideals *needed) {
  ft_ideals *x = new_ideals (needed->facts);
  x->model = needed->model;
  x->sections = needed->sections;
  x->enablers = needed->enablers;
  copy_test (x, needed);
  return x;
}

static ft_ideals *with_events (ft_ideals *x, const ft_deadline *deadline) {
  if (add_events (x, ft_ideals_most_rows (x->facts), deadline))
    return x;
  ft_ideals_free (x);
  return NULL;
}

// Clocks with orders beyond those that are needed.
ft_ideals *ft_ideals_assumed (const ft_ideals *needed,
                              const ft_deadline *deadline) {
  ft_ideals *x = copy_of (needed);
  x->assumed = true;
  return with_events (x, deadline);
}

ft_ideals *ft_ideals_system (const ft_ideals *needed, const ft_deadline *deadline) {
  ft_ideals *x = copy_of (needed);
  x->system = true;
  return with_events (x, deadline);
}

ft_ideals *ft_ideals_frozen (const ft_ideals *needed,
                             const ft_deadline *deadline) {
  ft_ideals *x = copy_of (needed);
  x->frozen = true;
  return with_events (x, deadline);
}

ft_ideals *ft_ideals_happens (const ft_ideals *needed,
                              const ft_deadline *deadline) {
  ft_ideals *x = copy_of (needed);
  x->needed = needed;
  return with_events (x, deadline);
}

void ft_ideals_free (ft_ideals *x) {
  if (!x)
    return;
  free (x->row);
  free (x->replaceable);
  free (x->common);
  FT_RELEASE (x->commons);
  FT_RELEASE (x->tested);
  FT_RELEASE (x->rows);
  free (x);
}

// ---- single needs --------------------------------------------------------

static void visit_count (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  ft_id n = ft_ideals_thread (x, e) == v->thread
                ? ft_ideals_local (x, e) + 1
                : ft_ideals_row (x, e)[v->thread];
  if (n > v->found)
    v->found = n;
}

ft_id ft_ideals_size_in (const ft_ideals *x, ft_id e, ft_tid t) {
  ft_need_visitor v = {.visit = visit_count, .thread = t};
  ft_ideals_to_reach (x, e, true, &v);
  if (ft_ideals_local (x, e))
    visit_count (x,
                 ft_index_event (x->facts->index, ft_ideals_thread (x, e),
                                 ft_ideals_local (x, e) - 1),
                 &v);
  return v.found;
}

ft_id ft_ideals_before (const ft_ideals *x, ft_id e, ft_tid t) {
  return ft_ideals_row (x, e)[t];
}

// ---- sections ------------------------------------------------------------

static bool is_shared (const ft_ideals *x, ft_id acquire) {
  return x->facts->trace->events[acquire].kind == FT_ACQUIRE_SHARED;
}

// Whether the list opens a section after 'acquire' that excludes it.
static bool list_follows (const ft_ideals *x, const ft_access_list *list,
                          ft_id acquire, const ft_id *cut) {
  const ft_access_lists *acquires = x->facts->acquires;
  for (ft_id i = ft_access_list_from (acquires, list, cut[list->thread]);
       i-- > list->begin && acquires->events[i] > acquire;)
    if (!is_shared (x, acquire) || !is_shared (x, acquires->events[i]))
      return true;
  return false;
}

static bool must_close (const ft_ideals *x, ft_id acquire, const ft_id *cut) {
  const ft_access_lists *acquires = x->facts->acquires;
  const ft_event *event = x->facts->trace->events + acquire;
  for (ft_id i = acquires->list_begin[event->target];
       i < acquires->list_begin[event->target + 1]; i++)
    if (acquires->lists.begin[i].thread != event->thread &&
        list_follows (x, acquires->lists.begin + i, acquire, cut))
      return true;
  return false;
}

enum closing { NOTHING_TO_CLOSE, CLOSED_ONE, CANNOT_CLOSE };

static enum closing close_one (const ft_ideals *x, ft_tid t, ft_id *cut) {
  const ft_index *index = x->facts->index;
  for (ft_id h = ft_index_held_at (index, t, cut[t]); h;
       h = index->cells.begin[h].outer) {
    ft_id acquire = index->cells.begin[h].acquire;
    if (!must_close (x, acquire, cut))
      continue;
    if (index->match[acquire] == FT_NO_ID)
      return CANNOT_CLOSE;
    include (x, index->match[acquire], cut);
    return CLOSED_ONE;
  }
  return NOTHING_TO_CLOSE;
}

bool ft_ideals_close (const ft_ideals *x, ft_id *cut) {
  ft_tid quiet = 0; // threads in a row with nothing to close
  for (ft_tid t = 0; quiet < x->threads; t = (t + 1) % x->threads)
    switch (close_one (x, t, cut)) {
    case NOTHING_TO_CLOSE:
      quiet++;
      break;
    case CLOSED_ONE:
      quiet = 0;
      break;
    case CANNOT_CLOSE:
      return false;
    }
  return true;
}

// ---- chain -----------------------------------------------------------------

// The chain by which one event needs another is read off the clocks: in each
// thread on the way, the first event that needs it is found by bisection.

// The first event of a thread before its position 'end' whose row has the event
// searched for, or FT_NO_ID.
static ft_id first_needing (const ft_ideals *x, ft_tid t, ft_id end,
                            const ft_need_visitor *v) {
  const ft_index *index = x->facts->index;
  ft_id low = 0, high = end;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ft_ideals_row (x, ft_index_event (index, t, middle))[v->thread] > v->at)
      high = middle;
    else
      low = middle + 1;
  }
  return low < end ? ft_index_event (index, t, low) : FT_NO_ID;
}

static bool is_target_event (const ft_ideals *x, ft_id e,
                             const ft_need_visitor *v) {
  return ft_ideals_thread (x, e) == v->thread &&
         ft_ideals_local (x, e) >= v->at;
}

// Prefers the event searched for itself to an event that needs it.
static void visit_find (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  if (v->found != FT_NO_ID && is_target_event (x, v->found, v))
    return;
  if (is_target_event (x, e, v) || ft_ideals_row (x, e)[v->thread] > v->at) {
    v->found = e;
    v->by = v->read;
  }
}

static void visit_find_end (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  if (v->found == FT_NO_ID) {
    visit_find (x, e, v);
    v->cause = v->section;
  }
  visit_include (x, e, v);
}

// Finds the need of 'e' among the ends of sections, which follow from its other
// needs.
static void find_end (const ft_ideals *x, ft_id e, ft_need_visitor *v) {
  ft_need_visitor all = *v;
  ft_tid t = ft_ideals_thread (x, e);
  ft_id k = ft_ideals_local (x, e);
  all.cut = FT_ARRAY (ft_id, x->threads);
  if (k)
    memcpy (all.cut, ft_ideals_row (x, ft_index_event (x->facts->index, t, k - 1)),
            x->threads * sizeof *all.cut);
  all.cut[t] = k;
  all.visit = visit_include;
  ft_ideals_to_run (x, e, &all);
  all.visit = visit_find_end;
  close_sections (x, e, &all);
  v->found = all.found;
  v->cause = all.cause;
  v->by = FT_NO_ID;
  free (all.cut);
}

// Finds the need in the thread of 'e', or of 'e' itself.
static ft_need find_need (const ft_ideals *x, ft_id e, bool runs,
                          ft_need_visitor *v) {
  ft_id by = first_needing (x, ft_ideals_thread (x, e),
                            ft_ideals_local (x, e) + runs, v);
  v->found = FT_NO_ID;
  if (by == FT_NO_ID)
    ft_ideals_to_reach (x, by = e, true, v);
  else
    ft_ideals_to_run (x, by, v);
  v->cause = by;
  if (v->found == FT_NO_ID)
    find_end (x, by, v);
  assert (v->found != FT_NO_ID);
  return (ft_need){ft_ideals_thread (x, v->found), 0,
                   ft_ideals_local (x, v->found) + 1, v->cause, v->by};
}

ft_need ft_ideals_chain (const ft_ideals *x, ft_id e, ft_tid t, ft_id at,
                         ft_needs *needs) {
  ft_need_visitor v = {
      .visit = visit_find, .read = FT_NO_ID, .thread = t, .at = at};
  ft_need need = find_need (x, e, false, &v);
  while (!is_target_event (x, v.found, &v)) {
    FT_PUSH (*needs, need);
    need = find_need (x, v.found, true, &v);
  }
  return need;
}
