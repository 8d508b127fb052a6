// Memory of large tables that are looked at in no order: sections, and what is
// kept of variables.  A look there misses the caches, and with pages of 4 KiB
// also those of the page tables, which takes as long again; so such memory asks
// for huge pages from 2 MiB on.  A system without them gives other ones.

#ifndef FT_ORDER_TABLE_MEMORY_H
#define FT_ORDER_TABLE_MEMORY_H

#include "base/stack.h"

// No huge pages from now on, of which one may be more than a limit on memory
// leaves.
void ft_table_memory_limit (void);

// As 'ft_realloc', of 'used' elements; freed by 'free'.
void *ft_table_realloc (void *old, size_t used, size_t n, size_t size);

// Pages of a table, all of one size, which are freed together.  Chunks of
// memory double until they are huge pages.
typedef struct ft_table_pages {
  FT_STACK (char *) chunks; // owned
  size_t left;              // bytes that nobody has of the last chunk
} ft_table_pages;

// A zeroed page of so many bytes, which divide 2 MiB.
void *ft_table_page (ft_table_pages *, size_t bytes);

void ft_table_pages_release (ft_table_pages *); // {0} is empty

// 'FT_PUSH' for a large table.
#define FT_TABLE_PUSH(stack, element)                                          \
  do {                                                                         \
    if ((stack).size == (stack).capacity) {                                    \
      (stack).capacity = (stack).capacity ? 2 * (stack).capacity : 8;          \
      (stack).begin =                                                          \
          ft_table_realloc ((stack).begin, (stack).size, (stack).capacity,     \
                            sizeof *(stack).begin);                            \
    }                                                                          \
    (stack).begin[(stack).size] = (element);                                   \
    (stack).size++;                                                            \
  } while (0)

#endif
