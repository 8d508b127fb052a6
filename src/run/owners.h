// What variables of a recorded run are called: after what holds their memory.
// "x", "queue+40", "arr[3]", "heap block of f.c:12+8", "item of worker" (a
// variable in a frame of another thread).

#ifndef FT_TRACE_NATIVE_OWNERS_H
#define FT_TRACE_NATIVE_OWNERS_H

#include "run/blocks.h"
#include "run/names.h"

typedef struct ft_owners {
  const ft_code *code;       // borrowed
  ft_names *names;           // borrowed
  const ft_walk *walk;       // borrowed
  const ft_blocks *blocks;   // borrowed
  ft_intern places;          // of allocations
  FT_STACK (uint32_t) named; // parallel to 'places': blocks that have a name
  FT_STACK (uint32_t)
  numbers;                   // per block: how manieth of its label, 0 if it
                             // has not been named
  ft_intern given;           // names of variables as first chosen ...
  FT_STACK (uint32_t) times; // ... and how often
  ft_strbuf text;
} ft_owners;

void ft_owners_release (ft_owners *);

// The label of a block that the record allocates.
ft_id ft_owners_label (ft_owners *, const ft_record *, ft_id block);

// What holds an address; borrowed until the next call.
const char *ft_owners_name (ft_owners *, uint64_t address);

// A variable for some bytes, with a name that no other one has.
ft_id ft_owners_add (ft_owners *, uint64_t address, uint64_t bytes,
                     ft_tables *);

#endif
