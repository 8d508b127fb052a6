#include "trace/altpath_unfold.h"

#include "trace/altpath_locks.h"

#include <string.h>

// A section that an alternative ends: that release, and the acquire after it.
typedef struct ended {
  ft_id release, again;
} ended;

// The making of an unfolding.
typedef struct work {
  const ft_trace *from;
  const ft_altpaths *altpaths;
  ft_unfolding *to;
  FT_STACK (ft_id) numbers; // of the events of 'to'
  FT_STACK (ft_id) local;   // per event of 'to'
  FT_STACK (ft_id) sides;   // the same
  ft_id *length;            // per thread: events in its row so far
  ft_map held;              // by thread and lock: depth
  FT_STACK (ft_id) * rows;  // per thread: its recorded events
  FT_STACK (ended) ended;   // by alternatives
} work;

// ---- one row of events -----------------------------------------------------

static uint64_t lock_key (const ft_event *e) {
  return (uint64_t)e->thread << 32 | e->target;
}

// Inner acquires and releases of an alternative have no effect; the validator
// has marked those of the trace, and their depth makes no difference here.
static void count_section (work *w, ft_event *e) {
  if (ft_event_is_void (e))
    return;
  uint32_t *depth = ft_map_at (&w->held, lock_key (e));
  *depth = *depth == FT_NO_ID ? 0 : *depth;
  if (!(e->flags & FT_ALTPATH)) {
    *depth = ft_kind_acquires (e->kind);
    return;
  }
  *depth -= ft_kind_releases (e->kind);
  e->flags |= *depth ? FT_NESTED : 0;
  *depth += ft_kind_acquires (e->kind);
}

static void put (work *w, ft_event e, ft_id number, ft_id side) {
  if (ft_kind_acquires (e.kind) || ft_kind_releases (e.kind))
    count_section (w, &e);
  if (number != FT_NO_ID)
    w->to->unfolded[number] = w->to->trace->size;
  FT_PUSH (w->numbers, number);
  FT_PUSH (w->sides, side);
  FT_PUSH (w->local, w->length[e.thread]++);
  ft_trace_push (w->to->trace, e);
}

// An event that no path has.
static void put_mark (work *w, enum ft_kind kind, ft_tid thread, ft_id lock,
                      ft_id side) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)kind;
  e.thread = thread;
  e.target = lock;
  e.flags = FT_ALTPATH;
  put (w, e, FT_NO_ID, side);
}

// The kind of release that ends the section that the events leave open.
static enum ft_kind end_of (const ft_event *events, uint32_t count,
                            ft_id lock) {
  for (uint32_t i = count; i--;)
    if (ft_kind_acquires (events[i].kind) && events[i].target == lock)
      return events[i].kind == FT_ACQUIRE ? FT_RELEASE : FT_RELEASE_SHARED;
  return FT_RELEASE;
}

// After an alternative the row has the locks that it had before.
static void restore_sections (work *w, ft_id side) {
  const ft_altpath *x = w->altpaths->list.begin + side;
  const ft_event *events = w->altpaths->events.begin + x->first;
  ft_unmatched_locks s = {0};
  FT_STACK (ft_id) ends = {0}; // parallel to those that are ended
  for (uint32_t i = 0; i < x->count; i++) {
    ft_unmatched_locks_step (&s, events + i);
    if (s.ended.size > ends.size)
      FT_PUSH (ends, w->to->unfolded[w->from->size + x->first + i]);
  }
  while (!FT_EMPTY (s.open)) {
    ft_id lock = FT_POP (s.open);
    put_mark (w, end_of (events, x->count, lock), events->thread, lock, side);
  }
  for (size_t i = 0; i < ends.size; i++) {
    FT_PUSH (w->ended, ((ended){ends.begin[i], w->to->trace->size}));
    put_mark (w, FT_ACQUIRE, events->thread, s.ended.begin[i], side);
  }
  FT_RELEASE (ends);
  ft_unmatched_locks_release (&s);
}

static void put_alternatives (work *w, uint32_t first, ft_id outer) {
  for (uint32_t a = first; a != FT_NO_ID;
       a = w->altpaths->list.begin[a].next) {
    const ft_altpath *x = w->altpaths->list.begin + a;
    for (uint32_t i = x->first; i < x->first + x->count; i++) {
      put (w, w->altpaths->events.begin[i], w->from->size + i, a);
      put_alternatives (w, w->altpaths->of_event.begin[i], a);
    }
    restore_sections (w, a);
    w->to->outer[a] = outer;
  }
}

static uint32_t alternatives_of (const work *w, ft_id event) {
  const ft_event *e = w->from->events + event;
  if (e->kind != FT_BRANCH || ft_event_is_void (e))
    return FT_NO_ID;
  return ft_altpaths_at (w->altpaths, event);
}

static void put_all (work *w) {
  for (ft_id e = 0; e < w->from->size; e++) {
    put (w, w->from->events[e], e, FT_NO_ID);
    put_alternatives (w, alternatives_of (w, e), FT_NO_ID);
  }
}

// ---- where threads go on ---------------------------------------------------

static ft_id local_of (const work *w, ft_id number) {
  return w->local.begin[w->to->unfolded[number]];
}

static void add_jump (work *w, ft_id branch, uint64_t outcome, ft_id to) {
  ft_id *link = w->to->first_successor + w->to->unfolded[branch];
  ft_branch_successor jump = {outcome, to, *link};
  *link = (ft_id)w->to->successors.size;
  FT_PUSH (w->to->successors, jump);
}

// Sets where the events of an alternative go on; after the last of them that is
// 'meet'.
static void set_alternative (work *w, ft_id branch, const ft_altpath *x,
                             ft_id meet);

// The alternatives of a branch in another one, 'i' events into it, which goes
// on at 'end'.
static void set_nested (work *w, const ft_altpath *x, uint32_t i,
                        ft_id end) {
  const ft_altpaths *all = w->altpaths;
  ft_id base = w->from->size + x->first;
  for (uint32_t a = all->of_event.begin[x->first + i]; a != FT_NO_ID;
       a = all->list.begin[a].next) {
    const ft_altpath *y = all->list.begin + a;
    ft_id meet = FT_NO_ID;
    if (y->replaces != FT_NEVER_MERGES) {
      uint32_t at = i + 1 + y->replaces;
      meet = at < x->count ? local_of (w, base + at) : end;
    }
    set_alternative (w, base + i, y, meet);
  }
}

static void set_alternative (work *w, ft_id branch, const ft_altpath *x,
                             ft_id meet) {
  ft_id base = w->from->size + x->first;
  add_jump (w, branch, x->outcome, x->count ? local_of (w, base) : meet);
  for (uint32_t i = 0; i < x->count; i++) {
    bool last = i + 1 == x->count;
    w->to->next[w->to->unfolded[base + i]] =
        last ? meet : local_of (w, base + i + 1);
    set_nested (w, x, i, meet);
  }
}

// The local position of the k-th recorded event of a thread, or of its end.
static ft_id recorded_local (const work *w, ft_tid t, size_t k) {
  return k < w->rows[t].size ? local_of (w, w->rows[t].begin[k]) : w->length[t];
}

static void set_thread (work *w, ft_tid t) {
  for (size_t k = 0; k < w->rows[t].size; k++) {
    ft_id event = w->rows[t].begin[k];
    w->to->next[w->to->unfolded[event]] = recorded_local (w, t, k + 1);
    for (uint32_t a = alternatives_of (w, event); a != FT_NO_ID;
         a = w->altpaths->list.begin[a].next) {
      const ft_altpath *x = w->altpaths->list.begin + a;
      bool meets = x->replaces != FT_NEVER_MERGES;
      set_alternative (w, event, x,
                       meets ? recorded_local (w, t, k + 1 + x->replaces)
                             : FT_NO_ID);
    }
  }
}

static void set_all (work *w, ft_tid threads) {
  w->rows = ft_calloc (threads, sizeof *w->rows);
  for (ft_id e = 0; e < w->from->size; e++)
    FT_PUSH (w->rows[w->from->events[e].thread], e);
  for (ft_tid t = 0; t < threads; t++)
    set_thread (w, t);
  for (ft_tid t = 0; t < threads; t++)
    FT_RELEASE (w->rows[t]);
  free (w->rows);
}

// ---- the whole -------------------------------------------------------------

static ft_id *none (size_t n) {
  ft_id *a = FT_ARRAY (ft_id, n);
  memset (a, 0xff, n * sizeof *a);
  return a;
}

// The tables but for where variables are allocated, the alternatives, which are
// events here, and origins, which nobody asks for.
static void share_tables (ft_unfolding *u, const ft_trace *from) {
  ft_tables *tables = &u->trace->tables;
  *tables = from->tables;
  tables->altpaths = (ft_altpaths){0};
  tables->origins = (ft_origins){0};
  tables->variables.begin = NULL;
  tables->variables.size = tables->variables.capacity = 0;
  for (size_t v = 0; v < from->tables.variables.size; v++) {
    ft_variable variable = from->tables.variables.begin[v];
    if (variable.alloc < from->size)
      variable.alloc = u->unfolded[variable.alloc];
    FT_PUSH (tables->variables, variable);
  }
}

ft_unfolding *ft_unfolding_new (const ft_trace *from) {
  const ft_altpaths *a = &from->tables.altpaths;
  ft_tid threads = ft_tables_count (&from->tables, FT_CLASS_THREAD);
  if (FT_EMPTY (a->branches))
    return NULL;
  ft_unfolding *u = FT_NEW (ft_unfolding);
  work w = {.from = from,
            .altpaths = a,
            .to = u,
            .length = FT_ARRAY (ft_id, threads)};
  u->trace = ft_trace_new (from->path, from->format);
  u->unfolded = none ((size_t)from->size + from->altpath_events);
  u->outer = none (a->list.size);
  put_all (&w);
  u->folded = w.numbers.begin;
  u->altpath = w.sides.begin;
  u->next = none (u->trace->size);
  u->first_successor = none (u->trace->size);
  u->reacquire = none (u->trace->size);
  for (size_t i = 0; i < w.ended.size; i++)
    u->reacquire[w.ended.begin[i].release] = w.ended.begin[i].again;
  set_all (&w, threads);
  share_tables (u, from);
  FT_RELEASE (w.local);
  FT_RELEASE (w.ended);
  ft_map_release (&w.held);
  free (w.length);
  return u;
}

void ft_unfolding_free (ft_unfolding *u) {
  if (!u)
    return;
  ft_variable *own = u->trace->tables.variables.begin;
  u->trace->tables = (ft_tables){0};
  free (own);
  ft_trace_free (u->trace);
  free (u->folded);
  free (u->unfolded);
  free (u->next);
  free (u->altpath);
  free (u->outer);
  free (u->first_successor);
  free (u->reacquire);
  FT_RELEASE (u->successors);
  free (u);
}
