// What variables of a recorded run are called: after what holds their memory.
// "x", "queue+40", "arr[3]", "heap block of f.c:12+8", "item of worker" (a
// variable in a frame of another thread).

#ifndef FT_RUN_MEMORY_NAMES_H
#define FT_RUN_MEMORY_NAMES_H

#include "run/memory_blocks.h"
#include "run/location_names.h"

typedef struct ft_memory_names {
  const ft_run_code *code;       // borrowed
  ft_location_names *names;           // borrowed
  const ft_run_reader *walk;       // borrowed
  const ft_memory_blocks *blocks;   // borrowed
  ft_intern places;          // of allocations
  FT_STACK (uint32_t) named; // parallel to 'places': blocks that have a name
  FT_STACK (uint32_t)
  numbers;                   // per block: how manieth of its label, 0 if it
                             // has not been named
  ft_intern given;           // names of variables as first chosen ...
  FT_STACK (uint32_t) times; // ... and how often
  ft_strbuf text;
} ft_memory_names;

void ft_memory_names_release (ft_memory_names *);

// The label of a block that the record allocates.
ft_id ft_memory_names_label (ft_memory_names *, const ft_run_record *, ft_id block);

// What holds an address; borrowed until the next call.
const char *ft_memory_names_text (ft_memory_names *, uint64_t address);

// A variable for some bytes, with a name that no other one has.
ft_id ft_memory_names_add (ft_memory_names *, uint64_t address, uint64_t bytes,
                     ft_tables *);

#endif
