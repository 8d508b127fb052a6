// The order step does at each event what the loops of 'filter.c' do, except
// that it does not know the cells of the variables: an access that repeats the
// last one of its variable is stepped over like any other, which changes
// nothing (see 'ft_shadow_same_epoch').
//
// Both loops avoid branches that depend on the data: which variable, read or
// write, and by which thread, is as good as random in many traces, and a branch
// that is predicted wrongly costs as much as the rest of an access.
//
// Slow twin: 'filter.c', compared in 'tests/unit/test_parallel_filters.c'.

#include "order/access_check.h"

#include <assert.h>
#include <string.h>

#include "order/plain_access.h"

bool ft_filter_has_order_step (enum ft_filter_kind kind) {
  return kind == FT_FILTER_HB || kind == FT_FILTER_C11 ||
         kind == FT_FILTER_WCP || kind == FT_FILTER_DC ||
         kind == FT_FILTER_HYBRID;
}

// ---- the order -------------------------------------------------------------

void ft_stepped_order_init (ft_stepped_order *s, enum ft_filter_kind kind,
                            const ft_tables *tables) {
  *s = (ft_stepped_order){.kind = kind,
                          .order = ft_filter_order (kind, tables),
                          .sets_given = FT_LOCK_SET_EMPTY + 1};
  ft_locks_held_init (&s->locks);
}

void ft_stepped_order_release (ft_stepped_order *s) {
  FT_RELEASE (s->last.by_thread);
  ft_locks_held_release (&s->locks);
  ft_order_free (s->order);
}

void ft_order_batch_init (ft_order_batch *b, size_t events, uint32_t parts) {
  assert (events <= UINT16_MAX + 1u);
  ft_thread_states_init (&b->states, events);
  b->state_at = ft_realloc (NULL, events, sizeof *b->state_at);
  b->dealt = FT_ARRAY (ft_dealt_accesses, parts);
  b->parts = parts;
  for (uint32_t i = 0; i < parts; i++)
    b->dealt[i].list = ft_realloc (NULL, events, sizeof (ft_dealt_access));
}

void ft_order_batch_release (ft_order_batch *b) {
  for (uint32_t i = 0; i < b->parts; i++)
    free (b->dealt[i].list);
  free (b->dealt);
  free (b->state_at);
  FT_RELEASE (b->sets);
  ft_thread_states_release (&b->states);
}

static inline void deal (ft_dealt_accesses *to, const ft_event *e, size_t event,
                         bool plain) {
  to->list[to->count++] = (ft_dealt_access){.variable = e->target,
                                            .event = (uint16_t)event,
                                            .mask = e->mask,
                                            .write = e->kind == FT_WRITE,
                                            .plain = plain};
}

// A FREE may concern all parts.
static void deal_other (ft_order_batch *b, const ft_event *e, size_t event) {
  for (uint32_t p = 0; p < b->parts; p++)
    if (e->kind == FT_FREE ||
        ft_variable_part_has ((ft_variable_part){p, b->parts}, e->target))
      deal (b->dealt + p, e, event, false);
}

// Notes the number of the thread's state at an access.
static inline void note_state (ft_stepped_order *s,
                               const ft_order_thread *thread, const ft_event *e,
                               size_t event, ft_order_batch *b,
                               const enum ft_filter_kind kind) {
  uint32_t state =
      ft_thread_states_get (&b->states, &s->last, thread, e->thread);
  b->state_at[event] = (uint16_t)state;
  if (kind == FT_FILTER_HYBRID)
    b->states.list[state].held = ft_locks_held_by (&s->locks, e->thread);
}

// To how many parts accesses are dealt, as a constant of a loop.
enum dealing { DEALS_NOTHING, DEALS_TO_ONE, DEALS_TO_MANY };

static inline void step_plain (ft_stepped_order *s, const ft_event *e,
                               size_t event, ft_order_batch *b,
                               const enum ft_filter_kind kind,
                               const enum dealing dealing) {
  ft_order_thread *thread =
      ft_order_threads_begin (&s->order->threads, e->thread);
  ft_plain_step (s->order, thread, e, kind);
  note_state (s, thread, e, event, b, kind);
  if (dealing == DEALS_TO_ONE)
    deal (b->dealt, e, event, true);
  else if (dealing == DEALS_TO_MANY)
    deal (b->dealt + ft_variable_part_of (e->target, b->parts), e, event, true);
}

// Locks are no part of fork and join, but an access under other locks has
// another state, so the stamp changes.
static void step_held (ft_stepped_order *s, const ft_event *e) {
  ft_order_step (s->order, e);
  ft_locks_held_step (&s->locks, e);
  ft_order_threads_at (&s->order->threads, e->thread)->stamp++;
}

static inline void step_other (ft_stepped_order *s, const ft_event *e,
                               size_t event, ft_order_batch *b,
                               const enum ft_filter_kind kind) {
  if (kind == FT_FILTER_HYBRID)
    step_held (s, e);
  else
    ft_order_step (s->order, e);
  if (!ft_kind_accesses ((enum ft_kind)e->kind) && e->kind != FT_FREE)
    return;
  note_state (s, s->order->threads.list.begin + e->thread, e, event, b, kind);
  deal_other (b, e, event);
}

// The sets of locks that are new since the batch before.
static void give_sets (ft_stepped_order *s, ft_order_batch *b) {
  FT_CLEAR (b->sets);
  for (; s->sets_given < s->locks.sets.sets.size; s->sets_given++) {
    uint32_t count;
    const uint32_t *elements =
        ft_lock_set_elements (&s->locks.sets, s->sets_given, &count);
    FT_PUSH (b->sets, count);
    for (uint32_t i = 0; i < count; i++)
      FT_PUSH (b->sets, elements[i]);
  }
}

static inline void run_order (ft_stepped_order *s, const ft_event *events,
                              size_t count, ft_order_batch *b,
                              const enum ft_filter_kind kind,
                              const enum dealing dealing) {
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = events + i;
    ft_plain_prefetch_sections (s->order, e, count - i, kind);
    if (ft_event_is_void (e))
      continue;
    if (ft_event_is_plain (e))
      step_plain (s, e, i, b, kind, dealing);
    else if ((kind != FT_FILTER_HB && kind != FT_FILTER_C11) ||
             !ft_hb_lock (s->order, e))
      step_other (s, e, i, b, kind);
  }
}

static inline void run_kind (ft_stepped_order *s, const ft_event *events,
                             size_t count, ft_order_batch *b,
                             const enum ft_filter_kind kind) {
  if (!b->parts)
    run_order (s, events, count, b, kind, DEALS_NOTHING);
  else if (b->parts == 1)
    run_order (s, events, count, b, kind, DEALS_TO_ONE);
  else
    run_order (s, events, count, b, kind, DEALS_TO_MANY);
}

void ft_stepped_order_run (ft_stepped_order *s, const ft_event *events,
                           size_t count, ft_order_batch *b) {
  ft_thread_states_clear (&b->states);
  for (uint32_t p = 0; p < b->parts; p++)
    b->dealt[p].count = 0;
  switch (s->kind) {
  case FT_FILTER_HB:
    run_kind (s, events, count, b, FT_FILTER_HB);
    break;
  case FT_FILTER_C11:
    run_kind (s, events, count, b, FT_FILTER_C11);
    break;
  case FT_FILTER_WCP:
    run_kind (s, events, count, b, FT_FILTER_WCP);
    break;
  case FT_FILTER_DC:
    run_kind (s, events, count, b, FT_FILTER_DC);
    break;
  case FT_FILTER_HYBRID:
    run_kind (s, events, count, b, FT_FILTER_HYBRID);
    give_sets (s, b);
    break;
  case FT_FILTER_SHB:
  case FT_FILTER_LOCKSET:
    break; // see 'ft_filter_has_order_step'
  }
  ft_last_states_forget (&s->last, &b->states);
}

// A plain access that changes no clock may begin a local time, which a join of
// its thread learns.
static void skip_plain (ft_stepped_order *s, const ft_event *e) {
  ft_order_threads_begin (&s->order->threads, e->thread);
  if (s->kind != FT_FILTER_HYBRID)
    ft_hb_access (s->order, e);
}

void ft_stepped_order_skip (ft_stepped_order *s, const ft_event *events,
                            size_t count, ft_order_batch *b) {
  if (s->kind == FT_FILTER_WCP || s->kind == FT_FILTER_DC) {
    ft_stepped_order_run (s, events, count, b);
    return;
  }
  for (const ft_event *e = events; e < events + count; e++)
    if (ft_event_is_void (e))
      continue;
    else if (ft_event_is_plain (e))
      skip_plain (s, e);
    else if (s->kind == FT_FILTER_HYBRID)
      step_held (s, e);
    else if (!ft_hb_lock (s->order, e))
      ft_order_step (s->order, e);
  give_sets (s, b);
}

// ---- the accesses ----------------------------------------------------------

void ft_access_check_init (ft_access_check *c, unsigned kinds,
                           ft_variable_part part, const ft_tables *tables) {
  *c = (ft_access_check){.part = part, .tables = tables};
  for (int k = 0; kinds >> k; k++)
    if (kinds >> k & 1)
      c->kinds[c->count++] = (enum ft_filter_kind)k;
  assert (c->count == 1 || !(kinds >> FT_FILTER_HYBRID & 1));
  ft_locks_held_init (&c->locks);
  if (kinds == 1u << FT_FILTER_HYBRID)
    c->own->locks = &c->locks;
}

void ft_access_check_release (ft_access_check *c) {
  ft_shadow_release (&c->common);
  for (uint32_t k = 0; k < c->count; k++)
    ft_shadow_release (c->own + k);
  ft_locks_held_release (&c->locks);
}

// In the order in which they were made, so that they have the same numbers.
static void take_sets (ft_access_check *c, const ft_order_batch *b) {
  for (size_t i = 0; i < b->sets.size; i += b->sets.begin[i] + 1)
    ft_lock_set_of (&c->locks.sets, b->sets.begin + i + 1, b->sets.begin[i]);
}

void ft_access_check_skip (ft_access_check *c, const ft_order_batch *b) {
  take_sets (c, b);
}

// Whether an access simply comes after those of a cell and is as exposed as
// they are (for a read: as the read).  False, too, where that cannot be said by
// the first 16 threads.
static inline bool cell_precedes (const ft_shadow_cell *c,
                                  const ft_thread_state *s,
                                  const ft_dealt_access *a) {
  enum { LEAST = FT_CLOCK_WIDTH - 1 };
  uint8_t bytes = a->write ? c->write_mask | c->read_mask : c->read_mask;
  return !(c->spread | (s->wide > 0) | ((bytes & ~a->mask) > 0) |
           ((c->write.thread | c->read.thread) > LEAST) |
           (c->write.time > s->known[c->write.thread & LEAST]) |
           (c->read.time > s->known[c->read.thread & LEAST]));
}

// The cell after an access that it precedes: of a read the write stays; a write
// leaves no read.
static inline void put_access (ft_shadow_cell *c, const ft_thread_state *s,
                               const ft_dealt_access *a) {
  uint64_t now = (uint64_t)s->time << 32 | s->thread, write;
  uint64_t stays = (uint64_t)a->write - 1; // all bits, or none
  memcpy (&write, &c->write, sizeof write);
  write = (write & stays) | (now & ~stays);
  now &= stays;
  memcpy (&c->write, &write, sizeof write);
  memcpy (&c->read, &now, sizeof now);
  c->write_mask = (uint8_t)((c->write_mask & stays) | (a->mask & ~stays));
  c->read_mask = (uint8_t)(a->mask & stays);
  c->write_atomic &= (bool)stays;
  c->read_atomic = false;
}

// Where locks count: whether the accesses of a cell were made with the locks of
// a state.
static inline bool same_held (const ft_shadow_held *held,
                              const ft_shadow_cell *c,
                              const ft_thread_state *s) {
  return !(((c->write_mask > 0) & (held->write != s->held)) |
           ((c->read_mask > 0) & (held->read != s->held)));
}

static inline void put_held (ft_shadow_held *held, const ft_thread_state *s,
                             const ft_dealt_access *a) {
  *(a->write ? &held->write : &held->read) = s->held;
}

// An access, as 'plain_access.h' takes it.
static ft_event event_of (const ft_thread_state *s, const ft_dealt_access *a) {
  return (ft_event){.kind = a->write ? FT_WRITE : FT_READ,
                    .thread = s->thread,
                    .target = a->variable,
                    .mask = a->mask};
}

// Lets a shadow memory where locks count know those that a thread holds.
static void hold (ft_shadow *shadow, const ft_thread_state *s) {
  if (!shadow->locks)
    return;
  FT_GROW (shadow->locks->held, (size_t)s->thread + 1, FT_LOCK_SET_EMPTY);
  shadow->locks->held.begin[s->thread] = s->held;
}

// The check of an access that does not simply come after the earlier ones.
// 'held': NULL unless locks count.
static bool check_plain (ft_shadow *shadow, ft_shadow_cell *c,
                         ft_shadow_held *held, const ft_thread_states *states,
                         uint32_t state, const ft_dealt_access *a) {
  ft_order_thread small;
  struct ft_clock_leaf leaf;
  const ft_thread_state *s = states->list + state;
  const ft_order_thread *thread =
      ft_thread_states_show (states, state, &small, &leaf);
  ft_event e = event_of (s, a);
  if ((!held || same_held (held, c, s)) && ft_plain_follows (c, thread, &e)) {
    if (held)
      put_held (held, s, a);
    return false;
  }
  hold (shadow, s);
  return ft_plain_check (shadow, thread, &e);
}

static inline uint16_t kind_of (const ft_dealt_access *a) {
  return ft_shadow_access_kind (a->write, a->mask);
}

// A plain access in one order.  'locks': whether locks count.
static inline bool check_own (ft_shadow *shadow, const ft_order_batch *b,
                              const ft_dealt_access *a, const bool locks) {
  uint32_t state = b->state_at[a->event];
  const ft_thread_state *s = b->states.list + state;
  ft_shadow_cell *c = ft_shadow_at (shadow, a->variable);
  ft_shadow_held *held = locks ? ft_shadow_held_at (shadow, a->variable) : NULL;
  if (ft_shadow_same_epoch (c, s->stamp, kind_of (a)))
    return c->racy;
  bool racy = false;
  if (cell_precedes (c, s, a) && (!locks || same_held (held, c, s))) {
    put_access (c, s, a);
    if (locks)
      put_held (held, s, a);
  } else
    racy = check_plain (shadow, c, held, &b->states, state, a);
  c->stamp = s->stamp;
  c->last = kind_of (a);
  c->racy = racy;
  return racy;
}

// ---- several orders --------------------------------------------------------

// A common cell is as the cell of each order would be, except that its stamp is
// the sum of theirs, and that its last access was racy in no order: for such an
// access it does not matter whether a repetition is seen as one.  Stamps of a
// thread only grow, and those of two threads differ above 32 bits, so equal
// sums mean equal stamps.  So that no order has to be part of another one, an
// access must come after the cell in each of them, and have the same local
// time.

// Lets each order have the cell of a variable.
static void part_cell (ft_access_check *check, ft_shadow_cell *c,
                       ft_id variable) {
  if (c->spread)
    return;
  c->stamp = 0;
  for (uint32_t k = 0; k < check->count; k++)
    *ft_shadow_at (check->own + k, variable) = *c;
  *c = (ft_shadow_cell){.spread = true};
}

static bool same_accesses (const ft_shadow_cell *a, const ft_shadow_cell *b) {
  return !a->spread && !b->spread &&
         !memcmp (&a->write, &b->write, sizeof a->write) &&
         !memcmp (&a->read, &b->read, sizeof a->read) &&
         a->write_mask == b->write_mask && a->read_mask == b->read_mask &&
         a->write_atomic == b->write_atomic && a->read_atomic == b->read_atomic;
}

// Makes the cells of a variable a common one if they are the same.  Its last
// access was racy in no order.
static void join_cells (ft_access_check *check, ft_shadow_cell *c,
                        ft_id variable) {
  const ft_shadow_cell *first = ft_shadow_at (check->own, variable);
  for (uint32_t k = 1; k < check->count; k++)
    if (!same_accesses (first, ft_shadow_at (check->own + k, variable)))
      return;
  *c = *first;
  c->stamp = 0;
  c->racy = false;
}

// Whether an access comes after a common cell in every order, for threads of
// any number (see 'cell_precedes').
static bool precedes_in_all (const ft_access_check *check,
                             const ft_shadow_cell *c,
                             const ft_order_batch *const *batches,
                             const ft_dealt_access *a) {
  ft_time time = 0;
  for (uint32_t k = 0; k < check->count && !c->spread; k++) {
    ft_order_thread small;
    struct ft_clock_leaf leaf;
    const ft_thread_states *states = &batches[k]->states;
    uint32_t state = batches[k]->state_at[a->event];
    const ft_order_thread *thread =
        ft_thread_states_show (states, state, &small, &leaf);
    ft_shadow_cell after = *c;
    ft_event e = event_of (states->list + state, a);
    if (!ft_plain_follows (&after, thread, &e) || (k && thread->time != time))
      return false;
    time = thread->time;
  }
  return !c->spread;
}

static unsigned bit_of (const ft_access_check *check, uint32_t k) {
  return 1u << check->kinds[k];
}

// A plain access in each order by itself.
static unsigned check_apart (ft_access_check *check, ft_shadow_cell *c,
                             const ft_order_batch *const *batches,
                             const ft_dealt_access *a) {
  unsigned racy = 0;
  part_cell (check, c, a->variable);
  for (uint32_t k = 0; k < check->count; k++)
    if (check_own (check->own + k, batches[k], a, false))
      racy |= bit_of (check, k);
  if (!racy)
    join_cells (check, c, a->variable);
  return racy;
}

// Returns the set of orders in which a plain access is racy.
static inline unsigned check_access (ft_access_check *check,
                                     const ft_order_batch *const *batches,
                                     const ft_dealt_access *a,
                                     const uint32_t count, const bool locks) {
  if (count == 1)
    return check_own (check->own, batches[0], a, locks) ? bit_of (check, 0) : 0;
  ft_shadow_cell *c = ft_shadow_at (&check->common, a->variable);
  const ft_thread_state *first = NULL;
  uint64_t stamp = 0;
  bool precedes = true;
  for (uint32_t k = 0; k < count; k++) {
    const ft_thread_state *s =
        batches[k]->states.list + batches[k]->state_at[a->event];
    first = first ? first : s;
    stamp += s->stamp;
    precedes &= cell_precedes (c, s, a) & (s->time == first->time);
  }
  if (ft_shadow_same_epoch (c, stamp, kind_of (a)))
    return 0;
  if (!precedes && !precedes_in_all (check, c, batches, a))
    return check_apart (check, c, batches, a);
  put_access (c, first, a);
  c->stamp = stamp;
  c->last = kind_of (a);
  return 0;
}

// An access of an order that is atomic, or one of a FREE.
static bool check_other (ft_shadow *shadow, const ft_order_batch *b,
                         const ft_variable_access *accessed, const ft_event *e,
                         uint32_t event) {
  ft_order_thread small;
  struct ft_clock_leaf leaf;
  const ft_thread_state *s = b->states.list + b->state_at[event];
  const ft_order_thread *thread =
      ft_thread_states_show (&b->states, b->state_at[event], &small, &leaf);
  ft_access access = {.thread = e->thread,
                      .time = thread->time,
                      .held = shadow->locks ? s->held : FT_LOCK_SET_EMPTY,
                      .mask = accessed->mask,
                      .write = accessed->write,
                      .atomic = accessed->atomic};
  return ft_shadow_access (shadow, thread, accessed->variable, &access);
}

static unsigned check_others (ft_access_check *check, const ft_event *e,
                              const ft_order_batch *const *batches,
                              uint32_t event) {
  unsigned racy = 0;
  uint32_t count = ft_variable_access_count (check->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (check->tables, e, i);
    if (!ft_variable_part_has (check->part, accessed.variable))
      continue;
    if (check->count > 1)
      part_cell (check, ft_shadow_at (&check->common, accessed.variable),
                 accessed.variable);
    for (uint32_t k = 0; k < check->count; k++)
      if (check_other (check->own + k, batches[k], &accessed, e, event))
        racy |= bit_of (check, k);
  }
  return racy;
}

// Fetches the cells of an access that comes soon: a common one first, then
// those of the orders if it turns out that they differ.
__attribute__ ((always_inline)) static inline void
prefetch_cells (const ft_access_check *check, const ft_dealt_access *a,
                const uint32_t count) {
  ft_id far = a[FT_PREFETCH_FAR].variable, near = a[FT_PREFETCH_NEAR].variable;
  if (a[FT_PREFETCH_FAR].plain)
    ft_shadow_prefetch (count > 1 ? &check->common : check->own, far);
  if (count == 1 || !a[FT_PREFETCH_NEAR].plain ||
      !ft_shadow_is_spread (&check->common, near))
    return;
  for (uint32_t k = 0; k < count; k++)
    ft_shadow_prefetch (check->own + k, near);
}

__attribute__ ((always_inline)) static inline void
prefetch_frontier (const ft_access_check *check, const ft_dealt_access *a,
                   const enum ft_shadow_prefetch step) {
  if (a->plain)
    ft_shadow_prefetch_frontier (check->own, a->variable, step);
}

// The same where locks count, so that most cells have a frontier.
__attribute__ ((always_inline)) static inline void
prefetch_held (const ft_access_check *check, const ft_dealt_access *a) {
  if (a[FT_PREFETCH_FAR].plain)
    ft_shadow_prefetch_held (check->own, a[FT_PREFETCH_FAR].variable);
  prefetch_frontier (check, a + FT_PREFETCH_FRONTIERS, FT_PREFETCH_FRONTIER);
  prefetch_frontier (check, a + FT_PREFETCH_NEAR, FT_PREFETCH_CLASSES);
  prefetch_frontier (check, a + FT_PREFETCH_NEAREST, FT_PREFETCH_EPOCHS);
}

static inline void run_checks (ft_access_check *check, const ft_event *events,
                               const ft_order_batch *const *batches,
                               uint8_t *racy, const uint32_t count,
                               const bool locks) {
  const ft_dealt_accesses *dealt = batches[0]->dealt + check->part.index;
  for (uint32_t i = 0; i < dealt->count; i++) {
    const ft_dealt_access *a = dealt->list + i;
    if (dealt->count - i > FT_PREFETCH_FAR && locks)
      prefetch_held (check, a);
    else if (dealt->count - i > FT_PREFETCH_FAR)
      prefetch_cells (check, a, count);
    unsigned set =
        a->plain ? check_access (check, batches, a, count, locks)
                 : check_others (check, events + a->event, batches, a->event);
    if (set && a->plain)
      racy[a->event] = (uint8_t)set;
    else if (set) // other parts do too
      __atomic_fetch_or (racy + a->event, (uint8_t)set, __ATOMIC_RELAXED);
  }
}

void ft_access_check_run (ft_access_check *check, const ft_event *events,
                          const ft_order_batch *const *batches, uint8_t *racy) {
  take_sets (check, batches[0]);
  if (check->own->locks)
    run_checks (check, events, batches, racy, 1, true);
  else if (check->count == 1)
    run_checks (check, events, batches, racy, 1, false);
  else if (check->count == 3) // hb, wcp and dc
    run_checks (check, events, batches, racy, 3, false);
  else
    run_checks (check, events, batches, racy, check->count, false);
}

void ft_access_check_part (ft_access_check *check) {
  ft_shadow *common = &check->common;
  for (size_t p = 0; p < common->pages.size; p++)
    for (ft_id i = 0; common->pages.begin[p].cells && i < FT_SHADOW_PAGE; i++)
      part_cell (check, common->pages.begin[p].cells + i,
                 (ft_id)(p << FT_SHADOW_BITS) + i);
}

// All cells are those of the orders.
void ft_access_check_resume (ft_access_check *check) {
  const ft_shadow *own = check->own;
  for (size_t p = 0; check->count > 1 && p < own->pages.size; p++)
    for (ft_id i = 0; own->pages.begin[p].cells && i < FT_SHADOW_PAGE; i++)
      *ft_shadow_at (&check->common, (ft_id)(p << FT_SHADOW_BITS) + i) =
          (ft_shadow_cell){.spread = true};
}
