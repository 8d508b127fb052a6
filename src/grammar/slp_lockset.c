// The lockset discipline on a grammar, bottom-up: Kini, Mathur, Viswanathan
// 2018, Section 4.
//
// The locks held at an access in a rule are those that the rule acquired
// before and, since what a rule releases without having acquired it is held in
// the beginning, those that it releases so later.  The others are added where
// the rule is used: what is held there and not released in the rule.  Inner
// acquires and releases of reentrant locks are flagged and do nothing, so that
// sets do for the paper's counts.
//
// X^k is X, X^(k-2) in one step, and X: when X leaves its threads with the
// locks with which it found them, the X in between differ in nothing.  That
// is so from the second X on: if the first one held a lock that X releases and
// does not acquire, or acquires and does not release, it cannot be repeated.
// (Of traces that never ran a few rounds are taken, and then it is assumed.)
//
// Cost: per rule, the terminals that access something in its items, and the
// elements of the sets that change.
// Slow twin: the filter on the expanded trace, in
// 'tests/unit/test_slp_races.c'.

#include "grammar/slp_lockset.h"

#include "grammar/slp_guard.h"
#include "order/touch.h"

enum { MOST_ROUNDS = 8 };

typedef struct ft_slp_held held_at;
typedef struct ft_slp_open open_locks;

struct ft_slp_lockset {
  const ft_slp *slp;       // borrowed
  const ft_tables *tables; // borrowed
  ft_places *places;       // borrowed
  ft_lock_sets sets;
  FT_STACK (ft_slp_locks) rules;
  FT_STACK (uint32_t) left; // uses of each that are to come
  uint32_t next;            // rule
  ft_location_pairs pairs;
  // The rule at hand.
  uint64_t offset;
  FT_STACK (ft_id) thread_at; // by thread: its place among 'threads'
  FT_STACK (struct lock_thread {
    open_locks open;
    ft_id around; // held all through the item at hand, or FT_NO_ID
    FT_STACK (ft_id) released; // what is in 'open.released', as it came
  })
  threads;
  FT_STACK (ft_id) newest; // by terminal: its access, linked by 'older'
  FT_STACK (struct lock_access {
    held_at at;        // 'held': of what the rule acquired
    uint32_t released; // so many of its thread's were released before
    ft_id older;
  })
  accesses;
};

typedef struct lock_thread thread;
typedef struct lock_access access_at;

ft_slp_lockset *ft_slp_lockset_new (const ft_slp *slp, const ft_tables *tables,
                                    ft_places *places) {
  ft_slp_lockset *l = FT_NEW (ft_slp_lockset);
  *l = (ft_slp_lockset){.slp = slp,
                        .tables = tables,
                        .places = places,
                        .pairs.limit = 1};
  ft_lock_sets_init (&l->sets);
  FT_GROW (l->rules, slp->rules.size, ((ft_slp_locks){{0}}));
  FT_GROW (l->newest, slp->terminals.size, FT_NO_ID);
  for (size_t r = 0; r < slp->rules.size; r++)
    FT_PUSH (l->left, slp->rules.begin[r].uses);
  return l;
}

static void release_locks (ft_slp_locks *locks) {
  FT_RELEASE (locks->open);
  FT_RELEASE (locks->held);
}

void ft_slp_lockset_free (ft_slp_lockset *l) {
  if (!l)
    return;
  for (size_t r = 0; r < l->rules.size; r++)
    release_locks (l->rules.begin + r);
  FT_RELEASE (l->rules);
  FT_RELEASE (l->left);
  FT_RELEASE (l->thread_at);
  FT_RELEASE (l->threads);
  FT_RELEASE (l->newest);
  FT_RELEASE (l->accesses);
  ft_location_pairs_release (&l->pairs);
  ft_lock_sets_release (&l->sets);
  free (l);
}

// ---- threads ---------------------------------------------------------------

static thread *thread_of (ft_slp_lockset *l, ft_tid t) {
  FT_GROW (l->thread_at, (size_t)t + 1, FT_NO_ID);
  ft_id *at = l->thread_at.begin + t;
  if (*at == FT_NO_ID) {
    *at = (ft_id)l->threads.size;
    open_locks none = {t, FT_LOCK_SET_EMPTY, FT_LOCK_SET_EMPTY};
    FT_PUSH (l->threads, ((thread){none, FT_NO_ID}));
  }
  return l->threads.begin + *at;
}

// Releases of locks that the rule did not acquire.
static void push_released (ft_slp_lockset *l, thread *t, ft_id set) {
  ft_id all = ft_lock_set_union (&l->sets, t->open.released, set);
  if (all == t->open.released)
    return;
  t->open.released = all;
  FT_PUSH (t->released, set);
}

static void release_and_acquire (ft_slp_lockset *l, thread *t, ft_id released,
                                 ft_id acquired) {
  ft_lock_sets *sets = &l->sets;
  ft_id before = t->open.acquired;
  push_released (l, t, ft_lock_set_minus (sets, released, before));
  ft_id kept = ft_lock_set_minus (sets, before, released);
  t->open.acquired = ft_lock_set_union (sets, kept, acquired);
}

// ---- accesses --------------------------------------------------------------

static void add_access (ft_slp_lockset *l, const held_at *at,
                        uint32_t released) {
  ft_id *newest = l->newest.begin + at->terminal;
  for (ft_id i = *newest; i != FT_NO_ID; i = l->accesses.begin[i].older) {
    access_at *a = l->accesses.begin + i;
    if (a->at.held != at->held || a->released != released)
      continue;
    a->at.first = a->at.first < at->first ? a->at.first : at->first;
    a->at.last = a->at.last > at->last ? a->at.last : at->last;
    return;
  }
  FT_PUSH (l->accesses, ((access_at){*at, released, *newest}));
  *newest = (ft_id)(l->accesses.size - 1);
}

static void pass_terminal (ft_slp_lockset *l, uint32_t terminal,
                           uint64_t times) {
  const ft_event *e = l->slp->terminals.begin + terminal;
  thread *t = thread_of (l, e->thread);
  if (!ft_event_is_void (e)) {
    bool shared =
        e->kind == FT_ACQUIRE_SHARED || e->kind == FT_RELEASE_SHARED;
    ft_id lock = FT_LOCK_SET_EMPTY;
    if (ft_kind_acquires (e->kind) || ft_kind_releases (e->kind))
      lock = ft_lock_set_with (&l->sets, lock, 2 * e->target + shared);
    if (ft_kind_acquires (e->kind))
      release_and_acquire (l, t, FT_LOCK_SET_EMPTY, lock);
    else if (lock != FT_LOCK_SET_EMPTY)
      release_and_acquire (l, t, lock, FT_LOCK_SET_EMPTY);
    else if (ft_touch_count (l->tables, e))
      add_access (l,
                  &(held_at){terminal, t->open.acquired, l->offset,
                             l->offset + times - 1},
                  (uint32_t)t->released.size);
  }
  l->offset += times;
}

// ---- rules -----------------------------------------------------------------

// Takes the locks of the rule; returns whether a thread holds others then.
static bool pass_locks (ft_slp_lockset *l, const ft_slp_locks *rule) {
  bool changed = false;
  for (size_t i = 0; i < rule->open.size; i++) {
    const open_locks *o = rule->open.begin + i;
    thread *t = thread_of (l, o->thread);
    ft_id before = t->open.acquired;
    t->around = ft_lock_set_minus (&l->sets, before, o->released);
    release_and_acquire (l, t, o->released, o->acquired);
    changed |= t->open.acquired != before;
  }
  return changed;
}

static void add_accesses (ft_slp_lockset *l, const ft_slp_locks *rule,
                          uint64_t later) {
  for (size_t i = 0; i < rule->held.size; i++) {
    held_at at = rule->held.begin[i];
    thread *t = thread_of (l, l->slp->terminals.begin[at.terminal].thread);
    ft_id around = t->around == FT_NO_ID ? t->open.acquired : t->around;
    at.held = ft_lock_set_union (&l->sets, at.held, around);
    at.first += l->offset;
    at.last += l->offset + later;
    add_access (l, &at, (uint32_t)t->released.size);
  }
}

// 'times' in a row, all like the first.
static bool pass_once (ft_slp_lockset *l, const ft_slp_locks *rule,
                       uint64_t length, uint64_t times) {
  bool changed = pass_locks (l, rule);
  add_accesses (l, rule, length * (times - 1));
  for (size_t i = 0; i < rule->open.size; i++)
    thread_of (l, rule->open.begin[i].thread)->around = FT_NO_ID;
  l->offset += length * times;
  return changed;
}

static void pass_rule (ft_slp_lockset *l, uint32_t r, uint64_t times) {
  const ft_slp_locks *rule = l->rules.begin + r;
  uint64_t length = l->slp->rules.begin[r].length;
  bool changes = true;
  for (int i = 0; times > 1 && changes && i < MOST_ROUNDS; i++, times--)
    changes = pass_once (l, rule, length, 1);
  if (times > 1)
    pass_once (l, rule, length, times - 1);
  pass_once (l, rule, length, 1);
}

// ---- the end of a rule -----------------------------------------------------

// The locks that a thread releases from its n-th such release on.
static ft_id released_from (ft_slp_lockset *l, const thread *t, uint32_t n) {
  ft_id set = FT_LOCK_SET_EMPTY;
  for (size_t i = n; i < t->released.size; i++)
    set = ft_lock_set_union (&l->sets, set, t->released.begin[i]);
  return set;
}

// Accesses that differed in when they were made may have become alike.
static void finish_accesses (ft_slp_lockset *l, ft_slp_locks *to) {
  size_t n = l->accesses.size;
  for (size_t i = 0; i < n; i++)
    l->newest.begin[l->accesses.begin[i].at.terminal] = FT_NO_ID;
  for (size_t i = 0; i < n; i++) {
    access_at a = l->accesses.begin[i];
    thread *t = thread_of (l, l->slp->terminals.begin[a.at.terminal].thread);
    a.at.held = ft_lock_set_union (&l->sets, a.at.held,
                                   released_from (l, t, a.released));
    add_access (l, &a.at, 0);
  }
  FT_RESERVE (to->held, l->accesses.size - n + 1);
  for (size_t i = n; i < l->accesses.size; i++) {
    FT_PUSH (to->held, l->accesses.begin[i].at);
    l->newest.begin[l->accesses.begin[i].at.terminal] = FT_NO_ID;
  }
}

static void finish_rule (ft_slp_lockset *l, ft_slp_locks *to) {
  finish_accesses (l, to);
  for (size_t i = 0; i < l->threads.size; i++) {
    thread *t = l->threads.begin + i;
    if (t->open.acquired != FT_LOCK_SET_EMPTY ||
        t->open.released != FT_LOCK_SET_EMPTY)
      FT_PUSH (to->open, t->open);
    l->thread_at.begin[t->open.thread] = FT_NO_ID;
    FT_RELEASE (t->released);
  }
  FT_CLEAR (l->threads);
  FT_CLEAR (l->accesses);
}

bool ft_slp_lockset_step (ft_slp_lockset *l) {
  if (l->next == l->slp->rules.size)
    return false;
  uint32_t r = l->next++;
  const ft_production *rule = l->slp->rules.begin + r;
  l->offset = 0;
  for (size_t i = rule->first; i < rule->first + rule->count; i++) {
    const ft_item *item = l->slp->items.begin + i;
    uint32_t n = ft_slp_number (item->symbol);
    if (!ft_slp_is_rule (item->symbol)) {
      pass_terminal (l, n, item->times);
      continue;
    }
    pass_rule (l, n, item->times);
    if (!--l->left.begin[n])
      release_locks (l->rules.begin + n);
  }
  finish_rule (l, l->rules.begin + r);
  return true;
}

const ft_slp_locks *ft_slp_lockset_rule (const ft_slp_lockset *l, uint32_t r) {
  return l->rules.begin + r;
}

const ft_lock_sets *ft_slp_lockset_sets (const ft_slp_lockset *l) {
  return &l->sets;
}

ft_location_pairs *ft_slp_lockset_pairs (ft_slp_lockset *l) {
  if (l->slp->rules.size && !l->pairs.list.size) {
    const ft_slp_locks *all = &FT_TOP (l->rules);
    ft_slp_guard_pairs (l->slp, l->tables, &l->sets, all->held.begin,
                        all->held.size, l->places, &l->pairs);
  }
  return &l->pairs;
}
