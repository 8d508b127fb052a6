// Shadow memory: for each variable, the earlier accesses that a later one may
// race with.  The head of 'shadow.c' proves that these few are enough.
//
// A cell of 32 bytes holds the last write and the last read, by epoch
// (FastTrack: Flanagan & Freund 2009), while no more are needed.  The accesses
// of a cell that needs more are in a frontier, and the cell is 'spread'.

#ifndef FT_ORDER_SHADOW_H
#define FT_ORDER_SHADOW_H

#include "order/race_check.h"
#include "order/order_thread.h"
#include "order/table_memory.h"

typedef struct ft_epoch {
  ft_tid thread;
  ft_time time;
} ft_epoch;

typedef struct ft_shadow_cell ft_shadow_cell;

struct ft_shadow_cell {
  ft_epoch write, read; // if 'spread', 'write.thread' is the frontier's number
  uint64_t stamp;       // stamp of the thread at its last access; 0: compare
                        // nothing
  uint16_t last;        // mask and mode of the last access
  uint8_t write_mask, read_mask; // zero: there is no such access, and, unless
                                 // 'spread', its epoch is zero
  bool write_atomic, read_atomic;
  bool racy; // result of the last access
  bool spread;
};

// Where locks held count: the locks held at the write and the read of a cell.
typedef struct ft_shadow_held {
  ft_id write, read;
} ft_shadow_held;

enum { FT_SHADOW_BITS = 9, FT_SHADOW_PAGE = 1 << FT_SHADOW_BITS };

// Accesses of a frontier that differ in their epochs only.
typedef struct ft_frontier_class {
  ft_id held;
  uint8_t mask;
  bool write, atomic;
  uint32_t prune_from; // index from which the next pruning goes on
  FT_STACK (ft_epoch) epochs;
} ft_frontier_class;

typedef struct ft_frontier {
  FT_STACK (ft_frontier_class) classes;
  ft_id next; // free frontier + 1, or zero
} ft_frontier;

typedef struct ft_shadow_page {
  ft_shadow_cell *cells; // FT_SHADOW_PAGE of them; NULL: no page
  ft_shadow_held *held;  // as many; NULL where locks do not count
} ft_shadow_page;

typedef struct ft_shadow {
  FT_STACK (ft_shadow_page) pages; // by variable
  ft_table_pages cells, held;      // their memory
  FT_STACK (ft_frontier) frontiers;
  ft_id unused;         // first free frontier + 1, or zero
  ft_locks_held *locks; // borrowed; NULL: locks held do not count
} ft_shadow;

void ft_shadow_release (ft_shadow *); // (ft_shadow){0} is empty

ft_shadow_page ft_shadow_new_page (ft_shadow *); // empty

ft_shadow_cell *ft_shadow_new_cell (ft_shadow *, ft_id variable);

static inline ft_shadow_cell *ft_shadow_at (ft_shadow *shadow, ft_id variable) {
  size_t page = variable >> FT_SHADOW_BITS;
  if (page >= shadow->pages.size || !shadow->pages.begin[page].cells)
    return ft_shadow_new_cell (shadow, variable);
  return shadow->pages.begin[page].cells + (variable & (FT_SHADOW_PAGE - 1));
}

static inline bool ft_shadow_is_spread (const ft_shadow *shadow,
                                        ft_id variable) {
  size_t page = variable >> FT_SHADOW_BITS;
  return page < shadow->pages.size && shadow->pages.begin[page].cells &&
         shadow->pages.begin[page]
             .cells[variable & (FT_SHADOW_PAGE - 1)]
             .spread;
}

// Fetches the cell of a variable that is accessed soon.
__attribute__ ((always_inline)) static inline void
ft_shadow_prefetch (const ft_shadow *shadow, ft_id variable) {
  size_t page = variable >> FT_SHADOW_BITS;
  if (page < shadow->pages.size && shadow->pages.begin[page].cells)
    __builtin_prefetch (shadow->pages.begin[page].cells +
                        (variable & (FT_SHADOW_PAGE - 1)));
}

// The same where locks count: also the locks held at its accesses.
__attribute__ ((always_inline)) static inline void
ft_shadow_prefetch_held (const ft_shadow *shadow, ft_id variable) {
  size_t page = variable >> FT_SHADOW_BITS, i = variable & (FT_SHADOW_PAGE - 1);
  if (page >= shadow->pages.size || !shadow->pages.begin[page].cells)
    return;
  __builtin_prefetch (shadow->pages.begin[page].cells + i);
  __builtin_prefetch (shadow->pages.begin[page].held + i);
}

// How far a prefetch follows a cell into its frontier; each step reads what the
// one before has fetched.
enum ft_shadow_prefetch {
  FT_PREFETCH_FRONTIER,
  FT_PREFETCH_CLASSES,
  FT_PREFETCH_EPOCHS
};

// Fetches a part of the frontier of a variable that is accessed soon, for
// filters in which most variables have one.
__attribute__ ((always_inline)) static inline void
ft_shadow_prefetch_frontier (const ft_shadow *shadow, ft_id variable,
                             const enum ft_shadow_prefetch step) {
  size_t page = variable >> FT_SHADOW_BITS;
  if (page >= shadow->pages.size || !shadow->pages.begin[page].cells)
    return;
  const ft_shadow_cell *c =
      shadow->pages.begin[page].cells + (variable & (FT_SHADOW_PAGE - 1));
  if (!c->spread)
    return;
  const ft_frontier *f = shadow->frontiers.begin + c->write.thread;
  if (step == FT_PREFETCH_FRONTIER)
    __builtin_prefetch (f);
  else if (step == FT_PREFETCH_CLASSES) {
    __builtin_prefetch (f->classes.begin);
    __builtin_prefetch (f->classes.begin + 1);
  } else { // a frontier has a class; most have two
    __builtin_prefetch (f->classes.begin[0].epochs.begin);
    __builtin_prefetch (f->classes.begin[f->classes.size - 1].epochs.begin);
  }
}

// The locks held at the accesses of a variable that has a cell, or NULL.
static inline ft_shadow_held *ft_shadow_held_at (const ft_shadow *shadow,
                                                 ft_id variable) {
  const ft_shadow_page *p = shadow->pages.begin + (variable >> FT_SHADOW_BITS);
  return p->held ? p->held + (variable & (FT_SHADOW_PAGE - 1)) : NULL;
}

// An access by 'thread', which the order has stepped over already.  Returns
// whether it races with an earlier one.  A FREE is a write of all bytes, and
// stays like one: of a recorded run, accesses behind it may be of the freed
// block.
bool ft_shadow_access (ft_shadow *, const ft_order_thread *, ft_id variable,
                       const ft_access *);

// Mode and bytes of a plain access as a number, to compare repetitions by.
static inline uint16_t ft_shadow_access_kind (bool write, uint8_t mask) {
  return (uint16_t)(write << 8 | mask);
}

// Whether an access repeats the last one of its variable, and its thread has
// learnt, published, acquired and released nothing in between (see the 'stamp'
// of ft_order_thread).  Such an access changes nothing, and has the result of
// the last one.
static inline bool ft_shadow_same_epoch (const ft_shadow_cell *c,
                                         uint64_t stamp, uint16_t what) {
  return c->stamp == stamp && c->last == what;
}

static inline bool ft_shadow_ordered (const ft_order_thread *thread, ft_tid t,
                                      const ft_epoch *old) {
  return old->thread == t ||
         ft_order_thread_after (thread, old->thread, old->time);
}

// A write that comes after all accesses of a cell that is not spread, and is as
// exposed as they are: the write alone is left.  Where locks count, the caller
// compares the locks held.
static inline bool ft_shadow_write (ft_shadow_cell *c,
                                    const ft_order_thread *thread, ft_tid t,
                                    uint8_t mask) {
  if (c->spread || ((c->write_mask | c->read_mask) & ~mask) ||
      (c->write_mask && !ft_shadow_ordered (thread, t, &c->write)) ||
      (c->read_mask && !ft_shadow_ordered (thread, t, &c->read)))
    return false;
  c->write = (ft_epoch){t, thread->time};
  c->write_mask = mask;
  c->write_atomic = false;
  c->read = (ft_epoch){0};
  c->read_mask = 0;
  return true;
}

// The same for a read, which leaves the write too.
static inline bool ft_shadow_read (ft_shadow_cell *c,
                                   const ft_order_thread *thread, ft_tid t,
                                   uint8_t mask) {
  if (c->spread || (c->read_mask & ~mask) ||
      (c->write_mask && !ft_shadow_ordered (thread, t, &c->write)) ||
      (c->read_mask && !ft_shadow_ordered (thread, t, &c->read)))
    return false;
  c->read = (ft_epoch){t, thread->time};
  c->read_mask = mask;
  c->read_atomic = false;
  return true;
}

#endif
