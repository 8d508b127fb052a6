// The lockset of a variable is the intersection of the locks held at its
// accesses so far (Savage et al. 1997, Eraser).  As in Kini, Mathur,
// Viswanathan 2018, Section 2, dummy locks stand for harmless sharing: Λt is
// held by thread t, so that what one thread uses alone is protected, and Λ is
// held at reads, so that what is only read is.  Likewise a third one is held
// at atomics.  A lock that is held shared protects reads only.  Variables are
// told apart by byte.
//
// Cost: one remembered intersection per access.
// Slow twin: 'tests/unit/test_lockset.c'.

#include "order/eraser.h"

typedef struct ft_eraser_thread guard;
typedef struct ft_eraser_bytes part;

// A lock l is 2 * l; the odd numbers are the dummy locks.
enum { READS = 1, ATOMICS = 3, THREADS = 5 };

void ft_eraser_init (ft_eraser *lockset) {
  *lockset = (ft_eraser){0};
  ft_lock_sets_init (&lockset->sets);
}

void ft_eraser_release (ft_eraser *lockset) {
  ft_lock_sets_release (&lockset->sets);
  FT_RELEASE (lockset->guards);
  FT_RELEASE (lockset->first);
  FT_RELEASE (lockset->parts);
}

static guard new_guard (ft_lock_sets *sets, ft_tid t) {
  guard g;
  g.writing = ft_lock_set_with (sets, FT_LOCK_SET_EMPTY, THREADS + 2 * t);
  g.reading = ft_lock_set_with (sets, g.writing, READS);
  return g;
}

static guard *guard_at (ft_eraser *lockset, ft_tid t) {
  while (lockset->guards.size <= t) {
    guard g = new_guard (&lockset->sets, (ft_tid)lockset->guards.size);
    FT_PUSH (lockset->guards, g);
  }
  return lockset->guards.begin + t;
}

static void acquire (ft_eraser *lockset, guard *g, const ft_event *e) {
  g->reading = ft_lock_set_with (&lockset->sets, g->reading, 2 * e->target);
  if (e->kind == FT_ACQUIRE)
    g->writing = ft_lock_set_with (&lockset->sets, g->writing, 2 * e->target);
}

static void release (ft_eraser *lockset, guard *g, const ft_event *e) {
  g->reading = ft_lock_set_without (&lockset->sets, g->reading, 2 * e->target);
  g->writing = ft_lock_set_without (&lockset->sets, g->writing, 2 * e->target);
}

// Splits the part so that it lies within 'mask'.
static void split (ft_eraser *lockset, ft_id id, uint8_t mask) {
  part p = lockset->parts.begin[id];
  if (!(p.mask & ~mask))
    return;
  FT_PUSH (lockset->parts, ((part){p.set, p.next, p.mask & ~mask}));
  lockset->parts.begin[id].next = lockset->parts.size - 1;
  lockset->parts.begin[id].mask &= mask;
}

static bool access_bytes (ft_eraser *lockset, ft_id variable, uint8_t mask,
                          ft_id set) {
  FT_GROW (lockset->first, (size_t)variable + 1, FT_NO_ID);
  bool violated = false;
  uint8_t fresh = mask;
  for (ft_id i = lockset->first.begin[variable]; i != FT_NO_ID;
       i = lockset->parts.begin[i].next) {
    if (!(lockset->parts.begin[i].mask & mask))
      continue;
    split (lockset, i, mask);
    part *p = lockset->parts.begin + i;
    p->set = ft_lock_set_common (&lockset->sets, p->set, set);
    violated |= p->set == FT_LOCK_SET_EMPTY;
    fresh &= ~p->mask;
  }
  if (fresh) {
    FT_PUSH (lockset->parts,
             ((part){set, lockset->first.begin[variable], fresh}));
    lockset->first.begin[variable] = lockset->parts.size - 1;
  }
  return violated;
}

bool ft_eraser_step (ft_eraser *lockset, const ft_tables *tables,
                     const ft_event *e) {
  guard *g = guard_at (lockset, e->thread);
  if (ft_kind_acquires (e->kind))
    acquire (lockset, g, e);
  else if (ft_kind_releases (e->kind))
    release (lockset, g, e);
  bool violated = false;
  uint32_t touches = ft_variable_access_count (tables, e);
  for (uint32_t i = 0; i < touches; i++) {
    ft_variable_access touch = ft_variable_access_at (tables, e, i);
    ft_id set = touch.write ? g->writing : g->reading;
    if (touch.atomic)
      set = ft_lock_set_with (&lockset->sets, set, ATOMICS);
    violated |= access_bytes (lockset, touch.variable, touch.mask, set);
  }
  return violated;
}
