#include "order/locks_held.h"

void ft_locks_held_init (ft_locks_held *holders) {
  *holders = (ft_locks_held){0};
  ft_lock_sets_init (&holders->sets);
}

void ft_locks_held_release (ft_locks_held *holders) {
  ft_lock_sets_release (&holders->sets);
  FT_RELEASE (holders->held);
}

void ft_locks_held_step (ft_locks_held *holders, const ft_event *e) {
  bool acquires = ft_kind_acquires (e->kind);
  if (!acquires && !ft_kind_releases (e->kind))
    return;
  FT_GROW (holders->held, (size_t)e->thread + 1, FT_LOCK_SET_EMPTY);
  bool shared = e->kind == FT_ACQUIRE_SHARED || e->kind == FT_RELEASE_SHARED;
  ft_id *held = holders->held.begin + e->thread;
  uint32_t element = 2 * e->target + shared;
  *held = acquires ? ft_lock_set_with (&holders->sets, *held, element)
                   : ft_lock_set_without (&holders->sets, *held, element);
}
