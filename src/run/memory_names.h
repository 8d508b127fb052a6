// Names of variables of a recorded run, after what contains their memory: "x",
// "queue+40", "arr[3]", "heap block of f.c:12+8", "item of worker" (a variable
// in a frame of another thread), "descriptor 5 (socket, opened at f.c:12)".

#ifndef FT_RUN_MEMORY_NAMES_H
#define FT_RUN_MEMORY_NAMES_H

#include "run/memory_blocks.h"
#include "run/location_names.h"

typedef struct ft_descriptor_name {
  uint64_t word; // FT_WIRE_DESCRIPTOR
  ft_id label;   // where it was opened, or FT_NO_ID
} ft_descriptor_name;

typedef struct ft_memory_names {
  const ft_run_code *code;        // borrowed
  ft_location_names *names;       // borrowed
  const ft_run_reader *reader;    // borrowed
  const ft_memory_blocks *blocks; // borrowed
  ft_intern labels;               // locations of allocations
  FT_STACK (uint32_t) named; // parallel to 'labels': number of named blocks
  // By block: its number among the named blocks of its label, 0: not named.
  FT_STACK (uint32_t) numbers;
  ft_map descriptors; // by the address of the object: index into
  FT_STACK (ft_descriptor_name) opened;
  ft_intern bases;          // names of variables before they are made unique
  FT_STACK (uint32_t) uses; // parallel to 'bases': how often each was chosen
  ft_strbuf text;
} ft_memory_names;

void ft_memory_names_release (ft_memory_names *);

// The label of a block that the record allocates: the location of the
// allocation.
ft_id ft_memory_names_label (ft_memory_names *, const ft_run_record *,
                             ft_id block);

// Note which descriptor the object of a DESCRIPTOR_OPEN, _USE or _CLOSE is.
void ft_memory_names_descriptor (ft_memory_names *, const ft_run_record *);

// The name of what contains an address; borrowed until the next call.
const char *ft_memory_names_text (ft_memory_names *, uint64_t address);

// Add a variable for some bytes, with a unique name.
ft_id ft_memory_names_add (ft_memory_names *, uint64_t address, uint64_t bytes,
                           ft_tables *);

#endif
