#include "order/locks_held.h"

void ft_locks_held_init (ft_locks_held *locks) {
  *locks = (ft_locks_held){0};
  ft_lock_sets_init (&locks->sets);
}

void ft_locks_held_release (ft_locks_held *locks) {
  ft_lock_sets_release (&locks->sets);
  FT_RELEASE (locks->held);
}

void ft_locks_held_step (ft_locks_held *locks, const ft_event *e) {
  bool acquires = ft_kind_acquires (e->kind);
  if (!acquires && !ft_kind_releases (e->kind))
    return;
  FT_GROW (locks->held, (size_t)e->thread + 1, FT_LOCK_SET_EMPTY);
  bool shared = e->kind == FT_ACQUIRE_SHARED || e->kind == FT_RELEASE_SHARED;
  ft_id *held = locks->held.begin + e->thread;
  uint32_t element = 2 * e->target + shared;
  *held = acquires ? ft_lock_set_with (&locks->sets, *held, element)
                   : ft_lock_set_without (&locks->sets, *held, element);
}
