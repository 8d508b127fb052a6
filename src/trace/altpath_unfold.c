#include "trace/altpath_unfold.h"

#include "trace/altpath_locks.h"

#include <string.h>

// A critical section from before an alternative path that the path ends: its
// release, and the acquire behind the path that begins it again for the others.
typedef struct ended_section {
  ft_id release, reacquire;
} ended_section;

// An unfolding under construction.
typedef struct work {
  const ft_trace *from;
  const ft_altpaths *altpaths;
  ft_unfolding *to;
  // By event of 'to':
  FT_STACK (ft_id) folded;        // position in 'from', FT_NO_ID: in none
  FT_STACK (ft_id) local;         // position in its thread
  FT_STACK (ft_id) altpath;       // FT_NO_ID: recorded
  ft_id *length;                  // by thread: events so far
  ft_map held;                    // by thread and lock: depth
  FT_STACK (ft_id) * recorded;    // by thread: its recorded events
  FT_STACK (ended_section) ended; // by alternative paths
} work;

// ---- events ----------------------------------------------------------------

static uint64_t lock_key (const ft_event *e) {
  return (uint64_t)e->thread << 32 | e->target;
}

// Nested acquires and releases of an alternative path have no effect.  The
// validator has marked those of the trace; their depth makes no difference
// here.
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

static void put (work *w, ft_event e, ft_id folded, ft_id altpath) {
  if (ft_kind_acquires (e.kind) || ft_kind_releases (e.kind))
    count_section (w, &e);
  if (folded != FT_NO_ID)
    w->to->unfolded[folded] = w->to->trace->size;
  FT_PUSH (w->folded, folded);
  FT_PUSH (w->altpath, altpath);
  FT_PUSH (w->local, w->length[e.thread]++);
  ft_trace_push (w->to->trace, e);
}

// An event that is on no path.
static void put_filler (work *w, enum ft_kind kind, ft_tid thread, ft_id lock,
                        ft_id altpath) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)kind;
  e.thread = thread;
  e.target = lock;
  e.flags = FT_ALTPATH;
  put (w, e, FT_NO_ID, altpath);
}

// The kind of release that ends the section that 'count' events leave open.
static enum ft_kind kind_of_release (const ft_event *events, uint32_t count,
                                     ft_id lock) {
  for (uint32_t i = count; i--;)
    if (ft_kind_acquires (events[i].kind) && events[i].target == lock)
      return events[i].kind == FT_ACQUIRE ? FT_RELEASE : FT_RELEASE_SHARED;
  return FT_RELEASE;
}

// Behind an alternative path the thread has the locks that it had before.
static void restore_sections (work *w, ft_id altpath) {
  const ft_altpath *x = w->altpaths->list.begin + altpath;
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
    put_filler (w, kind_of_release (events, x->count, lock), events->thread,
                lock, altpath);
  }
  for (size_t i = 0; i < ends.size; i++) {
    FT_PUSH (w->ended, ((ended_section){ends.begin[i], w->to->trace->size}));
    put_filler (w, FT_ACQUIRE, events->thread, s.ended.begin[i], altpath);
  }
  FT_RELEASE (ends);
  ft_unmatched_locks_release (&s);
}

static void put_altpaths (work *w, uint32_t first, ft_id outer) {
  for (uint32_t a = first; a != FT_NO_ID; a = w->altpaths->list.begin[a].next) {
    const ft_altpath *x = w->altpaths->list.begin + a;
    for (uint32_t i = x->first; i < x->first + x->count; i++) {
      put (w, w->altpaths->events.begin[i], w->from->size + i, a);
      put_altpaths (w, w->altpaths->of_event.begin[i], a);
    }
    restore_sections (w, a);
    w->to->outer[a] = outer;
  }
}

static uint32_t altpaths_of (const work *w, ft_id event) {
  const ft_event *e = w->from->events + event;
  if (e->kind != FT_BRANCH || ft_event_is_void (e))
    return FT_NO_ID;
  return ft_altpaths_at (w->altpaths, event);
}

static void put_all (work *w) {
  for (ft_id e = 0; e < w->from->size; e++) {
    put (w, w->from->events[e], e, FT_NO_ID);
    put_altpaths (w, altpaths_of (w, e), FT_NO_ID);
  }
}

// ---- successors ------------------------------------------------------------

static ft_id local_of (const work *w, ft_id folded) {
  return w->local.begin[w->to->unfolded[folded]];
}

static void add_successor (work *w, ft_id branch, uint64_t outcome, ft_id to) {
  ft_id *link = w->to->first_successor + w->to->unfolded[branch];
  ft_branch_successor successor = {outcome, to, *link};
  *link = (ft_id)w->to->successors.size;
  FT_PUSH (w->to->successors, successor);
}

// Set the successors of the events of an alternative path, which merges at the
// local position 'merge'.
static void set_altpath (work *w, ft_id branch, const ft_altpath *x,
                         ft_id merge);

// The alternative paths of a nested branch, event 'i' of the path 'x', which
// merges at 'end'.
static void set_nested (work *w, const ft_altpath *x, uint32_t i, ft_id end) {
  const ft_altpaths *all = w->altpaths;
  ft_id base = w->from->size + x->first;
  for (uint32_t a = all->of_event.begin[x->first + i]; a != FT_NO_ID;
       a = all->list.begin[a].next) {
    const ft_altpath *y = all->list.begin + a;
    ft_id merge = FT_NO_ID;
    if (y->replaces != FT_NEVER_MERGES) {
      uint32_t at = i + 1 + y->replaces;
      merge = at < x->count ? local_of (w, base + at) : end;
    }
    set_altpath (w, base + i, y, merge);
  }
}

static void set_altpath (work *w, ft_id branch, const ft_altpath *x,
                         ft_id merge) {
  ft_id base = w->from->size + x->first;
  add_successor (w, branch, x->outcome, x->count ? local_of (w, base) : merge);
  for (uint32_t i = 0; i < x->count; i++) {
    bool last = i + 1 == x->count;
    w->to->next[w->to->unfolded[base + i]] =
        last ? merge : local_of (w, base + i + 1);
    set_nested (w, x, i, merge);
  }
}

// The local position of the k-th recorded event of a thread, or of its end.
static ft_id recorded_local (const work *w, ft_tid t, size_t k) {
  return k < w->recorded[t].size ? local_of (w, w->recorded[t].begin[k])
                                 : w->length[t];
}

static void set_thread (work *w, ft_tid t) {
  for (size_t k = 0; k < w->recorded[t].size; k++) {
    ft_id event = w->recorded[t].begin[k];
    w->to->next[w->to->unfolded[event]] = recorded_local (w, t, k + 1);
    for (uint32_t a = altpaths_of (w, event); a != FT_NO_ID;
         a = w->altpaths->list.begin[a].next) {
      const ft_altpath *x = w->altpaths->list.begin + a;
      bool merges = x->replaces != FT_NEVER_MERGES;
      set_altpath (w, event, x,
                   merges ? recorded_local (w, t, k + 1 + x->replaces)
                          : FT_NO_ID);
    }
  }
}

static void set_all (work *w, ft_tid threads) {
  w->recorded = ft_calloc (threads, sizeof *w->recorded);
  for (ft_id e = 0; e < w->from->size; e++)
    FT_PUSH (w->recorded[w->from->events[e].thread], e);
  for (ft_tid t = 0; t < threads; t++)
    set_thread (w, t);
  for (ft_tid t = 0; t < threads; t++)
    FT_RELEASE (w->recorded[t]);
  free (w->recorded);
}

// ---- the unfolding ---------------------------------------------------------

static ft_id *no_ids (size_t n) {
  ft_id *a = FT_ARRAY (ft_id, n);
  memset (a, 0xff, n * sizeof *a);
  return a;
}

// The tables of the folded trace but for the events that allocate variables,
// the alternative paths, which are events here, and origins, which are not
// asked for.
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
  u->unfolded = no_ids ((size_t)from->size + from->altpath_events);
  u->outer = no_ids (a->list.size);
  put_all (&w);
  u->folded = w.folded.begin;
  u->altpath = w.altpath.begin;
  u->next = no_ids (u->trace->size);
  u->first_successor = no_ids (u->trace->size);
  u->reacquire = no_ids (u->trace->size);
  for (size_t i = 0; i < w.ended.size; i++)
    u->reacquire[w.ended.begin[i].release] = w.ended.begin[i].reacquire;
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
