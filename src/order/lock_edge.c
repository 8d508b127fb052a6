#include "order/lock_edge.h"

typedef struct ft_lock_clocks views;

void ft_lock_edges_release (ft_lock_edges *edges) {
  for (size_t l = 0; l < edges->locks.size; l++) {
    ft_clocks_release (&edges->locks.begin[l].exclusive);
    ft_clocks_release (&edges->locks.begin[l].shared);
  }
  FT_RELEASE (edges->locks);
}

static views *views_at (ft_lock_edges *edges, ft_id lock) {
  FT_GROW (edges->locks, (size_t)lock + 1, ((views){.time = 0}));
  return edges->locks.begin + lock;
}

// A release is the only event that tells its local time, so who knows that
// time knows all that the release made known.
static bool knows_release (const ft_lock_edges *edges,
                           const ft_order_thread *line, const views *lock) {
  return lock->time <=
         ft_clock_at (line->view.clocks + edges->hb, lock->thread);
}

static void acquire (ft_lock_edges *edges, views *lock, ft_order_thread *line,
                     bool shared, unsigned which) {
  if (!knows_release (edges, line, lock))
    ft_order_thread_join (line, &lock->exclusive, which);
  if (!shared && lock->is_shared)
    ft_order_thread_join (line, &lock->shared, which);
}

// An exclusive release knows what was released before: its acquire learnt it.
static void release (views *lock, ft_order_thread *line, ft_tid t,
                     bool shared) {
  if (shared) {
    ft_clocks_join (&lock->shared, &line->view, FT_ALL_CLOCKS);
    lock->is_shared = true;
  } else {
    ft_clocks_copy (&lock->exclusive, &line->view);
    lock->thread = t;
    lock->time = line->now;
    if (lock->is_shared)
      ft_clocks_release (&lock->shared);
    lock->is_shared = false;
  }
  ft_order_thread_release (line);
}

void ft_lock_edges_step (ft_lock_edges *edges, ft_order_thread *line,
                         const ft_event *e, unsigned which) {
  if (ft_kind_acquires (e->kind))
    acquire (edges, views_at (edges, e->target), line,
             e->kind == FT_ACQUIRE_SHARED, which);
  else if (ft_kind_releases (e->kind))
    release (views_at (edges, e->target), line, e->thread,
             e->kind == FT_RELEASE_SHARED);
}

void ft_lock_edges_visit (const ft_lock_edges *edges, ft_clocks_visitor *visit,
                          void *context) {
  for (size_t l = 0; l < edges->locks.size; l++) {
    visit (context, &edges->locks.begin[l].exclusive);
    visit (context, &edges->locks.begin[l].shared);
  }
}
