// What memory of a recorded run is known to hold, byte by byte, and since when.
//
// Cost: twelve bytes for each granule (eight bytes of memory) of which
// something is known, by pages of 512.

#ifndef FT_RUN_KNOWN_VALUES_H
#define FT_RUN_KNOWN_VALUES_H

#include "base/hash.h"
#include "base/stack.h"

#define FT_KNOWN_VALUES_MOST_STAMP 0xffffffu // later ones count as this one

typedef struct ft_known_values_page ft_known_values_page;

typedef struct ft_known_values {
  ft_map index; // page number to 'pages', or FT_NO_ID
  FT_STACK (struct ft_known_values_entry {
    uint64_t number;
    ft_known_values_page *page; // owned
  })
  pages; // in no order
  struct ft_known_values_recent {
    uint64_t number;
    ft_known_values_page *page;
  } recent[256]; // direct mapped, of pages that are there
} ft_known_values;

void ft_known_values_release (ft_known_values *); // (ft_known_values){0} is empty

// Granules of which nothing is known any more.
void ft_known_values_forget (ft_known_values *, uint64_t first, uint64_t last);
// The same of bytes.
void ft_known_values_forget_bytes (ft_known_values *, uint64_t address, uint64_t bytes);

// Bytes of one granule hold 'value'.  Whether they were known to hold something
// else: then '*since' is the stamp with which the oldest of the granule's known
// bytes was learnt.
bool ft_known_values_learn (ft_known_values *, uint64_t address, unsigned bytes,
                      uint64_t value, uint32_t stamp, uint32_t *since);

#endif
