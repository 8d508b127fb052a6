// A lock dependency is an acquire by a thread that holds a lock.  A dependency
// is in no cycle if no dependency of another thread holds the lock it asks for,
// or if none of another thread asks for a lock it holds.  Such a dependency is
// dropped, and others may then be dropped too.  The rest may be in a cycle.
// This is what 'candidate/lock_dependency.c' does with events, but for forks
// and joins.
//
// Cost: the dependencies and their locks, times the rounds of dropping. Slow
// twin: the deadlock candidates of the expanded trace, in
// 'tests/unit/test_outlook.c'.

#include "grammar/slp_cycles.h"

// Limit on the rounds: longer chains of dependencies, each of which is dropped
// only after the one before, are not followed.
enum { MOST_ROUNDS = 256 };

// The threads that hold a lock, or ask for it, where none or several do.
enum { NO_THREAD = FT_NO_ID, SEVERAL_THREADS = FT_NO_ID - 1 };

typedef FT_STACK (ft_tid) threads_of_locks;

typedef struct cycles {
  const ft_slp_held_locks *locks;
  FT_STACK (uint32_t) dependencies; // terminals that are dependencies
  threads_of_locks asking, holding; // by lock
} cycles;

static void add_thread (threads_of_locks *of, ft_id lock, ft_tid t) {
  FT_GROW (*of, (size_t)lock + 1, NO_THREAD);
  ft_tid *who = of->begin + lock;
  *who = *who == NO_THREAD || *who == t ? t : SEVERAL_THREADS;
}

static bool has_other (const threads_of_locks *of, ft_id lock, ft_tid t) {
  return lock < of->size && of->begin[lock] != NO_THREAD &&
         of->begin[lock] != t;
}

static const uint32_t *held_at (const cycles *c, uint32_t terminal,
                                uint32_t *n) {
  return ft_lock_set_elements (&c->locks->sets, c->locks->held.begin[terminal],
                               n);
}

// Nested acquires ask for no lock.
static bool is_dependency (const cycles *c, uint32_t terminal) {
  const ft_event *e = c->locks->slp.terminals.begin + terminal;
  uint32_t n;
  const uint32_t *held = held_at (c, terminal, &n);
  if (!ft_kind_acquires (e->kind) || ft_event_is_void (e) ||
      e->flags & FT_TRIED)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (held[i] / 2 == e->target)
      return false;
  return n;
}

static void find_threads (cycles *c) {
  FT_CLEAR (c->asking);
  FT_CLEAR (c->holding);
  for (size_t i = 0; i < c->dependencies.size; i++) {
    uint32_t terminal = c->dependencies.begin[i], n;
    const ft_event *e = c->locks->slp.terminals.begin + terminal;
    const uint32_t *held = held_at (c, terminal, &n);
    add_thread (&c->asking, e->target, e->thread);
    for (uint32_t k = 0; k < n; k++)
      add_thread (&c->holding, held[k] / 2, e->thread);
  }
}

static bool is_useful (const cycles *c, uint32_t terminal) {
  const ft_event *e = c->locks->slp.terminals.begin + terminal;
  uint32_t n;
  const uint32_t *held = held_at (c, terminal, &n);
  bool asked = false;
  for (uint32_t k = 0; k < n; k++)
    asked |= has_other (&c->asking, held[k] / 2, e->thread);
  return asked && has_other (&c->holding, e->target, e->thread);
}

static bool drop_useless (cycles *c) {
  size_t left = 0, n = c->dependencies.size;
  find_threads (c);
  for (size_t i = 0; i < n; i++)
    if (is_useful (c, c->dependencies.begin[i]))
      c->dependencies.begin[left++] = c->dependencies.begin[i];
  c->dependencies.size = left;
  return left < n;
}

bool ft_slp_may_deadlock (const ft_slp_held_locks *locks) {
  cycles c = {.locks = locks};
  for (size_t t = 0; t < locks->slp.terminals.size; t++)
    if (is_dependency (&c, (uint32_t)t))
      FT_PUSH (c.dependencies, (uint32_t)t);
  for (unsigned i = 0; i < MOST_ROUNDS && drop_useless (&c); i++)
    ;
  bool may = c.dependencies.size;
  FT_RELEASE (c.dependencies);
  FT_RELEASE (c.asking);
  FT_RELEASE (c.holding);
  return may;
}
