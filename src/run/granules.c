#include "run/granules.h"

#include <string.h>

void ft_granules_release (ft_granules *g) {
  for (size_t i = 0; i < g->pages.size; i++)
    free (g->pages.begin[i].cells);
  FT_RELEASE (g->pages);
  ft_map_release (&g->index);
  FT_RELEASE (g->chunks);
  ft_map_release (&g->chunk_index);
  memset (g->cache, 0, sizeof g->cache);
}

// ---- pages with cells other than 0 ----------------------------------------

static struct ft_granule_chunk *chunk_of (const ft_granules *g,
                                          uint64_t chunk) {
  uint32_t slot = ft_map_get (&g->chunk_index, chunk);
  return slot == FT_NO_ID ? NULL : g->chunks.begin + slot;
}

static void mark_used (ft_granules *g, uint64_t page) {
  uint32_t *slot = ft_map_at (&g->chunk_index, page >> FT_CHUNK_BITS);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)g->chunks.size;
    FT_PUSH (g->chunks, ((struct ft_granule_chunk){{0}}));
  }
  uint64_t bit = page % FT_CHUNK_PAGES;
  g->chunks.begin[*slot].used[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void mark_unused (ft_granules *g, uint64_t page) {
  struct ft_granule_chunk *chunk = chunk_of (g, page >> FT_CHUNK_BITS);
  uint64_t bit = page % FT_CHUNK_PAGES;
  if (chunk)
    chunk->used[bit / 64] &= ~((uint64_t)1 << bit % 64);
}

static bool next_in_chunk (const struct ft_granule_chunk *chunk,
                           uint64_t *page) {
  uint64_t bit = *page % FT_CHUNK_PAGES, begin = *page - bit;
  for (; bit < FT_CHUNK_PAGES; bit = (bit | 63) + 1) {
    uint64_t left = chunk->used[bit / 64] >> bit % 64;
    if (left) {
      *page = begin + bit + (uint64_t)__builtin_ctzll (left);
      return true;
    }
  }
  return false;
}

// The least existing chunk that is not before 'chunk'.
static uint64_t least_chunk (const ft_granules *g, uint64_t chunk) {
  uint64_t least = UINT64_MAX >> FT_CHUNK_BITS;
  for (size_t i = 0; i < g->chunk_index.capacity; i++) {
    const struct ft_map_slot *slot = g->chunk_index.slots + i;
    if (slot->used && slot->key >= chunk && slot->key < least)
      least = slot->key;
  }
  return least;
}

// Traverses the chunks of the range, or all existing chunks if these are fewer.
bool ft_granules_next_page (ft_granules *g, uint64_t *page, uint64_t last) {
  bool is_wide = *page <= last &&
                 (last - *page) >> FT_CHUNK_BITS > 2 * g->chunk_index.capacity;
  while (*page <= last) {
    uint64_t id = *page >> FT_CHUNK_BITS;
    const struct ft_granule_chunk *chunk = chunk_of (g, id);
    if (chunk && next_in_chunk (chunk, page))
      return *page <= last;
    id++;
    if (!chunk && is_wide)
      id = least_chunk (g, id);
    *page = id << FT_CHUNK_BITS;
  }
  return false;
}

// ---- pages ---------------------------------------------------------------

static void create_cells (struct ft_granule_page *p) {
  p->cells = FT_ARRAY (uint32_t, FT_PAGE_CELLS);
  for (unsigned i = 0; p->fill && i < FT_PAGE_CELLS; i++)
    p->cells[i] = p->fill;
}

static void remove_cells (ft_granules *g, struct ft_granule_page *p,
                          uint64_t page) {
  struct ft_granule_cache *c = g->cache + page % 1024;
  if (c->page == page)
    c->cells = NULL;
  free (p->cells);
  p->cells = NULL;
}

static struct ft_granule_page *page_of (const ft_granules *g, uint64_t page) {
  uint32_t slot = ft_map_get (&g->index, page);
  return slot == FT_NO_ID ? NULL : g->pages.begin + slot;
}

static struct ft_granule_page *add_page (ft_granules *g, uint64_t page) {
  *ft_map_at (&g->index, page) = (uint32_t)g->pages.size;
  FT_PUSH (g->pages, ((struct ft_granule_page){NULL, 0}));
  return &FT_TOP (g->pages);
}

uint32_t *ft_granules_find (ft_granules *g, uint64_t page) {
  struct ft_granule_page *p = page_of (g, page);
  if (!p)
    return NULL;
  if (!p->cells) {
    create_cells (p);
    mark_used (g, page);
  }
  g->cache[page % 1024] = (struct ft_granule_cache){page, p->cells};
  return p->cells;
}

uint32_t *ft_granules_add (ft_granules *g, uint64_t page) {
  add_page (g, page);
  return ft_granules_find (g, page);
}

uint32_t *ft_granules_all (ft_granules *g, uint64_t page) {
  struct ft_granule_page *p = page_of (g, page);
  if (!p)
    p = add_page (g, page);
  if (p->cells)
    return NULL;
  mark_used (g, page);
  return &p->fill;
}

static bool next_in_page (const uint32_t *cells, uint64_t *granule) {
  for (uint64_t i = *granule % FT_PAGE_CELLS; i < FT_PAGE_CELLS; i++)
    if (cells[i]) {
      *granule += i - *granule % FT_PAGE_CELLS;
      return true;
    }
  return false;
}

bool ft_granules_next (ft_granules *g, uint64_t *granule, uint64_t last) {
  if (*granule == last) // most accesses
    return ft_granules_get (g, last);
  uint64_t page = *granule >> FT_PAGE_BITS;
  for (; ft_granules_next_page (g, &page, last >> FT_PAGE_BITS); page++) {
    if (*granule < page << FT_PAGE_BITS)
      *granule = page << FT_PAGE_BITS;
    if (next_in_page (ft_granules_page (g, page), granule))
      return *granule <= last;
  }
  return false;
}

// A page that becomes uniform loses its cells.
static void set_part (ft_granules *g, struct ft_granule_page *p, uint64_t page,
                      uint64_t first, uint64_t last, uint32_t cell) {
  uint64_t begin = page << FT_PAGE_BITS, end = begin + FT_PAGE_CELLS - 1;
  first = first > begin ? first : begin;
  last = last < end ? last : end;
  if (first == begin && last == end) {
    remove_cells (g, p, page);
    p->fill = cell;
    if (!cell)
      mark_unused (g, page);
  }
  if (!p->cells && p->fill != cell)
    create_cells (p);
  for (uint64_t i = first - begin; p->cells && i <= last - begin; i++)
    p->cells[i] = cell;
}

static void clear (ft_granules *g, uint64_t first, uint64_t last) {
  uint64_t page = first >> FT_PAGE_BITS;
  for (; ft_granules_next_page (g, &page, last >> FT_PAGE_BITS); page++)
    set_part (g, page_of (g, page), page, first, last, 0);
}

void ft_granules_set (ft_granules *g, uint64_t first, uint64_t last,
                      uint32_t cell) {
  if (!cell) {
    clear (g, first, last);
    return;
  }
  for (uint64_t page = first >> FT_PAGE_BITS; page <= last >> FT_PAGE_BITS;
       page++) {
    struct ft_granule_page *p = page_of (g, page);
    if (!p)
      p = add_page (g, page);
    mark_used (g, page);
    set_part (g, p, page, first, last, cell);
  }
}
