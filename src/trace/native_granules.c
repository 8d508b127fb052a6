#include "trace/native_granules.h"

#include <string.h>

void ft_granules_release (ft_granules *g) {
  for (size_t i = 0; i < g->pages.size; i++)
    free (g->pages.begin[i].cells);
  FT_RELEASE (g->pages);
  ft_map_release (&g->index);
  memset (g->cache, 0, sizeof g->cache);
}

static void give_cells (struct ft_granule_page *p) {
  p->cells = FT_ARRAY (uint32_t, FT_PAGE_CELLS);
  for (unsigned i = 0; p->fill && i < FT_PAGE_CELLS; i++)
    p->cells[i] = p->fill;
}

static struct ft_granule_page *page_of (const ft_granules *g, uint64_t page) {
  uint32_t slot = ft_map_get (&g->index, page);
  return slot == FT_NO_ID ? NULL : g->pages.begin + slot;
}

static struct ft_granule_page *add_page (ft_granules *g, uint64_t page,
                                         uint32_t fill) {
  *ft_map_at (&g->index, page) = (uint32_t)g->pages.size;
  FT_PUSH (g->pages, ((struct ft_granule_page){NULL, fill}));
  return &FT_TOP (g->pages);
}

uint32_t *ft_granules_find (ft_granules *g, uint64_t page) {
  struct ft_granule_page *p = page_of (g, page);
  if (!p)
    return NULL;
  if (!p->cells)
    give_cells (p);
  g->cache[page % 1024] = (struct ft_granule_cache){page, p->cells};
  return p->cells;
}

uint32_t *ft_granules_add (ft_granules *g, uint64_t page) {
  add_page (g, page, 0);
  return ft_granules_find (g, page);
}

uint32_t *ft_granules_all (ft_granules *g, uint64_t page) {
  struct ft_granule_page *p = page_of (g, page);
  if (!p)
    p = add_page (g, page, 0);
  return p->cells ? NULL : &p->fill;
}

// Goes over the pages of a range, or over all pages when these are fewer.
static bool is_wide (const ft_granules *g, uint64_t first, uint64_t last) {
  return (last - first) >> FT_PAGE_BITS > 2 * g->index.capacity;
}

static bool next_in_page (const uint32_t *cells, uint64_t *granule,
                          uint64_t last) {
  for (uint64_t i = *granule % FT_PAGE_CELLS; i < FT_PAGE_CELLS; i++)
    if (cells[i]) {
      *granule += i - *granule % FT_PAGE_CELLS;
      return *granule <= last;
    }
  return false;
}

// The least page that is there and not before 'page'.
static uint64_t least_page (const ft_granules *g, uint64_t page) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < g->index.capacity; i++) {
    const struct ft_map_slot *slot = g->index.slots + i;
    if (slot->used && slot->key >= page && slot->key < least)
      least = slot->key;
  }
  return least;
}

bool ft_granules_next (ft_granules *g, uint64_t *granule, uint64_t last) {
  while (*granule <= last) {
    uint64_t page = *granule >> FT_PAGE_BITS;
    const uint32_t *cells = ft_granules_page (g, page);
    if (cells && next_in_page (cells, granule, last))
      return true;
    page++;
    if (!cells && is_wide (g, *granule, last))
      page = least_page (g, page);
    if (page > last >> FT_PAGE_BITS)
      return false;
    *granule = page << FT_PAGE_BITS;
  }
  return false;
}

static void set_part (struct ft_granule_page *p, uint64_t page, uint64_t first,
                      uint64_t last, uint32_t cell) {
  uint64_t begin = page << FT_PAGE_BITS, end = begin + FT_PAGE_CELLS - 1;
  first = first > begin ? first : begin;
  last = last < end ? last : end;
  if (!p->cells && first == begin && last == end)
    p->fill = cell;
  if (!p->cells && p->fill != cell)
    give_cells (p);
  for (uint64_t i = first - begin; p->cells && i <= last - begin; i++)
    p->cells[i] = cell;
}

static void clear_all (ft_granules *g, uint64_t first, uint64_t last) {
  for (size_t i = 0; i < g->index.capacity; i++) {
    const struct ft_map_slot *slot = g->index.slots + i;
    if (slot->used && slot->key >= first >> FT_PAGE_BITS &&
        slot->key <= last >> FT_PAGE_BITS)
      set_part (g->pages.begin + slot->value, slot->key, first, last, 0);
  }
}

void ft_granules_set (ft_granules *g, uint64_t first, uint64_t last,
                      uint32_t cell) {
  if (!cell && is_wide (g, first, last)) {
    clear_all (g, first, last);
    return;
  }
  for (uint64_t page = first >> FT_PAGE_BITS; page <= last >> FT_PAGE_BITS;
       page++) {
    struct ft_granule_page *p = page_of (g, page);
    if (!p && cell)
      p = add_page (g, page, 0);
    if (p)
      set_part (p, page, first, last, cell);
  }
}
