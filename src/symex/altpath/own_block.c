// Blocks that alternative paths allocate.
//
// The run has no address for such a block.  It gets one that no memory of the run has,
// as an allocator might return it: different from all others, aligned, and not NULL.
// Its content are variables of the trace that only the path accesses: another thread
// that reads the address cannot use it, since its accesses have their recorded
// addresses.  An allocation so needs no event.

#include "symex/altpath/own_block.h"
#include "symex/exec/emit_event.h"

#include <stdio.h>

enum { MAX_ALLOCATED = 1 << 20, ALIGNMENT = 16 }; // bytes of a block

static uint64_t next_address (const ft_machine *m) {
  if (FT_EMPTY (m->own_blocks))
    return FT_OWN_BLOCKS_BEGIN;
  const ft_own_block *last = &FT_TOP (m->own_blocks);
  return (last->address + last->bytes + 2 * ALIGNMENT) & ~(uint64_t)(ALIGNMENT - 1);
}

bool ft_own_block_new (ft_machine *m, uint64_t bytes,
                       enum ft_own_content content, ft_value *address) {
  uint64_t at = next_address (m);
  const ft_variables *all = m->out->environment->variables;
  if (m->summary.limits_memory || bytes > MAX_ALLOCATED ||
      at + bytes >= FT_OWN_BLOCKS_END || ft_variables_block_at (all, at) != FT_NO_ID ||
      ft_variables_block_at (all, at + bytes) != FT_NO_ID)
    return false;
  FT_PUSH (m->own_blocks, ((ft_own_block){at, bytes, content}));
  *address = ft_value_concrete (at);
  return true;
}

const ft_own_block *ft_own_block_at (const ft_machine *m, uint64_t address) {
  size_t low = 0, high = m->own_blocks.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (m->own_blocks.begin[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const ft_own_block *b = low ? m->own_blocks.begin + (low - 1) : NULL;
  return b && address - b->address < b->bytes ? b : NULL;
}

bool ft_altpath_has_freed (const ft_altpath_state *s, uint64_t address) {
  for (size_t i = 0; i < s->freed.size; i++)
    if (s->freed.begin[i] == address)
      return true;
  return false;
}

bool ft_own_block_resolve (ft_machine *m, uint64_t address, unsigned bytes,
                           ft_event *e, ft_detail *d) {
  char name[60];
  const ft_own_block *b = ft_own_block_at (m, address);
  if (!b || ft_altpath_has_freed (m->altpath, b->address) ||
      address - b->address + bytes > b->bytes ||
      address >> 3 != (address + bytes - 1) >> 3)
    return false;
  int n = snprintf (name, sizeof name, "block %zu of an alternative path+%llu",
                    (size_t)(b - m->own_blocks.begin) + 1,
                    (unsigned long long)((address - b->address) & ~UINT64_C (7)));
  e->target = ft_tables_add (m->out->tables, FT_CLASS_VARIABLE, name, (size_t)n);
  e->mask = (uint8_t)(((1u << bytes) - 1) << address % 8);
  d->initial_known = b->content == FT_OWN_CLEARED;
  return true;
}
