// A frontier of the earlier accesses of a variable is kept.  Let o be an
// earlier access and a the new one, with o ordered before a (or of the same
// thread), and let a be as exposed as o: it has o's bytes, writes if o does, is
// plain unless o is atomic, and is protected by no lock that does not also
// protect o.  Then o can go.  For let a later access f race with o.  f is not
// after a, or by transitivity it were after o; it is not of a's thread, for the
// same reason; it conflicts with a and no lock excludes the two, since a is as
// exposed.  So f races with a and is racy without o.  (This holds for racy
// events; pairs need 'history.h'.)  Hence one write, or one read per thread, is
// left for a variable that is properly protected, and at most one access per
// thread and class for others.
//
// A frontier holds accesses in classes: locks, bytes and mode are compared once
// for a class, so that 10^5 threads that write under one lock cost one question
// each, not 10^5.
//
// Cost: per access, two epochs, or the frontier up to the first race. Slow
// twin: 'tests/unit/test_filter.c', 'tests/model/frontier.h'.

#include "order/shadow.h"

// PRUNED: old accesses that are looked at beyond those that the answer needs.
// SEARCHED: epochs that are searched for one by the same thread.
enum { PRUNED = 3, SEARCHED = 16 };

typedef ft_shadow_cell cell;
typedef ft_shadow_page page;
typedef ft_frontier frontier;
typedef ft_frontier_class class;

void ft_shadow_release (ft_shadow *shadow) {
  ft_table_pages_release (&shadow->cells);
  ft_table_pages_release (&shadow->held);
  for (size_t i = 0; i < shadow->frontiers.size; i++) {
    frontier *f = shadow->frontiers.begin + i;
    for (size_t g = 0; g < f->classes.size; g++)
      FT_RELEASE (f->classes.begin[g].epochs);
    FT_RELEASE (f->classes);
  }
  FT_RELEASE (shadow->pages);
  FT_RELEASE (shadow->frontiers);
}

// ---- cells -----------------------------------------------------------------

ft_shadow_page ft_shadow_new_page (ft_shadow *shadow) {
  page p = {ft_table_page (&shadow->cells, FT_SHADOW_PAGE * sizeof (cell))};
  if (shadow->locks)
    p.held =
        ft_table_page (&shadow->held, FT_SHADOW_PAGE * sizeof (ft_shadow_held));
  return p;
}

ft_shadow_cell *ft_shadow_new_cell (ft_shadow *shadow, ft_id variable) {
  size_t number = variable >> FT_SHADOW_BITS;
  FT_GROW (shadow->pages, number + 1, ((page){0}));
  page *p = shadow->pages.begin + number;
  *p = ft_shadow_new_page (shadow);
  return p->cells + (variable & (FT_SHADOW_PAGE - 1));
}

// The write or the read of a cell that is not spread.
static ft_access access_in (ft_shadow *shadow, const cell *c, ft_id variable,
                            bool write) {
  const ft_epoch *epoch = write ? &c->write : &c->read;
  ft_access access = {.thread = epoch->thread,
                      .time = epoch->time,
                      .held = FT_LOCK_SET_EMPTY,
                      .mask = write ? c->write_mask : c->read_mask,
                      .write = write,
                      .atomic = write ? c->write_atomic : c->read_atomic};
  const ft_shadow_held *held = ft_shadow_held_at (shadow, variable);
  if (held)
    access.held = write ? held->write : held->read;
  return access;
}

static void set_access (ft_shadow *shadow, cell *c, ft_id variable,
                        const ft_access *access) {
  ft_shadow_held *held = ft_shadow_held_at (shadow, variable);
  ft_epoch epoch = {access->thread, access->time};
  if (access->write) {
    c->write = epoch;
    c->write_mask = access->mask;
    c->write_atomic = access->atomic;
  } else {
    c->read = epoch;
    c->read_mask = access->mask;
    c->read_atomic = access->atomic;
  }
  if (held)
    *(access->write ? &held->write : &held->read) = access->held;
}

static void remove_access (cell *c, bool write) {
  *(write ? &c->write_mask : &c->read_mask) = 0;
  *(write ? &c->write : &c->read) = (ft_epoch){0};
}

// ---- judging ---------------------------------------------------------------

static bool as_exposed (const ft_shadow *shadow, const ft_access *a,
                        const ft_access *old) {
  return !(old->mask & ~a->mask) && (a->write || !old->write) &&
         (!a->atomic || old->atomic) &&
         (!shadow->locks ||
          ft_lock_set_within (&shadow->locks->sets, a->held, old->held));
}

static bool is_excluded (const ft_shadow *shadow, const ft_access *a,
                         const ft_access *b) {
  return shadow->locks &&
         ft_lock_set_exclusive (&shadow->locks->sets, a->held, b->held);
}

// ---- frontiers -------------------------------------------------------------

static void remove_epoch (class *g, size_t i) {
  g->epochs.begin[i] = FT_POP (g->epochs);
}

// Looks at all old accesses of a class up to the first race.
static bool find_race (class *g, const ft_order_thread *thread, ft_tid t,
                       bool exposed) {
  for (size_t i = 0; i < g->epochs.size;) {
    if (!ft_shadow_ordered (thread, t, g->epochs.begin + i))
      return true;
    if (exposed)
      remove_epoch (g, i);
    else
      i++;
  }
  return false;
}

// Looks at a few old accesses, from where the last pruning ended.  They are not
// needed for the answer, so their removal can wait.
static void prune_class (class *g, const ft_order_thread *thread, ft_tid t) {
  size_t i = g->prune_from < g->epochs.size ? g->prune_from : 0;
  for (int n = 0; n < PRUNED && i < g->epochs.size; n++) {
    if (ft_shadow_ordered (thread, t, g->epochs.begin + i))
      remove_epoch (g, i);
    else
      i++;
  }
  g->prune_from = (uint32_t)i;
}

static bool check_class (ft_shadow *shadow, class *g,
                         const ft_order_thread *thread, const ft_access *access,
                         bool racy) {
  ft_access old = {
      .held = g->held, .mask = g->mask, .write = g->write, .atomic = g->atomic};
  bool exposed = as_exposed (shadow, access, &old);
  if (!racy && ft_access_conflicts (&old, access) &&
      !is_excluded (shadow, &old, access))
    racy = find_race (g, thread, access->thread, exposed);
  if (exposed)
    prune_class (g, thread, access->thread);
  return racy;
}

static bool same_class (const class *g, const ft_access *a) {
  return g->held == a->held && g->mask == a->mask && g->write == a->write &&
         g->atomic == a->atomic;
}

// Most frontiers have two groups, of writes and of reads.
static void add_class (frontier *f, const ft_access *access) {
  if (!f->classes.capacity) {
    f->classes.capacity = 2;
    f->classes.begin = ft_realloc (NULL, 2, sizeof (class));
  }
  FT_PUSH (f->classes, ((class){.held = access->held,
                                .mask = access->mask,
                                .write = access->write,
                                .atomic = access->atomic}));
}

// Adds an epoch, in place of an earlier one of the same thread if that is soon
// found.
static void push_epoch (class *g, ft_epoch epoch) {
  size_t n = g->epochs.size < SEARCHED ? g->epochs.size : SEARCHED;
  for (size_t i = 0; i < n; i++)
    if (g->epochs.begin[i].thread == epoch.thread) {
      g->epochs.begin[i].time = epoch.time;
      return;
    }
  FT_PUSH (g->epochs, epoch);
}

static void add_access (frontier *f, const ft_access *access) {
  size_t i = 0;
  while (i < f->classes.size && !same_class (f->classes.begin + i, access))
    i++;
  if (i == f->classes.size)
    add_class (f, access);
  push_epoch (f->classes.begin + i, (ft_epoch){access->thread, access->time});
}

static void remove_empty_classes (frontier *f) {
  for (size_t i = 0; i < f->classes.size;) {
    if (f->classes.begin[i].epochs.size) {
      i++;
      continue;
    }
    FT_RELEASE (f->classes.begin[i].epochs);
    f->classes.begin[i] = FT_POP (f->classes);
  }
}

static ft_id new_frontier (ft_shadow *shadow) {
  if (!shadow->unused) {
    FT_TABLE_PUSH (shadow->frontiers, ((frontier){{0}}));
    return shadow->frontiers.size - 1;
  }
  ft_id id = shadow->unused - 1;
  shadow->unused = shadow->frontiers.begin[id].next;
  return id;
}

static void free_frontier (ft_shadow *shadow, ft_id id) {
  frontier *f = shadow->frontiers.begin + id;
  for (size_t i = 0; i < f->classes.size; i++)
    FT_RELEASE (f->classes.begin[i].epochs);
  FT_CLEAR (f->classes);
  f->next = shadow->unused;
  shadow->unused = id + 1;
}

// Moves the accesses of the cell to a new frontier.
static void make_frontier (ft_shadow *shadow, cell *c, ft_id variable) {
  ft_id id = new_frontier (shadow);
  for (int write = 0; write < 2; write++) {
    ft_access access = access_in (shadow, c, variable, write);
    if (access.mask)
      add_access (shadow->frontiers.begin + id, &access);
  }
  c->write.thread = id;
  c->spread = true;
}

// Moves the accesses of the frontier back to the cell if they are at most one
// write and one read.
static void gather (ft_shadow *shadow, cell *c, ft_id variable) {
  ft_id id = c->write.thread;
  const frontier *f = shadow->frontiers.begin + id;
  const class *g = f->classes.begin;
  if (f->classes.size > 2 || (f->classes.size == 2 && g[0].write == g[1].write))
    return;
  for (size_t i = 0; i < f->classes.size; i++)
    if (g[i].epochs.size > 1)
      return;
  remove_access (c, true);
  remove_access (c, false);
  c->spread = false;
  for (size_t i = 0; i < f->classes.size; i++) {
    ft_epoch epoch = g[i].epochs.begin[0];
    ft_access access = {.thread = epoch.thread,
                        .time = epoch.time,
                        .held = g[i].held,
                        .mask = g[i].mask,
                        .write = g[i].write,
                        .atomic = g[i].atomic};
    set_access (shadow, c, variable, &access);
  }
  free_frontier (shadow, id);
}

static bool access_frontier (ft_shadow *shadow, cell *c,
                             const ft_order_thread *thread, ft_id variable,
                             const ft_access *access) {
  frontier *f = shadow->frontiers.begin + c->write.thread;
  bool racy = false;
  for (size_t i = 0; i < f->classes.size; i++)
    racy = check_class (shadow, f->classes.begin + i, thread, access, racy);
  add_access (f, access);
  remove_empty_classes (f);
  gather (shadow, c, variable);
  return racy;
}

// ---- accesses --------------------------------------------------------------

// Whether the access races with the write or the read of a cell.  Removes the
// old access if the new one replaces it.
static bool check_cell_access (ft_shadow *shadow, cell *c,
                               const ft_order_thread *thread, ft_id variable,
                               const ft_access *access, bool write) {
  if (!(write ? c->write_mask : c->read_mask))
    return false;
  ft_access old = access_in (shadow, c, variable, write);
  ft_epoch epoch = {old.thread, old.time};
  if (!ft_shadow_ordered (thread, access->thread, &epoch))
    return ft_access_conflicts (&old, access) &&
           !is_excluded (shadow, &old, access);
  if (as_exposed (shadow, access, &old))
    remove_access (c, write);
  return false;
}

static bool access_cell (ft_shadow *shadow, cell *c,
                         const ft_order_thread *thread, ft_id variable,
                         const ft_access *access) {
  bool racy = check_cell_access (shadow, c, thread, variable, access, true);
  racy |= check_cell_access (shadow, c, thread, variable, access, false);
  if (!(access->write ? c->write_mask : c->read_mask)) {
    set_access (shadow, c, variable, access);
  } else {
    make_frontier (shadow, c, variable);
    add_access (shadow->frontiers.begin + c->write.thread, access);
  }
  return racy;
}

bool ft_shadow_access (ft_shadow *shadow, const ft_order_thread *thread,
                       ft_id variable, const ft_access *access) {
  cell *c = ft_shadow_at (shadow, variable);
  c->stamp = 0;
  return c->spread ? access_frontier (shadow, c, thread, variable, access)
                   : access_cell (shadow, c, thread, variable, access);
}
