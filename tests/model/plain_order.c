#include "tests/model/plain_order.h"

#include "order/lock_edge.h"
#include "order/sync_edges.h"
#include "order/variable_access.h"

// Clocks of a view: what is known by the relation, what a release hands on,
// and (WCP) what is known by hard edges.
enum { KNOWN, GIVEN, HARD };

typedef struct section {
  ft_id lock;
  ft_tid thread;
  ft_time opened, closed;
  bool shared, over;
  ft_clock clock;
} section;

// A section that accessed a variable, with the bytes of it.
typedef struct use {
  ft_id section;
  uint8_t read;
  uint8_t written;
} use;

typedef FT_STACK (use) uses;
typedef FT_STACK (ft_id) ids;

struct ft_plain_order {
  bool wcp;
  const ft_tables *tables;
  ft_order_threads threads;
  ft_sync_edges sync;
  ft_lock_edges locks;
  FT_STACK (section) sections;
  FT_STACK (ids) closed; // by lock
  FT_STACK (ids) open;   // by thread
  FT_STACK (uses) variables;
};

ft_plain_order *ft_plain_order_new (enum ft_relation relation,
                                    const ft_tables *tables) {
  ft_plain_order *o = FT_NEW (ft_plain_order);
  o->wcp = relation == FT_REL_WCP;
  o->tables = tables;
  o->threads.own = o->wcp ? 1u << GIVEN | 1u << HARD : 1u << KNOWN;
  return o;
}

void ft_plain_order_free (ft_plain_order *o) {
  for (size_t i = 0; i < o->sections.size; i++)
    ft_clock_release (&o->sections.begin[i].clock);
  for (size_t i = 0; i < o->closed.size; i++)
    FT_RELEASE (o->closed.begin[i]);
  for (size_t i = 0; i < o->open.size; i++)
    FT_RELEASE (o->open.begin[i]);
  for (size_t i = 0; i < o->variables.size; i++)
    FT_RELEASE (o->variables.begin[i]);
  FT_RELEASE (o->sections);
  FT_RELEASE (o->closed);
  FT_RELEASE (o->open);
  FT_RELEASE (o->variables);
  ft_lock_edges_release (&o->locks);
  ft_sync_edges_release (&o->sync);
  ft_order_threads_release (&o->threads);
  free (o);
}

static ft_clock *clocks_of (ft_plain_order *o, ft_tid t) {
  return ft_order_threads_at (&o->threads, t)->clocks.of;
}

static void open_section (ft_plain_order *o, const ft_event *e) {
  FT_GROW (o->open, (size_t)e->thread + 1, ((ids){0}));
  FT_PUSH (o->open.begin[e->thread], o->sections.size);
  section s = {.lock = e->target,
               .thread = e->thread,
               .opened = ft_order_threads_at (&o->threads, e->thread)->time,
               .shared = e->kind == FT_ACQUIRE_SHARED};
  FT_PUSH (o->sections, s);
}

// Rule (b) from each closed section of the lock; whether anything changed.
static bool follow_releases (ft_plain_order *o, const section *s) {
  ft_clock *clocks = clocks_of (o, s->thread);
  bool changed = false;
  for (size_t i = 0; i < o->closed.begin[s->lock].size; i++) {
    const section *old = o->sections.begin + o->closed.begin[s->lock].begin[i];
    ft_time known = ft_clock_at (clocks + KNOWN, old->thread);
    bool hard = o->wcp && old->thread != s->thread &&
                old->opened <= ft_clock_at (clocks + HARD, old->thread);
    if ((old->opened <= known || hard) && old->closed > known &&
        !(old->shared && s->shared))
      changed |= ft_clock_join (clocks + KNOWN, &old->clock);
  }
  return changed;
}

static void close_section (ft_plain_order *o, const ft_event *e) {
  ids *open = o->open.begin + e->thread;
  size_t i = open->size;
  while (o->sections.begin[open->begin[--i]].lock != e->target)
    ;
  ft_id id = open->begin[i];
  for (open->size--; i < open->size; i++)
    open->begin[i] = open->begin[i + 1];
  FT_GROW (o->closed, (size_t)e->target + 1, ((ids){0}));
  section *s = o->sections.begin + id;
  while (follow_releases (o, s))
    ;
  s->closed = ft_order_threads_at (&o->threads, e->thread)->time;
  s->over = true;
  ft_clock_copy (&s->clock,
                 clocks_of (o, e->thread) + (o->wcp ? GIVEN : KNOWN));
  FT_PUSH (o->closed.begin[e->target], id);
  ft_order_thread_release (ft_order_threads_at (&o->threads, e->thread));
}

// Rule (a) for one section that the thread is in.
static void follow_accesses (ft_plain_order *o, const section *s,
                             const ft_variable_access *accessed) {
  ft_clock *known = clocks_of (o, s->thread) + KNOWN;
  const uses *all = o->variables.begin + accessed->variable;
  for (size_t i = all->size; i--;) {
    const use *u = all->begin + i;
    const section *old = o->sections.begin + u->section;
    uint8_t bytes = accessed->write ? u->read | u->written : u->written;
    if (old->over && old->lock == s->lock && old->thread != s->thread &&
        (bytes & accessed->mask) && !(old->shared && s->shared))
      ft_clock_join (known, &old->clock);
  }
}

static void note_use (uses *all, ft_id id, const ft_variable_access *accessed) {
  size_t i = all->size;
  while (i && all->begin[i - 1].section != id)
    i--;
  if (!i) {
    FT_PUSH (*all, ((use){id, 0, 0}));
    i = all->size;
  }
  use *u = all->begin + i - 1;
  *(accessed->write ? &u->written : &u->read) |= accessed->mask;
}

static void access_variable (ft_plain_order *o, ft_tid t,
                             const ft_variable_access *accessed) {
  FT_GROW (o->variables, (size_t)accessed->variable + 1, ((uses){0}));
  for (size_t i = 0; t < o->open.size && i < o->open.begin[t].size; i++) {
    ft_id id = o->open.begin[t].begin[i];
    follow_accesses (o, o->sections.begin + id, accessed);
    note_use (o->variables.begin + accessed->variable, id, accessed);
  }
}

void ft_plain_order_step (ft_plain_order *o, const ft_event *e) {
  ft_order_thread *thread = ft_order_threads_begin (&o->threads, e->thread);
  if (ft_event_is_void (e))
    return;
  if (ft_kind_acquires (e->kind))
    open_section (o, e);
  if (ft_kind_releases (e->kind))
    close_section (o, e);
  for (uint32_t i = 0; i < ft_variable_access_count (o->tables, e); i++) {
    ft_variable_access accessed = ft_variable_access_at (o->tables, e, i);
    access_variable (o, e->thread, &accessed);
  }
  if (o->wcp)
    ft_lock_edges_step (&o->locks, thread, e, 1u << KNOWN | 1u << GIVEN);
  ft_sync_edges_step (&o->sync, &o->threads, e);
}

ft_time ft_plain_order_time (const ft_plain_order *o, ft_tid t) {
  return o->threads.list.begin[t].time;
}

ft_time ft_plain_order_known (const ft_plain_order *o, ft_tid other, ft_tid t) {
  const ft_clock *clocks = o->threads.list.begin[t].clocks.of;
  ft_time known = ft_clock_at (clocks + KNOWN, other);
  ft_time hard = ft_clock_at (clocks + HARD, other);
  return known > hard ? known : hard;
}
