// The schedule is the recorded order, in which a thread with an access on an
// alternative path goes on along that path, behind the branch that begins it, up
// to the access.  It does so at once, or when all others are done.  One or two
// atomic loads of these threads return an older store, so that branches come out
// otherwise; which ones, and whether that is consistent, the checker decides.
// Stores are tried from the latest on, and loads from the last one before the
// access on.
//
// Greedy: other orders are not tried, nor other threads' loads.

#include "predict/stale_paths.h"

#include "predict/rc11_witness.h"
#include "trace/assumed.h"

enum {
  MOST_LOADS = 16,      // whose stores are tried
  MOST_STORES = 4,      // of each, beside the initial value
  MOST_EVENTS = 1 << 22 // that the checker may run for a pair
};

enum when { AT_ONCE, AT_END, AT_END_SWAPPED, WAYS };

typedef struct path { // of one access of the pair
  ft_id access;
  ft_tid thread;
  ft_id branch;           // recorded, before the path; FT_NO_ID: no path
  FT_STACK (ft_id) events; // from there on, up to the access
} path;

typedef struct search {
  ft_checker *checker;
  const ft_trace *trace;
  const ft_stale_reads *same;
  const ft_stale_paths *all;
  path paths[2];
  ft_id end; // of the recorded events of the schedule
  FT_STACK (ft_read_from) choices;
  uint64_t run; // events so far
} search;

// ---- paths -----------------------------------------------------------------

static void note_paths (ft_stale_paths *s, uint32_t first, ft_id branch) {
  const ft_altpaths *all = &s->trace->tables.altpaths;
  for (uint32_t a = first; a != FT_NO_ID; a = all->list.begin[a].next) {
    const ft_altpath *x = all->list.begin + a;
    s->branch_of[a] = branch;
    for (uint32_t i = x->first; i < x->first + x->count; i++)
      s->path_of[i] = a;
  }
}

void ft_stale_paths_init (ft_stale_paths *s, const ft_trace *t,
                          const ft_stale_reads *same) {
  const ft_altpaths *all = &t->tables.altpaths;
  *s = (ft_stale_paths){.trace = t, .same = same};
  s->path_of = FT_ARRAY (ft_id, all->events.size);
  s->branch_of = FT_ARRAY (ft_id, all->list.size);
  for (size_t i = 0; i < all->branches.size; i++)
    note_paths (s, all->branches.begin[i].first,
                (ft_id)all->branches.begin[i].position);
  for (size_t i = 0; i < all->events.size; i++)
    note_paths (s, all->of_event.begin[i], s->trace->size + (ft_id)i);
}

void ft_stale_paths_release (ft_stale_paths *s) {
  free (s->path_of);
  free (s->branch_of);
}

static void reverse (path *p) {
  for (size_t i = 0, k = p->events.size; i + 1 < k; i++) {
    ft_id e = p->events.begin[i];
    p->events.begin[i] = p->events.begin[--k];
    p->events.begin[k] = e;
  }
}

static void find_path (const search *s, ft_id access, path *p) {
  ft_id size = s->trace->size, e = access;
  *p = (path){.access = access, .thread = s->trace->events[access].thread};
  while (e >= size) {
    ft_id a = s->all->path_of[e - size];
    ft_id first = size + s->trace->tables.altpaths.list.begin[a].first;
    for (ft_id i = e + 1; i-- > first;)
      FT_PUSH (p->events, i);
    e = s->all->branch_of[a];
  }
  reverse (p);
  p->branch = FT_EMPTY (p->events) ? FT_NO_ID : e;
}

// ---- schedules -------------------------------------------------------------

typedef struct builder {
  const search *search;
  ft_witness *witness;
  bool done[2];  // the accesses
  bool ready[2]; // the recorded access, or the branch before the path
} builder;

// Returns whether both accesses are done.
static bool add (builder *b, ft_id event) {
  FT_PUSH (b->witness->schedule, event);
  for (int i = 0; i < 2; i++) {
    const path *p = b->search->paths + i;
    b->done[i] |= event == p->access;
    b->ready[i] |= event == (p->branch == FT_NO_ID ? p->access : p->branch);
  }
  return b->done[0] && b->done[1];
}

static bool add_path (builder *b, const path *p) {
  for (size_t i = 0; i < p->events.size; i++)
    if (add (b, p->events.begin[i]))
      return true;
  return false;
}

// Whether the event is one that a thread on its path does not come to.
static bool is_left_out (const search *s, ft_id event) {
  for (int i = 0; i < 2; i++)
    if (s->paths[i].branch != FT_NO_ID && event > s->paths[i].branch &&
        s->trace->events[event].thread == s->paths[i].thread)
      return true;
  return false;
}

// False: there is no such schedule.
static bool build (search *s, enum when when, ft_witness *w) {
  builder b = {.search = s, .witness = w};
  FT_CLEAR (w->schedule);
  s->end = 0;
  for (ft_id e = 0; e < s->trace->size && !(b.ready[0] && b.ready[1] && when);
       e++) {
    if (is_left_out (s, e))
      continue;
    s->end = e + 1;
    if (add (&b, e))
      return true;
    for (int i = 0; i < 2 && when == AT_ONCE; i++)
      if (s->paths[i].branch == e && add_path (&b, s->paths + i))
        return true;
  }
  bool swapped = when == AT_END_SWAPPED;
  return add_path (&b, s->paths + swapped) || add_path (&b, s->paths + !swapped);
}

// ---- loads and stores ------------------------------------------------------

static bool is_load (const search *s, ft_id event) {
  const ft_event *e = s->trace->events + event;
  bool own = false;
  for (int i = 0; i < 2; i++)
    own |= s->paths[i].branch != FT_NO_ID && e->thread == s->paths[i].thread;
  return own && e->kind == FT_ATOMIC_READ && !ft_event_is_void (e) &&
         !ft_variable_is_outside (&s->trace->tables, e->target);
}

// The stores that the load at 'i' of the schedule may return, but for the latest.
static void list_stores (search *s, const ft_witness *w, size_t i) {
  ft_id load = w->schedule.begin[i];
  const ft_event *events = s->trace->events, *e = events + load;
  unsigned writes = 0;
  while (i-- && writes <= MOST_STORES) {
    const ft_event *from = events + w->schedule.begin[i];
    if (!ft_kind_writes (from->kind) || ft_event_is_void (from) ||
        from->target != e->target || !(from->mask & e->mask))
      continue;
    if (writes++)
      FT_PUSH (s->choices, ((ft_read_from){load, w->schedule.begin[i]}));
  }
  if (writes)
    FT_PUSH (s->choices, ((ft_read_from){load, FT_NO_ID}));
}

static void list_choices (search *s, const ft_witness *w) {
  unsigned loads = 0;
  FT_CLEAR (s->choices);
  for (size_t i = w->schedule.size; i-- && loads < MOST_LOADS;)
    if (is_load (s, w->schedule.begin[i])) {
      list_stores (s, w, i);
      loads++;
    }
}

// ---- trying ----------------------------------------------------------------

static bool has_read (const ft_witness *w, ft_id read) {
  for (size_t i = 0; i < w->reads.size; i++)
    if (w->reads.begin[i].read == read)
      return true;
  return false;
}

// The older stores of the same values, as far as the schedule has both.
static void add_same (const search *s, ft_witness *w) {
  for (size_t i = 0; i < s->same->size; i++) {
    ft_read_from r = s->same->begin[i];
    if (r.read < s->end && !is_left_out (s, r.read) && !has_read (w, r.read) &&
        (r.write == FT_NO_ID || !is_left_out (s, r.write)))
      FT_PUSH (w->reads, r);
  }
}

static bool accepts (search *s, ft_witness *w, const ft_read_from *a,
                     const ft_read_from *b, bool same) {
  FT_CLEAR (w->reads);
  if (a)
    FT_PUSH (w->reads, *a);
  if (b)
    FT_PUSH (w->reads, *b);
  if (same)
    add_same (s, w);
  s->run += w->schedule.size;
  return ft_checker_accepts (s->checker, w, NULL);
}

static bool try_one (search *s, ft_witness *w, bool same) {
  if (same && accepts (s, w, NULL, NULL, true))
    return true;
  for (size_t i = 0; i < s->choices.size && s->run < MOST_EVENTS; i++)
    if (accepts (s, w, s->choices.begin + i, NULL, same))
      return true;
  return false;
}

static bool try_two (search *s, ft_witness *w, bool same) {
  const ft_read_from *all = s->choices.begin;
  for (size_t i = 0; i < s->choices.size; i++)
    for (size_t k = 0; k < i && s->run < MOST_EVENTS; k++)
      if (all[i].read != all[k].read && accepts (s, w, all + i, all + k, same))
        return true;
  return false;
}

static bool find (search *s, ft_witness *w) {
  for (int two = 0; two < 2; two++)
    for (int when = 0; when < WAYS; when++) {
      if (s->trace->size > MOST_EVENTS || !build (s, (enum when)when, w))
        continue;
      list_choices (s, w);
      for (int same = 0; same <= !FT_EMPTY (*s->same); same++)
        if (two ? try_two (s, w, same) : try_one (s, w, same))
          return true;
    }
  return false;
}

bool ft_stale_path_certify (ft_checker *checker, const ft_stale_paths *all,
                            const ft_id pair[2], ft_witness *w) {
  search s = {.checker = checker,
              .trace = all->trace,
              .same = all->same,
              .all = all};
  *w = (ft_witness){.model = FT_MODEL_PATH,
                    .memory = FT_MEMORY_RC11,
                    .pair = {pair[0], pair[1]}};
  for (int i = 0; i < 2; i++)
    find_path (&s, pair[i], s.paths + i);
  bool found = find (&s, w);
  if (found)
    ft_rc11_witness_minimise (checker, w);
  else
    ft_witness_release (w);
  FT_RELEASE (s.paths[0].events);
  FT_RELEASE (s.paths[1].events);
  FT_RELEASE (s.choices);
  return found;
}
