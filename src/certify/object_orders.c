#include "certify/object_orders.h"

#include <string.h>

#include "base/hash.h"

// Limit on the threads that post to a semaphore: more give hardly any order.
enum { MOST_POSTERS = 64 };

// What a thread did on an object: its arrivals at a barrier or its posts to a
// semaphore, and the number of its leaves or waits so far.
struct row {
  ft_tid thread;
  FT_STACK (ft_id) given;
  uint64_t taken;
  // Of a semaphore:
  uint64_t posted;        // posts so far
  uint64_t inherited;     // waits of ancestors before the forks
  FT_STACK (ft_id) waits; // all
};

struct pair {
  ft_id from, to;
};

struct finder {
  const ft_index *index;
  const ft_trace *trace;
  ft_object_orders *orders;
  const ft_id *events; // of one object, in recorded order
  ft_id count;
  ft_id *row_of; // per thread: its row, or FT_NO_ID
  FT_STACK (struct row) rows;
  FT_STACK (struct pair) pairs; // of all objects
};

static struct row *row_of (struct finder *f, ft_tid t) {
  if (f->row_of[t] == FT_NO_ID) {
    f->row_of[t] = (ft_id)f->rows.size;
    FT_PUSH (f->rows, ((struct row){.thread = t}));
  }
  return f->rows.begin + f->row_of[t];
}

static void clear_rows (struct finder *f) {
  for (size_t i = 0; i < f->rows.size; i++) {
    f->row_of[f->rows.begin[i].thread] = FT_NO_ID;
    FT_RELEASE (f->rows.begin[i].given);
    FT_RELEASE (f->rows.begin[i].waits);
  }
  FT_CLEAR (f->rows);
}

static const ft_event *event_at (const struct finder *f, ft_id i) {
  return f->trace->events + f->events[i];
}

static void add_order (struct finder *f, ft_id from, ft_id to) {
  if (f->trace->events[from].thread != f->trace->events[to].thread)
    FT_PUSH (f->pairs, ((struct pair){from, to}));
}

// ---- barriers ------------------------------------------------------------

// The number of arrivals before the first leave, and whether it explains all
// leaves: each comes after as many arrivals as fill its round.
static bool has_rounds (struct finder *f, uint64_t *parties) {
  uint64_t arrivals = 0;
  ft_map number = {0}; // by thread: of its last arrival
  bool fine = true;
  *parties = 0;
  for (ft_id i = 0; i < f->count && fine; i++) {
    const ft_event *e = event_at (f, i);
    if (e->kind == FT_BARRIER_ARRIVE) {
      *ft_map_at (&number, e->thread) = (ft_id)arrivals++;
      continue;
    }
    ft_id own = ft_map_get (&number, e->thread);
    if (!*parties)
      *parties = arrivals;
    fine = *parties && own != FT_NO_ID &&
           (own / *parties + 1) * *parties <= arrivals;
  }
  ft_map_release (&number);
  return fine;
}

static void order_as_recorded (struct finder *f) {
  for (ft_id i = 1; i < f->count; i++)
    add_order (f, f->events[i - 1], f->events[i]);
}

// Orders the leave after the arrivals of the others for the same round; false
// if a thread did not arrive, or leaves twice.
static bool order_leave (struct finder *f, ft_id leave) {
  struct row *own = row_of (f, f->trace->events[leave].thread);
  uint64_t round = own->taken++;
  for (size_t i = 0; i < f->rows.size; i++) {
    const struct row *row = f->rows.begin + i;
    if (row->given.size <= round ||
        (row == own && row->given.size != round + 1))
      return false;
    add_order (f, row->given.begin[round], leave);
  }
  return true;
}

static bool order_rounds (struct finder *f) {
  bool fine = true;
  for (ft_id i = 0; i < f->count; i++)
    if (event_at (f, i)->kind == FT_BARRIER_ARRIVE)
      row_of (f, event_at (f, i)->thread);
  for (ft_id i = 0; i < f->count && fine; i++) {
    const ft_event *e = event_at (f, i);
    if (e->kind == FT_BARRIER_ARRIVE)
      FT_PUSH (row_of (f, e->thread)->given, f->events[i]);
    else
      fine = order_leave (f, f->events[i]);
  }
  return fine;
}

static size_t count_arriving (struct finder *f) {
  for (ft_id i = 0; i < f->count; i++)
    row_of (f, event_at (f, i)->thread);
  size_t threads = f->rows.size;
  clear_rows (f);
  return threads;
}

static enum ft_object_rule order_barrier (struct finder *f, uint64_t *number) {
  uint64_t parties;
  size_t before = f->pairs.size;
  if (!has_rounds (f, &parties)) {
    order_as_recorded (f);
    return FT_OBJECT_KEPT;
  }
  *number = parties;
  if (!parties)
    return FT_OBJECT_ROUNDS; // nobody leaves
  if (count_arriving (f) != parties)
    return FT_OBJECT_FILLED;
  bool fine = order_rounds (f);
  clear_rows (f);
  if (fine)
    return FT_OBJECT_ROUNDS;
  f->pairs.size = before;
  return FT_OBJECT_FILLED;
}

// ---- semaphores ----------------------------------------------------------

// The units that no post gives: those of the SEM_INIT, or the fewest that
// explain the trace.  False if there are several SEM_INIT.  '*exact' gets
// whether the posts and units are all that a wait needs: not if something
// might come before the SEM_INIT.
static bool find_units (const struct finder *f, uint64_t *units, bool *exact) {
  uint64_t inits = 0, set = 0, posts = 0, waits = 0, least = 0;
  bool known = false;
  *exact = true;
  for (ft_id i = 0; i < f->count; i++) {
    const ft_event *e = event_at (f, i);
    posts += e->kind == FT_SEM_POST;
    waits += e->kind == FT_SEM_WAIT;
    inits += e->kind == FT_SEM_INIT;
    if (e->kind == FT_SEM_INIT && e->flags & FT_HAS_VALUE) {
      for (ft_id j = 0; j < f->count; j++)
        *exact &= j == i || ft_index_starts_before (f->index, f->events[i],
                                                     f->events[j]);
      known = true;
      set = e->value;
    }
    if (waits > posts && waits - posts > least)
      least = waits - posts;
  }
  *units = known ? set : least;
  return inits <= 1;
}

// The waits of the thread's ancestors that come before it by the forks.
static uint64_t count_inherited (const struct finder *f, ft_tid thread) {
  uint64_t count = 0;
  ft_id fork;
  while ((fork = f->index->fork_of[thread]) != FT_NO_ID) {
    thread = f->trace->events[fork].thread;
    if (f->row_of[thread] == FT_NO_ID)
      continue;
    const struct row *row = f->rows.begin + f->row_of[thread];
    for (size_t i = 0; i < row->waits.size && row->waits.begin[i] < fork; i++)
      count++;
  }
  return count;
}

// The posts of another thread that do not come after the wait in every
// schedule.  Those of a thread that starts behind the wait do, all of them.
static uint64_t count_useful (const struct finder *f, const struct row *row,
                              ft_id wait) {
  bool late = row->given.size && ft_index_starts_before (f->index, wait,
                                                         row->given.begin[0]);
  return late ? 0 : row->given.size;
}

// Orders a wait after the posts without which there are fewer units than it
// and the waits before it need.  'useful' is memory for a number per row.
static void order_wait (struct finder *f, ft_id wait, uint64_t units,
                        uint64_t *useful) {
  struct row *own = row_of (f, f->trace->events[wait].thread);
  uint64_t needed = ++own->taken + own->inherited;
  uint64_t there = units + own->posted;
  uint64_t others = 0;
  if (needed <= there)
    return;
  needed -= there;
  for (size_t i = 0; i < f->rows.size; i++) {
    const struct row *row = f->rows.begin + i;
    useful[i] = row == own ? 0 : count_useful (f, row, wait);
    others += useful[i];
  }
  for (size_t i = 0; i < f->rows.size && needed <= others; i++) {
    uint64_t rest = others - useful[i];
    if (needed > rest)
      add_order (f, f->rows.begin[i].given.begin[needed - rest - 1], wait);
  }
}

static void order_waits (struct finder *f, uint64_t units, bool exact) {
  uint64_t *useful = FT_ARRAY (uint64_t, f->rows.size);
  for (size_t i = 0; i < f->rows.size && exact; i++)
    f->rows.begin[i].inherited = count_inherited (f, f->rows.begin[i].thread);
  for (ft_id i = 0; i < f->count; i++) {
    const ft_event *e = event_at (f, i);
    if (e->kind == FT_SEM_POST)
      row_of (f, e->thread)->posted++;
    else if (e->kind == FT_SEM_WAIT)
      order_wait (f, f->events[i], units, useful);
  }
  free (useful);
}

static enum ft_object_rule order_semaphore (struct finder *f,
                                            uint64_t *number) {
  uint64_t units, posting = 0;
  bool exact;
  if (!find_units (f, &units, &exact))
    return FT_OBJECT_OPEN;
  *number = units;
  for (ft_id i = 0; i < f->count; i++) {
    struct row *row = row_of (f, event_at (f, i)->thread);
    if (event_at (f, i)->kind == FT_SEM_WAIT)
      FT_PUSH (row->waits, f->events[i]);
    if (event_at (f, i)->kind != FT_SEM_POST)
      continue;
    posting += !row->given.size;
    FT_PUSH (row->given, f->events[i]);
  }
  if (posting <= MOST_POSTERS)
    order_waits (f, units, exact);
  clear_rows (f);
  return exact ? FT_OBJECT_UNITS : FT_OBJECT_POSTS;
}

// ---- all objects ---------------------------------------------------------

static enum ft_object_rule order_object (struct finder *f, uint64_t *number) {
  bool barrier = false, other = false, semaphore = false;
  for (ft_id i = 0; i < f->count; i++)
    switch (event_at (f, i)->kind) {
    case FT_BARRIER_ARRIVE:
    case FT_BARRIER_LEAVE:
      barrier = true;
      break;
    case FT_SEM_INIT:
    case FT_SEM_POST:
    case FT_SEM_WAIT:
      semaphore = true;
      break;
    default:
      other = true;
    }
  if (!barrier && !semaphore)
    return FT_OBJECT_NOTICES;
  if (other || barrier == semaphore)
    return FT_OBJECT_OPEN;
  return barrier ? order_barrier (f, number) : order_semaphore (f, number);
}

static bool is_use (const ft_event *e) {
  return ft_kind_class (e->kind) == FT_CLASS_OBJECT && !ft_event_is_void (e);
}

// The events of each object, ascending; 'begin' gets an offset per object, + 1.
static ft_id *list_uses (const ft_index *x, ft_id objects, ft_id *begin) {
  const ft_event *all = x->trace->events;
  for (size_t i = 0; i < x->sync.size; i++)
    if (is_use (all + x->sync.begin[i]))
      begin[all[x->sync.begin[i]].target + 2]++;
  for (ft_id o = 0; o < objects; o++)
    begin[o + 2] += begin[o + 1];
  ft_id *events = FT_ARRAY (ft_id, begin[objects + 1]);
  for (size_t i = 0; i < x->sync.size; i++)
    if (is_use (all + x->sync.begin[i]))
      events[begin[all[x->sync.begin[i]].target + 1]++] = x->sync.begin[i];
  return events;
}

// Lists the pairs by their second event.
static void list_pairs (struct finder *f) {
  ft_object_orders *o = f->orders;
  o->begin = FT_ARRAY (ft_id, (size_t)f->trace->size + 2);
  o->before = FT_ARRAY (ft_id, f->pairs.size);
  for (size_t i = 0; i < f->pairs.size; i++)
    o->begin[f->pairs.begin[i].to + 2]++;
  for (ft_id e = 0; e < f->trace->size; e++)
    o->begin[e + 2] += o->begin[e + 1];
  for (size_t i = 0; i < f->pairs.size; i++)
    o->before[o->begin[f->pairs.begin[i].to + 1]++] = f->pairs.begin[i].from;
}

static void order_all (struct finder *f, ft_id objects) {
  ft_object_orders *all = f->orders;
  all->rule = FT_ARRAY (uint8_t, objects);
  all->number = FT_ARRAY (uint64_t, objects);
  all->event_begin = FT_ARRAY (ft_id, (size_t)objects + 2);
  all->events = list_uses (f->index, objects, all->event_begin);
  for (ft_id o = 0; o < objects; o++) {
    f->events = all->events + all->event_begin[o];
    f->count = all->event_begin[o + 1] - all->event_begin[o];
    all->rule[o] = (uint8_t)order_object (f, all->number + o);
  }
}

ft_object_orders *ft_object_orders_new (const ft_index *index) {
  ft_id objects = ft_tables_count (&index->trace->tables, FT_CLASS_OBJECT);
  if (!objects)
    return NULL;
  ft_object_orders *o = FT_NEW (ft_object_orders);
  struct finder f = {.index = index,
                     .trace = index->trace,
                     .orders = o};
  o->trace = index->trace;
  f.row_of = FT_ARRAY (ft_id, index->threads);
  memset (f.row_of, 0xff, index->threads * sizeof *f.row_of);
  order_all (&f, objects);
  list_pairs (&f);
  free (f.row_of);
  FT_RELEASE (f.rows);
  FT_RELEASE (f.pairs);
  return o;
}

void ft_object_orders_free (ft_object_orders *o) {
  if (!o)
    return;
  free (o->rule);
  free (o->number);
  free (o->event_begin);
  free (o->events);
  free (o->begin);
  free (o->before);
  free (o);
}

enum ft_object_rule ft_object_orders_rule (const ft_object_orders *o,
                                           ft_id first, ft_id second) {
  for (ft_id i = o ? o->begin[second] : 0; o && i < o->begin[second + 1]; i++)
    if (o->before[i] == first)
      return (enum ft_object_rule)o->rule[o->trace->events[second].target];
  return FT_OBJECT_OPEN;
}
