// The final state of a run: the last values of its globals and of the heap blocks that are
// there when it ends, by name, as its records know them.  Continuations of a race are
// compared by it (consequences.h).
//
// A value that may be an address is "an address": where memory lies depends on the
// schedule.  What is written without a record, or by a write of more than eight bytes,
// is left out.  A heap block has the name of its allocation, with its number among those
// that the thread has made there.

#ifndef FT_REPLAY_FINAL_STATE_H
#define FT_REPLAY_FINAL_STATE_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "run/location_names.h"
#include "run/memory_blocks.h"
#include "run/run_access.h"

typedef struct ft_final_state {
  const ft_run_code *code;        // borrowed
  const ft_memory_blocks *blocks; // borrowed
  ft_location_names *names;       // owned
  ft_map cells;                   // by granule, into 'list'
  FT_STACK (struct ft_final_cell {
    uint64_t address;
    uint8_t bytes[8];
    uint8_t unit[8]; // length of the write that begins at a byte, or 0
    uint8_t real;    // bits of the bytes at which one of a float or double begins
  }) list;
  FT_STACK (char *) made; // by block, owned: "heap block of a.c:3#2", or NULL
  ft_intern places;       // of allocations, with their threads
  FT_STACK (uint32_t) counts; // by place
  bool full;                  // there are more values than are kept
} ft_final_state;

void ft_final_state_init (ft_final_state *, const ft_run_code *,
                          const ft_memory_blocks *);
void ft_final_state_release (ft_final_state *);

// Takes an access of a record; 'real': of a float or double.
void ft_final_state_write (ft_final_state *, const ft_run_access *, bool real);

// Takes a block that was allocated by the record; its old values are gone.
void ft_final_state_block (ft_final_state *, const ft_run_record *,
                           ft_id block);

// Adds a line "NAME=VALUE" for each value, in the order of addresses.
void ft_final_state_list (ft_final_state *, ft_strbuf *);

#endif
