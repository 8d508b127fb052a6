// See 'recorded.h'.  Linear in the trace.  Independent of 'trace/index.c', so
// that no mistake there can make the checker accept.

#include "witness/recorded.h"

#include <assert.h>
#include <string.h>

// ---- threads ----

static void note_thread (ft_recorded *f, ft_id i) {
  const ft_event *e = f->trace->events + i;
  f->local[i] = f->length[e->thread]++;
  if (e->kind == FT_FORK && f->fork[e->target] == FT_NO_ID &&
      !ft_event_is_void (e))
    f->fork[e->target] = i;
  if (e->kind == FT_JOIN && !ft_event_is_void (e))
    f->joined[e->target] = true;
}

// ---- readers and writers ----

typedef struct ft_trace_scan {
  ft_id (*writer)[8]; // per variable and byte: its last write so far
  ft_id *arrivals;    // per object: arrivals at the barrier
  ft_map arrival;     // by object << 32 | thread: number of its last arrival
  int64_t *balance;   // per object: posts - waits
  bool *initialised;  // per object: by a SEM_INIT with a value
  ft_map blocks;      // by address: the last ALLOC there
} ft_trace_scan;

static void note_mixed (ft_recorded *f, ft_id read, const ft_id *writer) {
  *ft_map_at (&f->mixed_at, read) = (uint32_t)f->mixed.size;
  for (int b = 0; b < 8; b++)
    FT_PUSH (f->mixed, writer[b]);
  f->source[read] = FT_MIXED;
}

static uint64_t access_key (const ft_event *e) {
  return (uint64_t)e->target << 8 | e->mask;
}

static void learn_initial (ft_recorded *f, const ft_event *e, ft_id i) {
  uint32_t *known = ft_map_at (&f->first_values, access_key (e));
  if (*known == FT_NO_ID)
    *known = i;
}

static void note_read (ft_recorded *f, const ft_trace_scan *scan, ft_id i) {
  const ft_event *e = f->trace->events + i;
  const ft_id *writer = scan->writer[e->target];
  int first = __builtin_ctz (e->mask | 0x100u);
  f->source[i] = first < 8 ? writer[first] : FT_NO_ID;
  for (int b = first; b < 8; b++)
    if (e->mask >> b & 1 && writer[b] != writer[first]) {
      note_mixed (f, i, writer);
      return;
    }
  if (f->source[i] == FT_NO_ID && e->flags & FT_HAS_VALUE)
    learn_initial (f, e, i);
}

// An access may carry the initial value of its bytes.
static void note_initial (ft_recorded *f, ft_id i) {
  const ft_event *e = f->trace->events + i;
  const ft_detail *d = ft_tables_detail (&f->trace->tables, e);
  if (d && d->initial_known)
    learn_initial (f, e, i);
}

bool ft_recorded_initial (const ft_recorded *f, const ft_event *access,
                          uint64_t *value) {
  ft_id first = ft_map_get (&f->first_values, access_key (access));
  if (first == FT_NO_ID)
    return false;
  const ft_event *e = f->trace->events + first;
  const ft_detail *d = ft_tables_detail (&f->trace->tables, e);
  *value = d && d->initial_known ? d->initial : e->value;
  return true;
}

static void note_write (ft_trace_scan *scan, const ft_event *e, ft_id i) {
  for (int b = 0; b < 8; b++)
    if (e->mask >> b & 1)
      scan->writer[e->target][b] = i;
}

// ---- barriers and semaphores ----

static void note_leave (ft_recorded *f, ft_trace_scan *scan, const ft_event *e,
                        uint64_t key) {
  ft_recorded_object *o = f->objects + e->target;
  uint64_t arrivals = scan->arrivals[e->target];
  uint64_t number = ft_map_get (&scan->arrival, key);
  if (!o->parties)
    o->parties = (ft_id)arrivals;
  if (!o->parties || number == FT_NO_ID ||
      (number / o->parties + 1) * o->parties > arrivals)
    o->keeps_order = true;
}

static void note_object (ft_recorded *f, ft_trace_scan *scan, ft_id i,
                         ft_id *barrier_events) {
  const ft_event *e = f->trace->events + i;
  uint64_t key = (uint64_t)e->target << 32 | e->thread;
  ft_recorded_object *o = f->objects + e->target;
  if (e->kind == FT_BARRIER_ARRIVE || e->kind == FT_BARRIER_LEAVE)
    f->source[i] = barrier_events[e->target]++;
  if (e->kind == FT_BARRIER_ARRIVE)
    *ft_map_at (&scan->arrival, key) = scan->arrivals[e->target]++;
  else if (e->kind == FT_BARRIER_LEAVE)
    note_leave (f, scan, e, key);
  else if (e->kind == FT_SEM_INIT && e->flags & FT_HAS_VALUE)
    scan->initialised[e->target] = true;
  else if (e->kind == FT_SEM_POST)
    scan->balance[e->target]++;
  else if (e->kind == FT_SEM_WAIT && --scan->balance[e->target] < -o->count)
    o->count = -scan->balance[e->target];
}

// ---- blocks ----

static void note_block (ft_recorded *f, ft_trace_scan *scan, ft_id i) {
  const ft_event *e = f->trace->events + i;
  const ft_detail *d = ft_tables_detail (&f->trace->tables, e);
  if (!d || !d->bytes)
    return;
  uint32_t *last = ft_map_at (&scan->blocks, d->address);
  if (e->kind == FT_ALLOC) {
    *last = i;
    return;
  }
  if (*last == FT_NO_ID)
    return;
  uint32_t *freed = ft_map_at (&f->freed_by, *last);
  if (*freed == FT_NO_ID)
    *freed = i;
}

// ---- locals ----

static uint64_t local_key (ft_tid thread, ft_id local) {
  return (uint64_t)thread << 32 | local;
}

static ft_id *number_at (const ft_recorded *f, ft_tid thread, ft_id local) {
  assert (thread < f->threads && local < f->locals);
  return f->local_numbers + ((size_t)local * f->threads + thread);
}

static void note_local (ft_recorded *f, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&f->trace->tables, e);
  if (!d || d->result == FT_NO_ID)
    return;
  if (f->local_numbers) {
    ft_id *number = number_at (f, e->thread, d->result);
    if (!*number)
      *number = ++f->local_count;
    return;
  }
  uint32_t *slot =
      ft_map_at (&f->local_slots, local_key (e->thread, d->result));
  if (*slot == FT_NO_ID)
    *slot = f->local_count++;
}

ft_id ft_recorded_local (const ft_recorded *f, ft_tid thread, ft_id local) {
  if (f->local_numbers) // 0 - 1 is FT_NO_ID
    return *number_at (f, thread, local) - 1;
  return ft_map_get (&f->local_slots, local_key (thread, local));
}

// ---- the pass over the trace ----

static void scan_event (ft_recorded *f, ft_trace_scan *scan, ft_id i,
                        ft_id *barrier_events) {
  const ft_event *e = f->trace->events + i;
  note_thread (f, i);
  f->source[i] = FT_NO_ID;
  if (ft_event_is_void (e))
    return;
  bool ran = !(e->flags & FT_ALTPATH);
  if (ft_kind_accesses (e->kind))
    note_initial (f, i);
  if (ran && ft_kind_reads (e->kind))
    note_read (f, scan, i);
  if (ran && ft_kind_writes (e->kind))
    note_write (scan, e, i);
  if (ft_kind_class (e->kind) == FT_CLASS_OBJECT)
    note_object (f, scan, i, barrier_events);
  if (ran && (e->kind == FT_ALLOC || e->kind == FT_FREE))
    note_block (f, scan, i);
  note_local (f, e);
  f->has_branches |= e->kind == FT_BRANCH;
}

static void scan_trace (ft_recorded *f, ft_id variables, ft_id objects) {
  ft_trace_scan scan = {.arrivals = FT_ARRAY (ft_id, objects),
                        .balance = FT_ARRAY (int64_t, objects),
                        .initialised = FT_ARRAY (bool, objects)};
  ft_id *barrier_events = FT_ARRAY (ft_id, objects);
  scan.writer = ft_calloc (variables, sizeof *scan.writer);
  memset (scan.writer, 0xff, variables * sizeof *scan.writer);
  for (ft_id i = 0; i < f->trace->size; i++)
    scan_event (f, &scan, i, barrier_events);
  for (ft_id o = 0; o < objects; o++)
    if (scan.initialised[o])
      f->objects[o].count = 0;
  free (scan.writer);
  free (scan.arrivals);
  free (scan.balance);
  free (scan.initialised);
  free (barrier_events);
  ft_map_release (&scan.arrival);
  ft_map_release (&scan.blocks);
}

void ft_recorded_init (ft_recorded *f, const ft_trace *trace) {
  const ft_tables *tables = &trace->tables;
  ft_id threads = ft_tables_count (tables, FT_CLASS_THREAD);
  ft_id objects = ft_tables_count (tables, FT_CLASS_OBJECT);
  *f = (ft_recorded){.trace = trace,
                     .threads = threads,
                     .locals = ft_tables_count (tables, FT_CLASS_LOCAL)};
  if ((uint64_t)f->locals * threads <= 4 * (uint64_t)trace->size)
    f->local_numbers = FT_ARRAY (ft_id, (size_t)f->locals * threads);
  f->local = FT_ARRAY (ft_id, trace->size);
  f->source = FT_ARRAY (ft_id, trace->size);
  f->length = FT_ARRAY (ft_id, threads);
  f->fork = FT_ARRAY (ft_id, threads);
  f->joined = FT_ARRAY (bool, threads);
  f->objects = FT_ARRAY (ft_recorded_object, objects);
  memset (f->fork, 0xff, threads * sizeof *f->fork);
  scan_trace (f, ft_tables_count (tables, FT_CLASS_VARIABLE), objects);
}

void ft_recorded_release (ft_recorded *f) {
  free (f->local);
  free (f->source);
  free (f->length);
  free (f->fork);
  free (f->joined);
  free (f->objects);
  ft_map_release (&f->mixed_at);
  FT_RELEASE (f->mixed);
  ft_map_release (&f->first_values);
  free (f->local_numbers);
  ft_map_release (&f->local_slots);
  ft_map_release (&f->freed_by);
}

ft_id ft_recorded_writer (const ft_recorded *f, ft_id read, int byte) {
  assert (byte >= 0 && byte < 8);
  if (f->source[read] != FT_MIXED)
    return f->source[read];
  return f->mixed.begin[ft_map_get (&f->mixed_at, read) + (ft_id)byte];
}
