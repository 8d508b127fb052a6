// What memory of a recorded run is when: heap blocks, mappings and stacks, as
// they come and go.
//
// A *lifetime* is some granules from one event that makes them new memory to
// the next: an allocation, its free, the start of a thread on a stack.  Memory
// that was never allocated (globals, what the libraries allocate unseen) is
// lifetime 0.  Lifetimes are numbered in the order of their begin, which is
// the same each time that a run is read.
//
// A program's allocations are not always seen: code that was not compiled with
// foretrace-cc may free, and what is there when memory is allocated again has
// ended unseen.  Frees of what is not there are ignored.
//
// Stacks: the stack of a thread is one lifetime from the thread's start on,
// since glibc gives the stacks of threads that ended to new ones.  The
// variables of its frames are no lifetimes of their own: within a thread,
// program order tells them apart, and who uses the variable of another
// thread's frame must be ordered with the end of that frame.

#ifndef FT_RUN_MEMORY_BLOCKS_H
#define FT_RUN_MEMORY_BLOCKS_H

#include "base/ranges.h"
#include "run/run_reader.h"

enum ft_memory_block_kind { FT_BLOCK_HEAP, FT_BLOCK_MAPPED, FT_BLOCK_STACK };

typedef struct ft_memory_block {
  uint64_t first, last;    // as it began, in whole granules
  uint64_t address, bytes; // as it was allocated
  uint64_t life;           // its lifetime
  uint32_t thread;         // that allocated it, or whose stack it is
  uint32_t pieces;         // of it in 'ranges'
  uint8_t kind;            // enum ft_memory_block_kind
  bool again;              // another one was there, at least in part
  bool freed;              // and nothing new is there
  bool cut;                // something else was allocated in it: ended unseen
  ft_pos alloc;            // event of the trace, FT_NO_POS for none
  ft_id label;             // the reader's
} ft_memory_block;

typedef struct ft_memory_blocks {
  ft_ranges ranges; // addresses to 'list'
  FT_STACK (ft_memory_block) list;
  FT_STACK (ft_id) unused; // of 'list'
  uint64_t lives;          // lifetimes that have begun after 0
} ft_memory_blocks;

void ft_memory_blocks_release (ft_memory_blocks *); // (ft_memory_blocks){0} is empty

// A change of lifetimes that a record makes.
typedef struct ft_block_change {
  enum { FT_BLOCK_UNCHANGED, FT_BLOCK_BEGINS, FT_BLOCK_ENDS } what;
  ft_id block;
} ft_block_change;

// Lifetimes that ended unseen are told to 'cut' before their granules are
// overwritten (it may be NULL).
typedef void ft_memory_block_cut (void *context, const ft_memory_block *);

// The change of an ALLOC, FREE, MAP, UNMAP or THREAD_START record: what
// begins is there afterwards, what ends is still there.  'ft_memory_blocks_end' ends
// it.
ft_block_change ft_memory_blocks_change (ft_memory_blocks *, const ft_run_record *, ft_memory_block_cut *,
                            void *context);

// Marks a block as freed; it is in its second lifetime from now on.
void ft_memory_blocks_end (ft_memory_blocks *, ft_id block);

// The block that an address is in, freed or not; NULL if in none.
const ft_memory_block *ft_memory_blocks_at (const ft_memory_blocks *, uint64_t address);

// The lifetime that an address is in.
uint64_t ft_memory_blocks_lifetime (const ft_memory_blocks *, uint64_t address);

#endif
