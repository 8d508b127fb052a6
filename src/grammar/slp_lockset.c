// The lockset discipline on a grammar, bottom-up: Kini, Mathur, Viswanathan
// 2018, Section 4.
//
// The locks held at an access in a rule are the locks that the rule acquired
// before the access, and the locks that it releases after the access without
// having acquired them: these are held from the beginning.  Other locks are
// added where the rule is used: those that are held there more often than the
// rule releases them.  Reentrant locks are counted.
//
// X^k is passed as some X^n, n < k, in one step each, and a last X.  An X is
// like the one before it if its threads hold the same locks all through.
// Counts grow or shrink from one X to the next by the same number, so the
// number of X that are alike is known.  There are no more steps than twice the
// locks of X.
//
// Cost: per rule, the terminals that access something in its items, and the
// elements of the sets that change. Slow twin: the filter on the expanded
// trace, in 'tests/unit/test_slp_races.c'.

#include "grammar/slp_lockset.h"

#include <assert.h>

#include "grammar/slp_lockset_pairs.h"
#include "order/variable_access.h"

typedef struct ft_slp_locked_access locked_access;
typedef struct ft_slp_open_section open_lock;

struct ft_slp_lockset {
  const ft_slp *slp;             // borrowed
  const ft_tables *tables;       // borrowed
  ft_location_ids *location_ids; // borrowed
  ft_lock_sets sets;
  FT_STACK (ft_slp_locks) rules;
  FT_STACK (uint32_t) left; // by rule: uses that are still to come
  uint32_t next;            // rule
  ft_location_pairs pairs;
  // The current rule.
  uint64_t offset;
  FT_STACK (ft_id) thread_at; // by thread: its index in 'threads'
  FT_STACK (struct lock_thread {
    ft_tid thread;
    ft_id held;   // set: locks that the rule acquired
    ft_id around; // set: held all through the current item, or FT_NO_ID
    FT_STACK (open_lock) open;
    FT_STACK (ft_id)
    released; // in order, locks that the rule did not acquire
  })
  threads;
  FT_STACK (ft_id) newest; // by terminal: its newest access, linked by 'older'
  FT_STACK (struct lock_access {
    locked_access at;  // 'held': locks that the rule acquired
    uint32_t released; // number of its thread's releases before
    ft_id older;
  })
  accesses;
};

typedef struct lock_thread thread;
typedef struct lock_access rule_access;

ft_slp_lockset *ft_slp_lockset_new (const ft_slp *slp, const ft_tables *tables,
                                    ft_location_ids *location_ids) {
  ft_slp_lockset *l = FT_NEW (ft_slp_lockset);
  *l = (ft_slp_lockset){.slp = slp,
                        .tables = tables,
                        .location_ids = location_ids,
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
    FT_PUSH (l->threads, ((thread){t, FT_LOCK_SET_EMPTY, FT_NO_ID}));
  }
  return l->threads.begin + *at;
}

static open_lock *lock_of (thread *t, ft_id lock) {
  for (size_t i = 0; i < t->open.size; i++)
    if (t->open.begin[i].lock == lock)
      return t->open.begin + i;
  FT_PUSH (t->open, ((open_lock){t->thread, lock, 0, 0}));
  return &FT_TOP (t->open);
}

// The thread releases the lock so often, then acquires it so often.
static void pass_lock (ft_slp_lockset *l, thread *t, const open_lock *by) {
  open_lock *o = lock_of (t, by->lock);
  uint64_t matched = o->acquired < by->released ? o->acquired : by->released;
  if (by->released > matched) {
    o->released += by->released - matched;
    FT_PUSH (t->released, by->lock);
  }
  o->acquired += by->acquired - matched;
  t->held = o->acquired ? ft_lock_set_with (&l->sets, t->held, by->lock)
                        : ft_lock_set_without (&l->sets, t->held, by->lock);
}

// ---- accesses --------------------------------------------------------------

static void add_access (ft_slp_lockset *l, const locked_access *at,
                        uint32_t released) {
  ft_id *newest = l->newest.begin + at->terminal;
  for (ft_id i = *newest; i != FT_NO_ID; i = l->accesses.begin[i].older) {
    rule_access *a = l->accesses.begin + i;
    if (a->at.held != at->held || a->released != released)
      continue;
    a->at.first = a->at.first < at->first ? a->at.first : at->first;
    a->at.last = a->at.last > at->last ? a->at.last : at->last;
    return;
  }
  FT_PUSH (l->accesses, ((rule_access){*at, released, *newest}));
  *newest = (ft_id)(l->accesses.size - 1);
}

// An event, 'times' in a row.
static void pass_event (ft_slp_lockset *l, uint32_t terminal, uint64_t times) {
  const ft_event *e = l->slp->terminals.begin + terminal;
  thread *t = thread_of (l, e->thread);
  bool acquires = ft_kind_acquires (e->kind);
  bool shared = e->kind == FT_ACQUIRE_SHARED || e->kind == FT_RELEASE_SHARED;
  if (acquires || ft_kind_releases (e->kind)) {
    pass_lock (l, t,
               &(open_lock){e->thread, 2 * e->target + shared,
                            acquires ? times : 0, acquires ? 0 : times});
  } else if (ft_variable_access_count (l->tables, e)) {
    locked_access at = {terminal, t->held, l->offset, l->offset + times - 1};
    add_access (l, &at, (uint32_t)t->released.size);
  }
}

static void pass_terminal (ft_slp_lockset *l, uint32_t terminal,
                           uint64_t times) {
  if (!ft_event_is_void (l->slp->terminals.begin + terminal))
    pass_event (l, terminal, times);
  l->offset += times;
}

// ---- rules -----------------------------------------------------------------

// The counts of a lock after the rule 'times' in a row.
static open_lock in_a_row (const open_lock *o, uint64_t times) {
  open_lock all = *o;
  if (o->acquired > o->released)
    all.acquired += (times - 1) * (o->acquired - o->released);
  else
    all.released += (times - 1) * (o->released - o->acquired);
  return all;
}

// Passes the locks of the rule, 'times' in a row.
static void pass_locks (ft_slp_lockset *l, const ft_slp_locks *rule,
                        uint64_t times) {
  for (size_t i = 0; i < rule->open.size; i++) {
    const open_lock *o = rule->open.begin + i;
    open_lock all = in_a_row (o, times);
    thread *t = thread_of (l, o->thread);
    if (t->around == FT_NO_ID)
      t->around = t->held;
    if (lock_of (t, o->lock)->acquired <= o->released)
      t->around = ft_lock_set_without (&l->sets, t->around, o->lock);
    pass_lock (l, t, &all);
  }
}

static void add_accesses (ft_slp_lockset *l, const ft_slp_locks *rule,
                          uint64_t later) {
  for (size_t i = 0; i < rule->held.size; i++) {
    locked_access at = rule->held.begin[i];
    thread *t = thread_of (l, l->slp->terminals.begin[at.terminal].thread);
    ft_id around = t->around == FT_NO_ID ? t->held : t->around;
    at.held = ft_lock_set_union (&l->sets, at.held, around);
    at.first += l->offset;
    at.last += l->offset + later;
    add_access (l, &at, (uint32_t)t->released.size);
  }
}

// Passes a rule 'times' in a row, through all of which threads hold the same
// locks.
static void pass_uniform (ft_slp_lockset *l, uint32_t r, uint64_t times) {
  const ft_slp_locks *rule = l->rules.begin + r;
  uint64_t length = l->slp->rules.begin[r].length;
  pass_locks (l, rule, times);
  add_accesses (l, rule, length * (times - 1));
  for (size_t i = 0; i < rule->open.size; i++)
    thread_of (l, rule->open.begin[i].thread)->around = FT_NO_ID;
  l->offset += length * times;
}

// The number of times in a row, at least one and up to 'most', that the lock is
// held all through the rule, or is not, as the first time.
static uint64_t count_uniform (ft_slp_lockset *l, const open_lock *o,
                               uint64_t most) {
  uint64_t held = lock_of (thread_of (l, o->thread), o->lock)->acquired;
  uint64_t n = most;
  if (held <= o->released)
    n = o->acquired > o->released ? 1 : most;
  else if (o->released > o->acquired)
    n = (held - o->released - 1) / (o->released - o->acquired) + 1;
  return n < most ? n : most;
}

static void pass_rule (ft_slp_lockset *l, uint32_t r, uint64_t times) {
  const ft_slp_locks *rule = l->rules.begin + r;
  while (times > 1) {
    uint64_t n = times - 1;
    for (size_t i = 0; i < rule->open.size; i++)
      n = count_uniform (l, rule->open.begin + i, n);
    pass_uniform (l, r, n);
    times -= n;
  }
  pass_uniform (l, r, 1);
}

// ---- the end of a rule -----------------------------------------------------

// The locks that a thread releases from its n-th such release on.
static ft_id released_from (ft_slp_lockset *l, const thread *t, uint32_t n) {
  ft_id set = FT_LOCK_SET_EMPTY;
  for (size_t i = n; i < t->released.size; i++)
    set = ft_lock_set_with (&l->sets, set, t->released.begin[i]);
  return set;
}

// Accesses that differed in the releases before them may have become alike.
static void finish_accesses (ft_slp_lockset *l, ft_slp_locks *to) {
  size_t n = l->accesses.size;
  for (size_t i = 0; i < n; i++)
    l->newest.begin[l->accesses.begin[i].at.terminal] = FT_NO_ID;
  for (size_t i = 0; i < n; i++) {
    rule_access a = l->accesses.begin[i];
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
    for (size_t k = 0; k < t->open.size; k++)
      if (t->open.begin[k].acquired || t->open.begin[k].released)
        FT_PUSH (to->open, t->open.begin[k]);
    l->thread_at.begin[t->thread] = FT_NO_ID;
    FT_RELEASE (t->open);
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
    const ft_production_item *item = l->slp->items.begin + i;
    uint32_t n = ft_slp_number (item->symbol);
    if (!ft_slp_is_rule (item->symbol)) {
      pass_terminal (l, n, item->times);
      continue;
    }
    pass_rule (l, n, item->times);
    assert (l->left.begin[n]);
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

ft_location_pairs *ft_slp_lockset_pairs (ft_slp_lockset *l, uint64_t most) {
  if (FT_EMPTY (l->rules) || l->pairs.list.size)
    return &l->pairs;
  const ft_slp_locks *all = &FT_TOP (l->rules);
  return ft_slp_lockset_violations (l->slp, l->tables, &l->sets,
                                    all->held.begin, all->held.size,
                                    l->location_ids, most, &l->pairs)
             ? &l->pairs
             : NULL;
}
