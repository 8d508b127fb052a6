#include "candidate/lock_stacks.h"

#include <assert.h>
#include <string.h>

struct set {
  ft_id lock, outer;
  bool shared;
};

struct ft_lock_stacks {
  const ft_index *index;
  ft_id *of_list;             // FT_NO_ID until asked for
  FT_STACK (struct set) sets; // 0 is the empty stack
  ft_map by_content;          // (outer, lock, mode) -> set
};

ft_lock_stacks *ft_lock_stacks_new (const ft_index *index) {
  ft_lock_stacks *l = FT_NEW (ft_lock_stacks);
  l->index = index;
  l->of_list = FT_ARRAY (ft_id, index->cells.size);
  memset (l->of_list, 0xff, index->cells.size * sizeof *l->of_list);
  l->of_list[0] = 0;
  FT_PUSH (l->sets, ((struct set){FT_NO_ID, 0, false}));
  return l;
}

void ft_lock_stacks_free (ft_lock_stacks *l) {
  if (!l)
    return;
  free (l->of_list);
  FT_RELEASE (l->sets);
  ft_map_release (&l->by_content);
  free (l);
}

// Locks and stacks are numbered below 2^31: a trace has fewer than 2^32 events,
// and a stack takes an acquire.
static ft_id intern (ft_lock_stacks *l, ft_id outer, ft_id acquire) {
  const ft_event *event = l->index->trace->events + acquire;
  bool shared = event->kind == FT_ACQUIRE_SHARED;
  assert (!(outer >> 31) && !(event->target >> 31));
  uint64_t key =
      (uint64_t)outer << 33 ^ (uint64_t)event->target << 1 ^ (uint64_t)shared;
  ft_id *slot = ft_map_at (&l->by_content, key);
  if (*slot == FT_NO_ID) {
    *slot = (ft_id)l->sets.size;
    FT_PUSH (l->sets, ((struct set){event->target, outer, shared}));
  }
  return *slot;
}

ft_id ft_lock_stacks_of (ft_lock_stacks *l, ft_id held_list) {
  FT_STACK (ft_id) unknown = {0};
  for (; l->of_list[held_list] == FT_NO_ID;
       held_list = l->index->cells.begin[held_list].outer)
    FT_PUSH (unknown, held_list);
  ft_id set = l->of_list[held_list];
  while (!FT_EMPTY (unknown)) {
    held_list = FT_POP (unknown);
    set = l->of_list[held_list] =
        intern (l, set, l->index->cells.begin[held_list].acquire);
  }
  FT_RELEASE (unknown);
  return set;
}

bool ft_lock_stacks_exclude (const ft_lock_stacks *l, ft_id a, ft_id b) {
  const struct set *sets = l->sets.begin;
  for (ft_id i = a; i; i = sets[i].outer)
    for (ft_id j = b; j; j = sets[j].outer)
      if (sets[i].lock == sets[j].lock && !(sets[i].shared && sets[j].shared))
        return true;
  return false;
}

ft_id ft_lock_stacks_outer (const ft_lock_stacks *l, ft_id set) {
  return l->sets.begin[set].outer;
}

ft_id ft_lock_stacks_lock (const ft_lock_stacks *l, ft_id set) {
  return l->sets.begin[set].lock;
}

bool ft_lock_stacks_holds (const ft_lock_stacks *l, ft_id set, ft_id lock,
                           bool exclusive) {
  const struct set *sets = l->sets.begin;
  for (ft_id i = set; i; i = sets[i].outer)
    if (sets[i].lock == lock && !(exclusive && sets[i].shared))
      return true;
  return false;
}
