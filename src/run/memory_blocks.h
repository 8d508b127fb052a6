// Memory blocks of a recorded run: heap blocks, mappings and stacks, as they
// come and go.
//
// A *lifetime* of granules begins with an event that makes them new memory and
// ends with the next one: an allocation, its free, the start of a thread on a
// stack.  Memory that was never allocated (globals, memory that libraries
// allocate without a record) has lifetime 0.  Lifetimes are numbered in the
// order of their begin, which is the same each time that a run is read.
//
// Not all allocations of a program are recorded: uninstrumented code may free
// memory, so that a block that is still there when its memory is allocated
// again has ended without a record.  Frees of unknown blocks are ignored.
//
// Stacks: the stack of a thread is one lifetime from the thread's start on,
// since glibc reuses the stacks of threads that ended.  The variables of its
// frames have no lifetimes of their own: within a thread, program order
// separates them, and another thread that uses the variable of a frame must be
// ordered with the end of that frame.

#ifndef FT_RUN_MEMORY_BLOCKS_H
#define FT_RUN_MEMORY_BLOCKS_H

#include "base/ranges.h"
#include "run/memory_reuse.h"
#include "run/run_access.h"
#include "run/run_reader.h"

enum ft_memory_block_kind { FT_BLOCK_HEAP, FT_BLOCK_MAPPED, FT_BLOCK_STACK };

typedef struct ft_memory_block {
  uint64_t first, last;    // initial bounds, in whole granules
  uint64_t address, bytes; // range of the allocation
  uint64_t life;           // its lifetime before the free; 'life' + 1 after it
  uint32_t thread;         // its allocating thread, or the thread of the stack
  uint32_t pieces;         // number of its pieces in 'ranges'
  uint64_t ended; // tick number of the record that gave the memory back
  uint32_t ender; // thread that did, FT_NO_ID: none yet
  uint8_t kind;            // enum ft_memory_block_kind
  bool again;   // some of its memory belonged to another block before
  bool freed;   // and not allocated again
  bool empty;   // it holds nothing but what was written since it was allocated
  bool zeroed;  // all of its bytes are zero at first
  bool cut;     // overlapped by a new block: ended without a record
  ft_pos alloc; // event of the trace, FT_NO_POS for none
  ft_id label;  // name of its allocation (see 'memory_names.h')
  uint64_t externals; // external calls before its free
} ft_memory_block;

// Who has created a thread, and the block of its stack.
typedef struct ft_thread_origin {
  uint64_t forked; // tick number of the FORK
  uint32_t forker; // thread, FT_NO_ID: unknown
  ft_id stack;
} ft_thread_origin;

typedef struct ft_memory_blocks {
  ft_ranges ranges; // addresses to 'list'
  FT_STACK (ft_memory_block) list;
  FT_STACK (ft_id) unused; // free indices of 'list'
  FT_STACK (ft_thread_origin) threads; // only if 'reuses' are listed
  uint64_t lives;          // number of lifetimes after 0
  uint64_t externals;      // external calls so far
  ft_memory_reuses *reuses; // borrowed; NULL: they are not listed
} ft_memory_blocks;

void ft_memory_blocks_release (
    ft_memory_blocks *); // (ft_memory_blocks){0} is empty

// The change of lifetimes that a record makes.
typedef struct ft_block_change {
  enum { FT_BLOCK_UNCHANGED, FT_BLOCK_BEGINS, FT_BLOCK_ENDS } what;
  ft_id block;
} ft_block_change;

// Called for a lifetime that ended without a record, before its granules are
// overwritten (may be NULL).
typedef void ft_memory_block_cut (void *context, const ft_memory_block *);

// The change that a record makes, an ALLOC, FREE, MAP, UNMAP or THREAD_START: a
// block that begins is there afterwards, a block that ends still is, until
// 'ft_memory_blocks_end'.
ft_block_change ft_memory_blocks_change (ft_memory_blocks *,
                                         const ft_run_record *,
                                         ft_memory_block_cut *, void *context);

// The accesses of a record as the blocks show them, to be called with each record
// before its change; returns their number.
//
// What 'realloc' reads is cut to the block: it knows the bytes that the block has
// room for, and those behind the block may be another one's for all that is
// recorded.
//
// A *second free*, of a heap block that is freed already, writes to the block.  It
// is one only if no other block has the memory at its address: none that was
// allocated with a record, and no external call came in between, in which memory
// may be allocated without one.
int ft_memory_blocks_accesses (ft_memory_blocks *, const ft_run_record *,
                               ft_run_access accesses[2], int count);

// Mark a block as freed; it is in its second lifetime from now on.
void ft_memory_blocks_end (ft_memory_blocks *, ft_id block);

// Whether a freed block still has its memory for certain: no external call came
// after the free.
bool ft_memory_blocks_holds (const ft_memory_blocks *, ft_id block);

// The block that contains an address, freed or not; NULL if none does.
const ft_memory_block *ft_memory_blocks_at (const ft_memory_blocks *,
                                            uint64_t address);

// The lifetime of an address.
uint64_t ft_memory_blocks_lifetime (const ft_memory_blocks *, uint64_t address);

// The number of the block that has or had an address, which is the same before
// its free and after it; 0: none.
uint64_t ft_memory_blocks_number (const ft_memory_blocks *, uint64_t address);

#endif
