#include "order/lock_edge.h"

typedef struct ft_lock_clocks lock_clocks;

void ft_lock_edges_release (ft_lock_edges *edges) {
  for (size_t l = 0; l < edges->locks.size; l++) {
    ft_clocks_release (&edges->locks.begin[l].exclusive);
    ft_clocks_release (&edges->locks.begin[l].shared);
  }
  FT_RELEASE (edges->locks);
}

static lock_clocks *lock_clocks_at (ft_lock_edges *edges, ft_id lock) {
  FT_GROW (edges->locks, (size_t)lock + 1, ((lock_clocks){.time = 0}));
  return edges->locks.begin + lock;
}

// A release publishes its local time alone, so a thread that knows the time
// knows all clocks of the release.
static bool knows_release (const ft_lock_edges *edges,
                           const ft_order_thread *thread,
                           const lock_clocks *lock) {
  return lock->time <=
         ft_clock_at (thread->clocks.of + edges->hb, lock->thread);
}

static void acquire (ft_lock_edges *edges, lock_clocks *lock,
                     ft_order_thread *thread, bool shared, unsigned which) {
  if (!knows_release (edges, thread, lock))
    ft_order_thread_join (thread, &lock->exclusive, which);
  if (!shared && lock->is_shared)
    ft_order_thread_join (thread, &lock->shared, which);
}

// An exclusive release knows the earlier releases, since its acquire learnt
// them.
static void release (lock_clocks *lock, ft_order_thread *thread, ft_tid t,
                     bool shared) {
  if (shared) {
    ft_clocks_join (&lock->shared, &thread->clocks, FT_ALL_CLOCKS);
    lock->is_shared = true;
  } else {
    ft_clocks_copy (&lock->exclusive, &thread->clocks);
    lock->thread = t;
    lock->time = thread->time;
    if (lock->is_shared)
      ft_clocks_release (&lock->shared);
    lock->is_shared = false;
  }
  ft_order_thread_release (thread);
}

void ft_lock_edges_step (ft_lock_edges *edges, ft_order_thread *thread,
                         const ft_event *e, unsigned which) {
  if (ft_kind_acquires (e->kind))
    acquire (edges, lock_clocks_at (edges, e->target), thread,
             e->kind == FT_ACQUIRE_SHARED, which);
  else if (ft_kind_releases (e->kind))
    release (lock_clocks_at (edges, e->target), thread, e->thread,
             e->kind == FT_RELEASE_SHARED);
}

void ft_lock_edges_visit (const ft_lock_edges *edges, ft_clocks_visitor *visit,
                          void *context) {
  for (size_t l = 0; l < edges->locks.size; l++) {
    visit (context, &edges->locks.begin[l].exclusive);
    visit (context, &edges->locks.begin[l].shared);
  }
}
