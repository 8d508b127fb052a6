// A 32-bit cell for each 8-byte granule of memory, initially 0: a hash table of
// pages of 4 KB with the cells of their granules.  Pages whose cells are all
// equal need no cells, so that a range of gigabytes costs little.  A bit per
// page, in chunks of 2 MB, says which pages may have cells other than 0, so
// that sparsely used memory is traversed quickly.

#ifndef FT_RUN_GRANULES_H
#define FT_RUN_GRANULES_H

#include "base/hash.h"

enum { FT_PAGE_BITS = 9, FT_PAGE_CELLS = 1 << FT_PAGE_BITS };
enum { FT_CHUNK_BITS = 9, FT_CHUNK_PAGES = 1 << FT_CHUNK_BITS };

typedef struct ft_granules {
  ft_map index; // page to 'pages'
  FT_STACK (struct ft_granule_page {
    uint32_t *cells; // owned; NULL while all cells are 'fill'
    uint32_t fill;
  })
  pages;
  ft_map chunk_index; // chunk to 'chunks'
  FT_STACK (struct ft_granule_chunk {
    uint64_t used[FT_CHUNK_PAGES / 64]; // pages with cells other than 0
  })
  chunks;
  struct ft_granule_cache { // direct mapped, of existing pages
    uint64_t page;
    uint32_t *cells;
  } cache[1024];
} ft_granules;

void ft_granules_release (ft_granules *); // (ft_granules){0} is empty

uint32_t *ft_granules_find (ft_granules *, uint64_t page); // NULL if none
uint32_t *ft_granules_add (ft_granules *, uint64_t page);

// The value of all cells of a page; NULL if they are not all equal.
uint32_t *ft_granules_all (ft_granules *, uint64_t page);

// The cells of a page; the first is that of granule page << FT_PAGE_BITS.
static inline uint32_t *ft_granules_page (ft_granules *g, uint64_t page) {
  struct ft_granule_cache *c = g->cache + page % 1024;
  return c->cells && c->page == page ? c->cells : ft_granules_find (g, page);
}

// The cell of a granule (an address / 8).
static inline uint32_t *ft_granules_at (ft_granules *g, uint64_t granule) {
  uint32_t *cells = ft_granules_page (g, granule >> FT_PAGE_BITS);
  if (!cells)
    cells = ft_granules_add (g, granule >> FT_PAGE_BITS);
  return cells + granule % FT_PAGE_CELLS;
}

static inline uint32_t ft_granules_get (ft_granules *g, uint64_t granule) {
  const uint32_t *cells = ft_granules_page (g, granule >> FT_PAGE_BITS);
  return cells ? cells[granule % FT_PAGE_CELLS] : 0;
}

// The first page from '*page' to 'last' that may have cells that are not 0;
// false if there is none.
bool ft_granules_next_page (ft_granules *, uint64_t *page, uint64_t last);

// The first granule from '*granule' to 'last' whose cell is not 0; false if
// there is none.
bool ft_granules_next (ft_granules *, uint64_t *granule, uint64_t last);

// Set the cells from 'first' to 'last'.  Setting them to 0 costs no more than
// the pages with other cells, else all their pages are created.
void ft_granules_set (ft_granules *, uint64_t first, uint64_t last,
                      uint32_t cell);

#endif
