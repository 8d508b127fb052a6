// Release before acquire, for the relations that have these edges: HB, SHB, and
// WCP through HB.  A shared release comes before exclusive acquires only.

#ifndef FT_ORDER_LOCK_EDGE_H
#define FT_ORDER_LOCK_EDGE_H

#include "order/order_thread.h"
#include "trace/event.h"

typedef struct ft_lock_edges {
  FT_STACK (struct ft_lock_clocks {
    ft_clocks exclusive; // clocks at the last exclusive release
    ft_clocks shared;    // clocks at the shared releases since then
    ft_tid thread;       // thread of the last exclusive release
    ft_time time;        // its local time; zero: there was none
    bool is_shared;      // 'shared' is not empty
  })
  locks;
  enum ft_clock_kind hb; // the clock of happens-before
} ft_lock_edges;

void ft_lock_edges_release (ft_lock_edges *); // {0} is empty

void ft_lock_edges_visit (const ft_lock_edges *, ft_clocks_visitor *, void *);

// 'which' is the set of the clocks that the edges concern.
void ft_lock_edges_step (ft_lock_edges *, ft_order_thread *, const ft_event *,
                         unsigned which);

// The same for an exclusive acquire or release of a lock that nobody has shared
// since its last release, and that is known, by all clocks: most of them.
// Returns whether it is one.
static inline bool ft_lock_edges_usual (ft_lock_edges *edges,
                                        ft_order_thread *thread,
                                        const ft_event *e) {
  if ((e->kind != FT_ACQUIRE && e->kind != FT_RELEASE) ||
      e->target >= edges->locks.size ||
      edges->locks.begin[e->target].is_shared)
    return false;
  struct ft_lock_clocks *lock = edges->locks.begin + e->target;
  if (e->kind == FT_RELEASE) {
    ft_clocks_copy (&lock->exclusive, &thread->clocks);
    lock->thread = e->thread;
    lock->time = thread->time;
    ft_order_thread_release (thread);
  } else if (lock->time >
             ft_clock_at (thread->clocks.of + edges->hb, lock->thread))
    ft_order_thread_join (thread, &lock->exclusive, FT_ALL_CLOCKS);
  return true;
}

#endif
