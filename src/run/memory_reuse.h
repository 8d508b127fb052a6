// Memory that one thread gives back and another one gets: which FREE comes
// before which ALLOC of the recording; of stacks, which JOIN before which FORK.
// And heap blocks that are freed, and whose memory is no other block's in the
// whole run: their address says which block it is.

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

typedef struct ft_freed_block {
  uint64_t address;
  bool elsewhere; // another thread had allocated it
  bool again;     // another block has its memory, too
} ft_freed_block;

typedef struct ft_memory_reuses {
  FT_STACK (ft_memory_reuse) list;
  ft_map taken;      // ticks of allocations: an index in 'list'
  ft_map given_back; // ticks of frees: numbers of the blocks
  uint32_t count;    // of blocks
  FT_STACK (ft_freed_block) freed; // the first FT_MOST_FREED of a run
  ft_map freed_at;                 // ticks of frees: an index in 'freed'
  ft_map freed_from;               // addresses: an index in 'freed'
} ft_memory_reuses;

#define FT_MOST_FREED 4096

// The block with this address that no other one has; FT_NO_ID: there is none.
static inline ft_id ft_memory_reuses_freed (const ft_memory_reuses *r,
                                            uint64_t address) {
  ft_id number = ft_map_get (&r->freed_from, address);
  return number == FT_NO_ID || r->freed.begin[number].again ? FT_NO_ID : number;
}

static inline void ft_memory_reuses_free (ft_memory_reuses *r, uint64_t tick,
                                          ft_freed_block block) {
  if (r->freed.size == FT_MOST_FREED)
    return;
  *ft_map_at (&r->freed_at, tick) = (ft_id)r->freed.size;
  *ft_map_at (&r->freed_from, block.address) = (ft_id)r->freed.size;
  FT_PUSH (r->freed, block);
}

static inline void ft_memory_reuses_release (ft_memory_reuses *r) {
  FT_RELEASE (r->list);
  ft_map_release (&r->taken);
  ft_map_release (&r->given_back);
  FT_RELEASE (r->freed);
  ft_map_release (&r->freed_at);
  ft_map_release (&r->freed_from);
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
