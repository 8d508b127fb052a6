// Happens-before, coherence and atomicity of an execution graph.
//
// Happens-before is that of the paper: program order and synchronizes-with,
// with release sequences that go on with later stores of the same thread to the
// same location and with read-modify-writes; besides, what locks, threads and
// other objects order.  Where a schedule does not say enough, more is ordered:
// what waits on a condition, a barrier or a semaphore comes after all that was
// done there so far.
//
// Coherence, "hb; eco? is irreflexive": modification order is total, so that
// for two accesses of a cell, one of which happens before the other, the later
// one writes behind, or reads not before, what the earlier one wrote or read.
//
// Compared with the definition as relations in tests/unit/test_rc11.c.

#include "witness/rc11.h"

#include <string.h>

#include "trace/assumed.h"

// Words of all pasts: 256 MB.
enum { MOST_WORDS = 1 << 26 };

typedef struct passed { // what a lock hands on
  ft_past exclusive, shared;
} passed;

typedef struct happens_before {
  ft_rc11_execution *graph;
  ft_id now; // the event at hand
  ft_id *known;  // thread * threads + other thread: events of it
  ft_past *released, *pending, *started; // by thread: at its last release
                                         // fence; read by relaxed reads; at its
                                         // fork
  passed *locks;
  ft_past *objects, *outside; // by variable: state of calls without records
  ft_past *messages; // of an atomic write, for those who read it
  // By (variable * 8 + cell) * threads + thread: the accesses of the thread in
  // the cell, and what its release writes there handed on.
  ft_map slots;
  FT_STACK (struct cell_use {
    FT_STACK (ft_id) accesses;
    ft_past heads;
  }) uses;
  FT_STACK (ft_id *) pasts; // all, owned
} happens_before;

// ---- pasts -------------------------------------------------------------------

static ft_id *new_past (happens_before *h) {
  ft_id *p = FT_ARRAY (ft_id, h->graph->threads);
  FT_PUSH (h->pasts, p);
  return p;
}

static ft_id *known_by (happens_before *h, ft_tid t) {
  return h->known + (size_t)t * h->graph->threads;
}

static ft_past past_of (happens_before *h, ft_tid t) {
  ft_id *p = new_past (h);
  memcpy (p, known_by (h, t), h->graph->threads * sizeof *p);
  return p;
}

static ft_past unite (happens_before *h, ft_past a, ft_past b) {
  bool above = true, below = true;
  if (!a || !b)
    return a ? a : b;
  for (ft_tid u = 0; u < h->graph->threads; u++)
    above &= a[u] >= b[u], below &= a[u] <= b[u];
  if (above || below)
    return above ? a : b;
  ft_id *p = new_past (h);
  for (ft_tid u = 0; u < h->graph->threads; u++)
    p[u] = a[u] > b[u] ? a[u] : b[u];
  return p;
}

// The event at hand comes after the past.
static void take (happens_before *h, ft_past past) {
  ft_rc11_execution *g = h->graph;
  const ft_event *e = g->events[h->now];
  ft_id *known = known_by (h, e->thread);
  for (ft_tid u = 0; past && u < g->threads; u++)
    if (past[u] > known[u])
      known[u] = past[u];
}

static void give (happens_before *h, ft_past *to) {
  *to = unite (h, *to, past_of (h, h->graph->events[h->now]->thread));
}

// ---- locks, threads, objects -------------------------------------------------

static void step_lock (happens_before *h, const ft_event *e) {
  passed *lock = h->locks + e->target;
  if (e->kind == FT_ACQUIRE || e->kind == FT_ACQUIRE_SHARED)
    take (h, lock->exclusive);
  if (e->kind == FT_ACQUIRE)
    take (h, lock->shared);
  if (ft_kind_releases (e->kind))
    give (h, e->kind == FT_RELEASE ? &lock->exclusive : &lock->shared);
}

static void step_object (happens_before *h, const ft_event *e) {
  ft_past *object = h->objects + e->target;
  bool takes = e->kind == FT_WAKE || e->kind == FT_BARRIER_LEAVE ||
               e->kind == FT_SEM_WAIT;
  if (takes && !(e->kind == FT_WAKE && e->flags & FT_UNSIGNALLED))
    take (h, *object);
  else if (!takes)
    give (h, object);
}

static void step_thread (happens_before *h, const ft_event *e) {
  if (e->kind == FT_FORK)
    h->started[e->target] = past_of (h, e->thread);
  else
    take (h, known_by (h, e->target));
}

// ---- atomics -----------------------------------------------------------------

static struct cell_use *use_of (happens_before *h, const ft_event *e, int cell,
                                ft_tid t) {
  uint64_t key = (8 * (uint64_t)e->target + (unsigned)cell) * h->graph->threads + t;
  ft_id *slot = ft_map_at (&h->slots, key);
  if (*slot == FT_NO_ID) {
    *slot = (ft_id)h->uses.size;
    FT_PUSH (h->uses, (struct cell_use){0});
  }
  return h->uses.begin + *slot;
}

static void step_read (happens_before *h, const ft_event *e, int cell) {
  ft_id source = h->graph->source[8 * h->now + cell];
  ft_past message = source == FT_NO_ID ? NULL : h->messages[source];
  if (ft_rc11_acquires (e))
    take (h, message);
  else
    h->pending[e->thread] = unite (h, h->pending[e->thread], message);
}

static void step_write (happens_before *h, const ft_event *e, int cell) {
  ft_id source = h->graph->source[8 * h->now + cell];
  struct cell_use *use = use_of (h, e, cell, e->thread);
  ft_past *message = h->messages + h->now;
  use->heads = unite (h, use->heads,
                      ft_rc11_releases (e) ? past_of (h, e->thread)
                                           : h->released[e->thread]);
  *message = unite (h, *message, use->heads);
  if (e->kind == FT_ATOMIC_RMW && source != FT_NO_ID)
    *message = unite (h, *message, h->messages[source]);
}

static void step_access (happens_before *h, const ft_event *e) {
  uint8_t cells = ft_rc11_cells (h->graph, h->now);
  ft_past *outside = h->outside + e->target;
  if (ft_variable_is_outside (&h->graph->checker->trace->tables, e->target)) {
    take (h, *outside);
    give (h, outside);
    return;
  }
  for (int b = 0; ft_kind_is_atomic (e->kind) && b < 8; b++)
    if (cells >> b & 1 && ft_kind_reads (e->kind))
      step_read (h, e, b);
  for (int b = 0; ft_kind_is_atomic (e->kind) && b < 8; b++)
    if (cells >> b & 1 && ft_kind_writes (e->kind))
      step_write (h, e, b);
}

static void step_fence (happens_before *h, const ft_event *e) {
  if (ft_rc11_acquires (e))
    take (h, h->pending[e->thread]);
  if (ft_rc11_releases (e))
    h->released[e->thread] = past_of (h, e->thread);
}

static void step (happens_before *h, const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
    step_access (h, e);
    break;
  case FT_FENCE:
    step_fence (h, e);
    break;
  case FT_ACQUIRE:
  case FT_RELEASE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE_SHARED:
    step_lock (h, e);
    break;
  case FT_FORK:
  case FT_JOIN:
    step_thread (h, e);
    break;
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    step_object (h, e);
    break;
  case FT_SEM_INIT:
  case FT_TRY_FAILED:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    break;
  }
}

// ---- the axioms --------------------------------------------------------------

// The last access of the thread in the cell that happens before the event at
// hand, or FT_NO_ID.
static ft_id last_before (happens_before *h, const struct cell_use *use,
                          ft_tid t) {
  const ft_rc11_execution *g = h->graph;
  ft_tid own = g->events[h->now]->thread;
  size_t low = 0, high = use->accesses.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    ft_id event = g->witness->schedule.begin[use->accesses.begin[middle]];
    if (g->checker->facts.local[event] < known_by (h, own)[t])
      low = middle + 1;
    else
      high = middle;
  }
  return low ? use->accesses.begin[low - 1] : FT_NO_ID;
}

static bool is_coherent (happens_before *h, ft_id before, int cell) {
  ft_rc11_execution *g = h->graph;
  const ft_id *schedule = g->witness->schedule.begin;
  ft_id a = ft_rc11_rank (g, before, cell), b = ft_rc11_rank (g, h->now, cell);
  bool writes = ft_kind_writes (g->events[h->now]->kind);
  if (writes ? a < b : a <= b)
    return true;
  return ft_refuse (g->checker,
                    "coherence forbids that %s %s what %s wrote or returned, "
                    "which happens before it",
                    ft_describe (g->checker->trace, schedule[h->now]).text,
                    writes ? "comes in modification order before"
                           : "returns an older value than",
                    ft_describe (g->checker->trace, schedule[before]).text);
}

static bool fits_cell (happens_before *h, const ft_event *e, int cell) {
  ft_rc11_execution *g = h->graph;
  size_t at = 8 * (size_t)h->now + (size_t)cell;
  for (ft_tid u = 0; u < g->threads; u++) {
    ft_id before = last_before (h, use_of (h, e, cell, u), u);
    if (before != FT_NO_ID && !is_coherent (h, before, cell))
      return false;
    if (before != FT_NO_ID && u != e->thread)
      FT_PUSH (g->same_cell, ((ft_rc11_edge){before, h->now}));
  }
  if (e->kind == FT_ATOMIC_RMW && g->source[at] != g->previous_write[at])
    return ft_refuse (g->checker, "%s is not atomic: another write comes "
                                  "between what it reads and what it writes",
                      ft_describe (g->checker->trace,
                                   g->witness->schedule.begin[h->now]).text);
  FT_PUSH (use_of (h, e, cell, e->thread)->accesses, h->now);
  return true;
}

// The edges that end in the event at hand: from the last events, of the other
// threads, that its thread has come to know.
static void add_edges (happens_before *h, const ft_id *before,
                       ft_id *const *numbers) {
  ft_rc11_execution *g = h->graph;
  ft_tid t = g->events[h->now]->thread;
  const ft_id *known = known_by (h, t);
  for (ft_tid u = 0; u < g->threads; u++)
    if (u != t && known[u] > before[u])
      FT_PUSH (g->synchronised,
               ((ft_rc11_edge){numbers[u][known[u] - 1], h->now}));
}

static bool step_event (happens_before *h, ft_id *before, ft_id **numbers) {
  ft_rc11_execution *g = h->graph;
  const ft_event *e = g->events[h->now];
  ft_id event = g->witness->schedule.begin[h->now];
  ft_id *known = known_by (h, e->thread);
  memcpy (before, known, g->threads * sizeof *before);
  known[e->thread] = g->checker->facts.local[event] + 1;
  numbers[e->thread][known[e->thread] - 1] = h->now;
  if (known[e->thread] == 1)
    take (h, h->started[e->thread]);
  if (ft_event_is_void (e))
    return true;
  step (h, e);
  add_edges (h, before, numbers);
  for (int b = 0; ft_kind_accesses (e->kind) && b < 8; b++)
    if (ft_rc11_cells (g, h->now) >> b & 1 && !fits_cell (h, e, b))
      return false;
  return (uint64_t)h->pasts.size * g->threads < MOST_WORDS ||
         ft_refuse (g->checker, "the schedule is too long for rc11");
}

// ---- all events --------------------------------------------------------------

static void init (happens_before *h, ft_rc11_execution *g) {
  const ft_tables *tables = &g->checker->trace->tables;
  *h = (happens_before){.graph = g};
  h->known = FT_ARRAY (ft_id, (size_t)g->threads * g->threads);
  h->released = FT_ARRAY (ft_past, g->threads);
  h->pending = FT_ARRAY (ft_past, g->threads);
  h->started = FT_ARRAY (ft_past, g->threads);
  h->locks = FT_ARRAY (passed, ft_tables_count (tables, FT_CLASS_LOCK));
  h->objects = FT_ARRAY (ft_past, ft_tables_count (tables, FT_CLASS_OBJECT));
  h->outside = FT_ARRAY (ft_past, ft_tables_count (tables, FT_CLASS_VARIABLE));
  h->messages = FT_ARRAY (ft_past, g->size);
}

static void release (happens_before *h) {
  for (size_t i = 0; i < h->uses.size; i++)
    FT_RELEASE (h->uses.begin[i].accesses);
  for (size_t i = 0; i < h->pasts.size; i++)
    free (h->pasts.begin[i]);
  FT_RELEASE (h->uses);
  FT_RELEASE (h->pasts);
  ft_map_release (&h->slots);
  free (h->known);
  free (h->released);
  free (h->pending);
  free (h->started);
  free (h->locks);
  free (h->objects);
  free (h->outside);
  free (h->messages);
}

static bool step_all (happens_before *h) {
  ft_rc11_execution *g = h->graph;
  ft_id *before = FT_ARRAY (ft_id, g->threads);
  ft_id **numbers = FT_ARRAY (ft_id *, g->threads); // by thread and local
  for (ft_tid t = 0; t < g->threads; t++)           // position
    numbers[t] = FT_ARRAY (ft_id, g->checker->facts.length[t]);
  bool fine = true;
  for (h->now = 0; fine && h->now < g->size; h->now++)
    fine = step_event (h, before, numbers);
  for (ft_tid t = 0; t < g->threads; t++)
    free (numbers[t]);
  free (numbers);
  free (before);
  return fine;
}

static bool does_not_know (happens_before *h, ft_id first) {
  const ft_checker *c = h->graph->checker;
  ft_id last = FT_TOP (h->graph->witness->schedule);
  ft_tid t = c->trace->events[last].thread, u = c->trace->events[first].thread;
  return known_by (h, t)[u] <= c->facts.local[first] ||
         ft_refuse (h->graph->checker, "%s happens before %s",
                    ft_describe (c->trace, first).text,
                    ft_describe (c->trace, last).text);
}

bool ft_rc11_accepts (ft_checker *c, const ft_witness *w, ft_id first) {
  ft_rc11_execution g;
  happens_before h;
  bool fine = ft_rc11_init (&g, c, w);
  init (&h, &g);
  fine = fine && step_all (&h) && does_not_know (&h, first) &&
         ft_rc11_is_sc (&g);
  release (&h);
  ft_rc11_release (&g);
  return fine;
}
