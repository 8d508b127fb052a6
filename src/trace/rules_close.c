// Closing events: those that would end all waits and release all locks, as if
// the threads had run on for a while.  They replace events of a packed trace
// that were lost, since the events behind the gap do not depend on what was
// held before.

#include "trace/rules.h"

typedef struct closing {
  const ft_thread_rules *threads;
  const ft_lock_rules *locks;
  ft_event_list *list;
} closing;

static void add (closing *c, ft_tid thread, enum ft_kind kind, ft_id target,
                 uint32_t times) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread;
  e.kind = (uint8_t)kind;
  e.target = target;
  if (kind == FT_WAKE)
    e.flags = FT_UNSIGNALLED;
  for (; times; times--)
    FT_PUSH (*c->list, e);
}

// Release the locks that are held exclusively, by 'thread' or, for FT_NO_ID, by
// any running thread.
static void release_locks (closing *c, ft_tid thread) {
  for (ft_id l = 0; l < c->locks->locks.size; l++) {
    const struct ft_rule_lock *lock = c->locks->locks.begin + l;
    if (lock->owner == FT_NO_ID)
      continue;
    if (thread == FT_NO_ID ? ft_thread_rules_runs (c->threads, lock->owner)
                           : lock->owner == thread)
      add (c, lock->owner, FT_RELEASE, l, lock->depth);
  }
}

static void release_shared_locks (closing *c, ft_tid thread) {
  const ft_map *shared = &c->locks->shared;
  for (size_t i = 0; i < shared->capacity; i++) {
    const struct ft_map_slot *slot = shared->slots + i;
    ft_tid holder = (ft_tid)slot->key;
    if (!slot->used || slot->value == FT_NO_ID)
      continue;
    if (thread == FT_NO_ID ? ft_thread_rules_runs (c->threads, holder)
                           : holder == thread)
      add (c, holder, FT_RELEASE_SHARED, (ft_id)(slot->key >> 32), slot->value);
  }
}

// The events up to the one at which the thread runs again.
static void wake (closing *c, ft_tid thread, const struct ft_rule_thread *t) {
  bool shared = t->acquire == FT_ACQUIRE_SHARED;
  if (t->wait == FT_AT_BARRIER) {
    add (c, thread, FT_BARRIER_LEAVE, t->condition, 1);
    return;
  }
  if (t->wait == FT_WAITING)
    add (c, thread, FT_WAKE, t->condition, 1);
  add (c, thread, (enum ft_kind)t->acquire, t->lock, 1);
  add (c, thread, shared ? FT_RELEASE_SHARED : FT_RELEASE, t->lock, t->depth);
}

// Running threads come first, since waiting threads may wait for them.
void ft_rules_close (const ft_thread_rules *threads, const ft_lock_rules *locks,
                     ft_event_list *list) {
  closing c = {threads, locks, list};
  release_locks (&c, FT_NO_ID);
  release_shared_locks (&c, FT_NO_ID);
  for (ft_tid t = 0; t < threads->threads.size; t++) {
    const struct ft_rule_thread *state = threads->threads.begin + t;
    if (state->wait == FT_RUNNING || state->joined != FT_NO_POS)
      continue;
    wake (&c, t, state);
    release_locks (&c, t);
    release_shared_locks (&c, t);
  }
}
