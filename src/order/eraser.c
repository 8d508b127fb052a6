// The lockset of a variable is the intersection of the locks held at its
// accesses so far (Savage et al. 1997, Eraser).  As in Kini, Mathur,
// Viswanathan 2018, Section 2, dummy locks stand for harmless sharing: Λt is
// held by thread t, so that a variable of one thread alone is protected, and Λ
// is held at reads, so that a variable that is only read is.  Likewise a third
// dummy lock is held at atomics.  A lock that is held shared protects reads
// only. Each byte of a variable has a lockset of its own.
//
// Cost: one remembered intersection per access. Slow twin:
// 'tests/unit/test_lockset.c'.

#include "order/eraser.h"

typedef struct ft_eraser_thread thread_locks;
typedef struct ft_eraser_bytes part;

// Element 2 * l of a set is lock l; the odd elements are the dummy locks.
enum { READS = 1, ATOMICS = 3, THREADS = 5 };

void ft_eraser_init (ft_eraser *eraser) {
  *eraser = (ft_eraser){0};
  ft_lock_sets_init (&eraser->sets);
}

void ft_eraser_release (ft_eraser *eraser) {
  ft_lock_sets_release (&eraser->sets);
  FT_RELEASE (eraser->threads);
  FT_RELEASE (eraser->first);
  FT_RELEASE (eraser->parts);
}

static thread_locks new_thread (ft_lock_sets *sets, ft_tid t) {
  thread_locks g;
  g.writing = ft_lock_set_with (sets, FT_LOCK_SET_EMPTY, THREADS + 2 * t);
  g.reading = ft_lock_set_with (sets, g.writing, READS);
  return g;
}

static thread_locks *thread_at (ft_eraser *eraser, ft_tid t) {
  while (eraser->threads.size <= t) {
    thread_locks g = new_thread (&eraser->sets, (ft_tid)eraser->threads.size);
    FT_PUSH (eraser->threads, g);
  }
  return eraser->threads.begin + t;
}

static void acquire (ft_eraser *eraser, thread_locks *g, const ft_event *e) {
  g->reading = ft_lock_set_with (&eraser->sets, g->reading, 2 * e->target);
  if (e->kind == FT_ACQUIRE)
    g->writing = ft_lock_set_with (&eraser->sets, g->writing, 2 * e->target);
}

static void release (ft_eraser *eraser, thread_locks *g, const ft_event *e) {
  g->reading = ft_lock_set_without (&eraser->sets, g->reading, 2 * e->target);
  g->writing = ft_lock_set_without (&eraser->sets, g->writing, 2 * e->target);
}

// Splits the part so that it lies within 'mask'.
static void split (ft_eraser *eraser, ft_id id, uint8_t mask) {
  part p = eraser->parts.begin[id];
  if (!(p.mask & ~mask))
    return;
  FT_PUSH (eraser->parts, ((part){p.set, p.next, p.mask & ~mask}));
  eraser->parts.begin[id].next = eraser->parts.size - 1;
  eraser->parts.begin[id].mask &= mask;
}

static bool access_bytes (ft_eraser *eraser, ft_id variable, uint8_t mask,
                          ft_id set) {
  FT_GROW (eraser->first, (size_t)variable + 1, FT_NO_ID);
  bool violated = false;
  uint8_t new_bytes = mask;
  for (ft_id i = eraser->first.begin[variable]; i != FT_NO_ID;
       i = eraser->parts.begin[i].next) {
    if (!(eraser->parts.begin[i].mask & mask))
      continue;
    split (eraser, i, mask);
    part *p = eraser->parts.begin + i;
    p->set = ft_lock_set_common (&eraser->sets, p->set, set);
    violated |= p->set == FT_LOCK_SET_EMPTY;
    new_bytes &= ~p->mask;
  }
  if (new_bytes) {
    FT_PUSH (eraser->parts,
             ((part){set, eraser->first.begin[variable], new_bytes}));
    eraser->first.begin[variable] = eraser->parts.size - 1;
  }
  return violated;
}

bool ft_eraser_step (ft_eraser *eraser, const ft_tables *tables,
                     const ft_event *e, ft_variable_part own) {
  thread_locks *g = thread_at (eraser, e->thread);
  if (ft_kind_acquires (e->kind))
    acquire (eraser, g, e);
  else if (ft_kind_releases (e->kind))
    release (eraser, g, e);
  bool violated = false;
  uint32_t count = ft_variable_access_count (tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (tables, e, i);
    if (!ft_variable_part_has (own, accessed.variable))
      continue;
    ft_id set = accessed.write ? g->writing : g->reading;
    if (accessed.atomic)
      set = ft_lock_set_with (&eraser->sets, set, ATOMICS);
    violated |= access_bytes (eraser, accessed.variable, accessed.mask, set);
  }
  return violated;
}
