// Blocks that alternative paths allocate: an address that nothing in the run has, and
// content that the path alone accesses.

#ifndef FT_SYMEX_ALTPATH_OWN_BLOCK_H
#define FT_SYMEX_ALTPATH_OWN_BLOCK_H

#include "symex/altpath/execute.h"

// Where Linux puts neither programs, nor their heaps, mappings or stacks.
#define FT_OWN_BLOCKS_BEGIN UINT64_C (0x100000000000)
#define FT_OWN_BLOCKS_END UINT64_C (0x400000000000)

static inline bool ft_is_own_block (uint64_t address) {
  return address >= FT_OWN_BLOCKS_BEGIN && address < FT_OWN_BLOCKS_END;
}

// Allocates; false if that may fail.
bool ft_own_block_new (ft_machine *, uint64_t bytes, enum ft_own_content,
                       ft_value *address);

// The block that contains an address, NULL for none.
const ft_own_block *ft_own_block_at (const ft_machine *, uint64_t address);

// Whether the path has freed the block, of its own or of the run, that begins there.
bool ft_altpath_has_freed (const ft_altpath_state *, uint64_t address);

// Set target and mask of an access to such a block, and the initial value if that is
// known; false if it is no such access, or one beyond the end, or of a freed block.
bool ft_own_block_resolve (ft_machine *, uint64_t address, unsigned bytes,
                           ft_event *, ft_detail *);

#endif
