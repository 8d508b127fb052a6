#include "order/lock_edge.h"

typedef struct ft_lock_views views;

void ft_lock_edges_release (ft_lock_edges *edges) {
  for (size_t l = 0; l < edges->locks.size; l++) {
    ft_view_release (&edges->locks.begin[l].exclusive);
    ft_view_release (&edges->locks.begin[l].shared);
  }
  FT_RELEASE (edges->locks);
}

static views *views_at (ft_lock_edges *edges, ft_id lock) {
  FT_GROW (edges->locks, (size_t)lock + 1, ((views){0}));
  return edges->locks.begin + lock;
}

static void acquire (views *lock, ft_line *line, bool shared, unsigned which) {
  ft_line_learn (line, &lock->exclusive, which);
  if (!shared)
    ft_line_learn (line, &lock->shared, which);
}

// An exclusive release knows what was released before: its acquire learnt it.
static void release (views *lock, ft_line *line, bool shared) {
  if (shared) {
    ft_view_join (&lock->shared, &line->view, FT_ALL_CLOCKS);
  } else {
    ft_view_copy (&lock->exclusive, &line->view);
    ft_view_release (&lock->shared);
  }
  ft_line_release (line);
}

void ft_lock_edges_step (ft_lock_edges *edges, ft_line *line, const ft_event *e,
                         unsigned which) {
  if (ft_kind_acquires (e->kind))
    acquire (views_at (edges, e->target), line, e->kind == FT_ACQUIRE_SHARED,
             which);
  else if (ft_kind_releases (e->kind))
    release (views_at (edges, e->target), line, e->kind == FT_RELEASE_SHARED);
}
