#include "explore/interleavings.h"

#include <stdlib.h>

#include "base/hash.h"
#include "explore/interleaving_outlook.h"

// NEAR: how many accesses on either side of one are looked at; OTHERS: of how
// many threads; MOST: of the list; SAME: of the same three locations; STEPS:
// how much of the list is judged.
enum { NEAR = 64, OTHERS = 32, MOST = 2000, SAME = 2, STEPS = 20000000 };

typedef struct lister {
  const ft_index *index;
  const ft_event *events;
  ft_interleaving_list *list;
  ft_map taken; // by thread and lock: the thread takes the lock
  ft_map seen;  // by locations: their number in the list
} lister;

// The accesses of a variable, or the operations on an object.
typedef struct access_list {
  const ft_id *events;
  size_t size;
} access_list;

// ---- where a thread can be stopped -----------------------------------------

static uint64_t key_of (ft_tid thread, ft_id lock) {
  return (uint64_t)thread << 32 | lock;
}

static void note_locks (lister *l) {
  for (size_t i = 0; i < l->index->sync.size; i++) {
    const ft_event *e = l->events + l->index->sync.begin[i];
    if (ft_kind_acquires (e->kind) || e->kind == FT_TRY_FAILED)
      *ft_map_at (&l->taken, key_of (e->thread, e->target)) = 1;
  }
}

// The outermost acquire that keeps the other thread out when the thread stands
// at local position 'k'; FT_NO_ID if none does.
static ft_id keeps_out (const lister *l, ft_tid thread, ft_id k, ft_tid other) {
  ft_id outermost = FT_NO_ID;
  ft_id cell = ft_index_held_at (l->index, thread, k);
  for (; cell; cell = l->index->cells.begin[cell].outer) {
    ft_id acquire = l->index->cells.begin[cell].acquire;
    uint64_t key = key_of (other, l->events[acquire].target);
    if (ft_map_get (&l->taken, key) != FT_NO_ID)
      outermost = acquire;
  }
  return outermost;
}

// The event before which the thread of 'e' stops, to let the other one pass it.
static ft_id before (const lister *l, ft_id e, ft_tid other) {
  ft_tid thread = l->events[e].thread;
  ft_id outer = keeps_out (l, thread, l->index->local[e], other);
  return outer == FT_NO_ID ? e : outer;
}

// The first event behind 'from', and not behind 'to', before which the thread
// lets the other one pass; FT_NO_ID: it does nowhere.
static ft_id between (const lister *l, ft_id from, ft_id to, ft_tid other) {
  ft_tid thread = l->events[from].thread;
  ft_id end = l->index->local[to];
  for (ft_id k = l->index->local[from] + 1; k <= end; k++)
    if (keeps_out (l, thread, k, other) == FT_NO_ID)
      return ft_index_event (l->index, thread, k);
  return FT_NO_ID;
}

// ---- the list --------------------------------------------------------------

static bool is_common (lister *l, const ft_interleaving *r) {
  uint64_t key = 0;
  ft_id of[] = {r->stop, r->run, r->then};
  for (int i = 0; i < 3; i++)
    key = key * UINT64_C (0x9e3779b97f4a7c15) +
          (of[i] == FT_NO_ID ? 1 : l->events[of[i]].location + 2);
  uint32_t *count = ft_map_at (&l->seen, key);
  *count = *count == FT_NO_ID ? 1 : *count + 1;
  return *count > SAME;
}

static void add_new (lister *l, ft_interleaving r) {
  if (r.stop != FT_NO_ID && l->list->size < MOST && !is_common (l, &r))
    FT_PUSH (*l->list, r);
}

static void add (lister *l, ft_id stop, ft_id run, ft_id then, bool later) {
  add_new (l, (ft_interleaving){stop, run, then, later, false, 0});
}

static bool writes (const ft_event *e) {
  return e->kind != FT_READ && e->kind != FT_ATOMIC_READ;
}

static bool overlap (const ft_event *a, const ft_event *b) {
  return a->mask & b->mask || !ft_kind_accesses (a->kind) ||
         !ft_kind_accesses (b->kind);
}

static bool conflict (const ft_event *a, const ft_event *b) {
  return (writes (a) || writes (b)) && overlap (a, b);
}

static bool is_violation (const ft_event *first, const ft_event *other,
                          const ft_event *second) {
  return conflict (first, other) && conflict (other, second) &&
         ft_event_unserializable (first, other, second);
}

// Whether the thread of an access makes another one later.
static bool goes_on (const lister *l, const access_list *a, ft_id access) {
  for (size_t i = 0; i < a->size; i++)
    if (a->events[i] > access &&
        l->events[a->events[i]].thread == l->events[access].thread)
      return true;
  return false;
}

// An access of another thread that may come between two of a thread, and comes
// before or behind both.  Whether there is such an order.
static bool violate (lister *l, const access_list *a, ft_id first, ft_id second,
                     ft_id other) {
  const ft_event *e = l->events;
  ft_tid thread = e[first].thread;
  if (!is_violation (e + first, e + other, e + second))
    return false;
  ft_id gap = between (l, first, second, e[other].thread);
  if (gap == FT_NO_ID)
    return false;
  if (other < second) {
    add (l, before (l, other, thread),
         ft_index_event (l->index, thread, l->index->local[gap] - 1), other,
         false);
    return true;
  }
  add (l, gap, other, FT_NO_ID, false);
  if (goes_on (l, a, other))
    add (l, gap, other, second, true);
  return true;
}

static bool reverse (lister *l, ft_id first, ft_id second) {
  const ft_event *e = l->events;
  if (!conflict (e + first, e + second) ||
      ft_index_starts_before (l->index, first, second))
    return false;
  ft_id stop = before (l, first, e[second].thread);
  add (l, stop, second, FT_NO_ID, false);
  add (l, stop, second, first, true);
  return true;
}

// ---- neighbours ------------------------------------------------------------

// The other threads of which an access was taken, up to OTHERS: of each the
// nearest one that fits.
typedef struct neighbours {
  ft_tid list[OTHERS];
  int size;
} neighbours;

static bool is_new (const neighbours *n, ft_tid thread) {
  for (int i = 0; i < n->size; i++)
    if (n->list[i] == thread)
      return false;
  return n->size < OTHERS;
}

static void note (neighbours *n, bool taken, ft_tid thread) {
  if (taken)
    n->list[n->size++] = thread;
}

// The next access of the same thread; a->size if none is near.
static size_t next_of_thread (const lister *l, const access_list *a, size_t i) {
  for (size_t k = i + 1; k < a->size && k <= i + NEAR; k++)
    if (l->events[a->events[k]].thread == l->events[a->events[i]].thread)
      return k;
  return a->size;
}

static void violate_at (lister *l, const access_list *a, size_t i,
                        size_t next) {
  ft_tid own = l->events[a->events[i]].thread;
  neighbours late = {.list = {own}, .size = 1}, early = late;
  for (size_t k = next + 1; k < a->size && k <= next + NEAR; k++) {
    ft_tid t = l->events[a->events[k]].thread;
    note (&late,
          is_new (&late, t) &&
              violate (l, a, a->events[i], a->events[next], a->events[k]),
          t);
  }
  for (size_t k = i; k-- > 0 && k + NEAR >= i;) {
    ft_tid t = l->events[a->events[k]].thread;
    note (&early,
          is_new (&early, t) &&
              violate (l, a, a->events[i], a->events[next], a->events[k]),
          t);
  }
}

static void reverse_at (lister *l, const access_list *a, size_t i) {
  neighbours n = {.list = {l->events[a->events[i]].thread}, .size = 1};
  for (size_t k = i + 1; k < a->size && k <= i + NEAR; k++) {
    ft_tid t = l->events[a->events[k]].thread;
    note (&n, is_new (&n, t) && reverse (l, a->events[i], a->events[k]), t);
  }
}

static void list_at (lister *l, const access_list *a, size_t i) {
  size_t next = next_of_thread (l, a, i);
  if (next < a->size)
    violate_at (l, a, i, next);
  reverse_at (l, a, i);
}

static void list_all (lister *l, const access_list *a) {
  for (size_t i = 0; i < a->size && l->list->size < MOST; i++)
    list_at (l, a, i);
}

static void list_variables (lister *l) {
  const struct ft_index_list *x = &l->index->accesses;
  uint32_t count =
      ft_tables_count (&l->index->trace->tables, FT_CLASS_VARIABLE);
  for (ft_id v = 0; v < count; v++) {
    list_all (l, &(access_list){x->events + x->begin[v],
                                x->begin[v + 1] - x->begin[v]});
  }
}

// ---- conditions, semaphores, tries -----------------------------------------

static ft_id object_of (const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    return e->condition;
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    return e->target;
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FENCE:
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
  case FT_TRY_FAILED:
  case FT_FORK:
  case FT_JOIN:
  case FT_WAKE:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    return FT_NO_ID;
  }
  return FT_NO_ID;
}

static void list_objects (lister *l) {
  uint32_t count = ft_tables_count (&l->index->trace->tables, FT_CLASS_OBJECT);
  ft_event_list *of = FT_ARRAY (ft_event_list, count + 1);
  for (size_t i = 0; i < l->index->sync.size; i++) {
    ft_id object = object_of (l->events + l->index->sync.begin[i]);
    if (object < count)
      FT_PUSH (of[object], l->index->sync.begin[i]);
  }
  for (uint32_t o = 0; o < count; o++) {
    list_all (l, &(access_list){of[o].begin, of[o].size});
    FT_RELEASE (of[o]);
  }
  free (of);
}

// A section of another thread that is near an acquire by a try: the try comes
// into its middle.
static void fail_try (lister *l, const access_list *a, size_t i, size_t k) {
  ft_id try = a->events[i], end = l->index->match[a->events[k]];
  ft_id at = l->index->local[try];
  if (end == FT_NO_ID || l->events[end].thread == l->events[try].thread)
    return;
  ft_id last = at ? ft_index_event (l->index, l->events[try].thread, at - 1)
                  : l->index->fork_of[l->events[try].thread];
  if (last == FT_NO_ID)
    return;
  ft_id inside =
      ft_index_event (l->index, l->events[end].thread, l->index->local[end] - 1);
  unsigned goes_on = l->events[try].thread + 1;
  add_new (l, k < i ? (ft_interleaving){end, last, FT_NO_ID, 0, true, goes_on}
                    : (ft_interleaving){try, inside, last, 0, true, goes_on});
}

static void fail_tries (lister *l, const access_list *a, size_t i) {
  size_t from = i > NEAR ? i - NEAR : 0;
  if (l->events[a->events[i]].flags & FT_TRIED)
    for (size_t k = from; k < a->size && k <= i + NEAR; k++)
      fail_try (l, a, i, k);
}

static void list_tries (lister *l) {
  const struct ft_index_list *x = &l->index->acquires;
  uint32_t count = ft_tables_count (&l->index->trace->tables, FT_CLASS_LOCK);
  for (ft_id lock = 0; lock < count; lock++) {
    access_list a = {x->events + x->begin[lock],
                     x->begin[lock + 1] - x->begin[lock]};
    for (size_t i = 0; i < a.size; i++)
      fail_tries (l, &a, i);
  }
}

// The event with which the call begins whose wait ends with 'wait'.
static ft_id begin_of_wait (const lister *l, ft_id wait) {
  const ft_event *e = l->events + wait;
  for (ft_id k = l->index->local[wait]; e->kind == FT_WAKE && k--;) {
    ft_id event = ft_index_event (l->index, e->thread, k);
    if (ft_kind_releases (l->events[event].kind) &&
        l->events[event].condition != FT_NO_ID)
      return event;
  }
  return wait;
}

// The last event of the thread that a join waits for; FT_NO_ID for other waits.
static ft_id end_of_joined (const lister *l, ft_id wait) {
  const ft_event *e = l->events + wait;
  ft_id length =
      e->kind == FT_JOIN ? ft_index_length (l->index, (ft_tid)e->target) : 0;
  return length ? ft_index_event (l->index, (ft_tid)e->target, length - 1)
                : FT_NO_ID;
}

// 'ends' is what ends the wait, if that is before it.
static void time_out (lister *l, ft_id wait, ft_id ends) {
  ft_id begin = begin_of_wait (l, wait), at = l->index->local[begin];
  if (!at)
    return;
  ft_id last = ft_index_event (l->index, l->events[wait].thread, at - 1);
  bool before = ends != FT_NO_ID && ends < last &&
                l->events[ends].thread != l->events[wait].thread;
  add_new (l, (ft_interleaving){before ? ends : begin, last, FT_NO_ID, 0, true,
                               l->events[wait].thread + 1});
}

static void list_waits (lister *l) {
  uint32_t count = ft_tables_count (&l->index->trace->tables, FT_CLASS_OBJECT);
  ft_id *post = FT_ARRAY (ft_id, count + 1); // the last one of a semaphore
  for (uint32_t o = 0; o < count; o++)
    post[o] = FT_NO_ID;
  for (size_t i = 0; i < l->index->sync.size; i++) {
    ft_id event = l->index->sync.begin[i];
    const ft_event *e = l->events + event;
    bool waits = e->kind == FT_WAKE || e->kind == FT_SEM_WAIT || e->kind == FT_JOIN;
    if (e->kind == FT_SEM_POST && e->target < count)
      post[e->target] = event;
    if (waits && e->flags & FT_TRIED && !(e->flags & FT_UNSIGNALLED))
      time_out (l, event,
                e->kind == FT_SEM_WAIT && e->target < count ? post[e->target]
                                                            : end_of_joined (l, event));
  }
  free (post);
}

// ---- all -------------------------------------------------------------------

static int by_cost (const void *a, const void *b) {
  const ft_interleaving *p = a, *q = b;
  if (p->cost != q->cost)
    return p->cost < q->cost ? -1 : 1;
  return (p->stop > q->stop) - (p->stop < q->stop);
}

static bool synchronises (const lister *l, const ft_interleaving *r) {
  return r->fails_try || object_of (l->events + r->run) != FT_NO_ID ||
         l->events[r->stop].kind == FT_RELEASE;
}

// Leaves out what is not possible, and sets the costs.
static void judge (const lister *l, const bool *decides) {
  ft_event_list events = {0};
  uint64_t steps = 0;
  size_t kept = 0;
  for (size_t i = 0; i < l->list->size; i++) {
    ft_interleaving r = l->list->begin[i];
    if (steps > STEPS || !ft_interleaving_schedule (l->index, &r, &events))
      continue;
    ft_tid last = l->events[r.stop].thread;
    enum ft_outlook outlook =
        synchronises (l, &r)
            ? FT_OUTLOOK_FAILURE
            : ft_interleaving_outlook (l->index, &events, last, decides);
    r.cost += 2 * (unsigned)outlook;
    steps += l->index->trace->size;
    l->list->begin[kept++] = r;
  }
  l->list->size = kept;
  FT_RELEASE (events);
}

void ft_interleavings_list (const ft_index *index, const bool *decides,
                            ft_interleaving_list *list) {
  lister l = {.index = index, .events = index->trace->events, .list = list};
  note_locks (&l);
  list_tries (&l);
  list_waits (&l);
  list_objects (&l);
  list_variables (&l);
  judge (&l, decides);
  if (list->size)
    qsort (list->begin, list->size, sizeof *list->begin, by_cost);
  ft_map_release (&l.taken);
  ft_map_release (&l.seen);
}
