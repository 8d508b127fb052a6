// Memory that one thread gives back and another one gets: which FREE comes
// before which ALLOC of the recording; of stacks, which JOIN before which FORK.

#ifndef FT_RUN_MEMORY_REUSE_H
#define FT_RUN_MEMORY_REUSE_H

#include "base/hash.h"
#include "base/stack.h"

typedef struct ft_memory_reuse {
  uint64_t first, last; // the block that is allocated, and
  uint64_t tick;        // when; by 'ft_tick_number'
  uint64_t freed;       // when the other one was freed
  uint32_t number;      // of the block that was freed, from 0
  ft_id next;           // another one with the same tick, or FT_NO_ID
} ft_memory_reuse;

typedef struct ft_memory_reuses {
  FT_STACK (ft_memory_reuse) list;
  ft_map taken;      // ticks of allocations: an index in 'list'
  ft_map given_back; // ticks of frees: numbers of the blocks
  uint32_t count;    // of blocks
} ft_memory_reuses;

static inline void ft_memory_reuses_release (ft_memory_reuses *r) {
  FT_RELEASE (r->list);
  ft_map_release (&r->taken);
  ft_map_release (&r->given_back);
}

// Two blocks of different threads.
static inline void ft_memory_reuses_add (ft_memory_reuses *r,
                                         ft_memory_reuse reuse) {
  uint32_t *number = ft_map_at (&r->given_back, reuse.freed);
  if (*number == FT_NO_ID)
    *number = r->count++;
  reuse.number = *number;
  uint32_t *last = ft_map_at (&r->taken, reuse.tick);
  reuse.next = *last;
  *last = (uint32_t)r->list.size;
  FT_PUSH (r->list, reuse);
}

#endif
