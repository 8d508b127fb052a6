// The known values of memory of a recorded run, byte by byte, each with the
// stamp at which it became known.
//
// Cost: twelve bytes for each granule (eight bytes of memory) with a known
// value, by pages of 512 granules.

#ifndef FT_RUN_KNOWN_VALUES_H
#define FT_RUN_KNOWN_VALUES_H

#include "base/hash.h"
#include "base/stack.h"

#define FT_KNOWN_VALUES_MOST_STAMP 0xffffffu // greater ones count as this

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
  } recent[256]; // direct mapped, of existing pages
} ft_known_values;

void ft_known_values_release (
    ft_known_values *); // (ft_known_values){0} is empty

// Forget the values of granules, or of bytes.
void ft_known_values_forget (ft_known_values *, uint64_t first, uint64_t last);
void ft_known_values_forget_bytes (ft_known_values *, uint64_t address,
                                   uint64_t bytes);

// Bytes of one granule hold 'value' from now on.  Returns whether they were
// known to hold another value; then '*since' is the stamp at which the oldest
// known byte of the granule became known.
bool ft_known_values_learn (ft_known_values *, uint64_t address, unsigned bytes,
                            uint64_t value, uint32_t stamp, uint32_t *since);

#endif
