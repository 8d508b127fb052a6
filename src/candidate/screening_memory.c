// Accesses of a run that is screened, and blocks of memory that come and go
// (see 'screening_inside.h').

#include "candidate/screening_inside.h"

// A cell is the number of the granule's frontier, FREED after a free, or HOT
// where accesses of this lifetime may race.
enum { FREED = 1 };
#define HOT UINT32_MAX

// Pages of memory that are accessed: at most 512 MB of cells.
#define MOST_PAGES ((size_t)1 << 18)

static bool is_bounded (ft_screening_pass *p) {
  return p->cells.pages.size <= MOST_PAGES ||
         ft_screening_doubt (p, "too much memory is used");
}

// ---- accesses --------------------------------------------------------------

// Memory that was freed is new memory if external calls may have allocated it.
static bool is_new_memory (const ft_screening_pass *p, uint64_t granule) {
  ft_id block = ft_ranges_find (&p->blocks.ranges, granule << 3);
  return block == FT_NO_ID || !ft_memory_blocks_holds (&p->blocks, block);
}

static bool note_race (ft_screening_pass *p, uint64_t first, uint64_t last,
                       const char *why) {
  if (!p->goes_on)
    return ft_screening_doubt (p, why);
  ft_granules_set (&p->hot, first, last, 1);
  return p->is_hot = true;
}

static bool access_cell (ft_screening_pass *p, uint32_t *cell, uint64_t granule,
                         uint64_t last, ft_numbered_access a) {
  uint32_t frontier = *cell;
  if (frontier == HOT)
    return true;
  if (frontier == FREED && !is_new_memory (p, granule))
    return ft_screening_doubt (p, "memory is used after its free");
  if (frontier == FREED)
    frontier = FT_FRONTIER_EMPTY;
  uint32_t next = ft_frontier_numbers_access (&p->frontiers, frontier, a);
  *cell = next == FT_NO_ID ? HOT : next;
  return next != FT_NO_ID || note_race (p, granule, last, "accesses may race");
}

// Access a whole page with equal cells at once.
static bool access_page (ft_screening_pass *p, uint64_t granule, uint64_t last,
                         ft_numbered_access a) {
  if (granule % FT_PAGE_CELLS || last < granule + FT_PAGE_CELLS - 1)
    return false;
  uint32_t *all = ft_granules_all (&p->cells, granule >> FT_PAGE_BITS);
  return all && *all != FREED &&
         access_cell (p, all, granule, granule + FT_PAGE_CELLS - 1, a);
}

uint8_t ft_screening_mask (const ft_run_access *t, uint64_t granule) {
  uint64_t first = granule << 3, end = t->address + t->bytes;
  unsigned from = t->address > first ? (unsigned)(t->address - first) : 0;
  unsigned to = end - first < 8 ? (unsigned)(end - first) : 8;
  return (uint8_t)((1u << to) - (1u << from));
}

static bool access_granules (ft_screening_pass *p, const ft_run_access *t,
                             uint32_t context, unsigned mode) {
  uint64_t end = t->address + t->bytes, last = (end - 1) >> 3;
  for (uint64_t granule = t->address >> 3; granule <= last;) {
    uint8_t mask = ft_screening_mask (t, granule);
    ft_numbered_access a = ft_numbered_access_of (context, mask, mode);
    if (mask == 0xff && access_page (p, granule, (end >> 3) - 1, a))
      granule += FT_PAGE_CELLS;
    else if (!p->doubt && access_cell (p, ft_granules_at (&p->cells, granule),
                                       granule, granule, a))
      granule++;
    else
      return false;
  }
  return is_bounded (p);
}

bool ft_screening_access (ft_screening_pass *p, const ft_run_access *t) {
  const struct ft_screening_thread *thread = ft_screening_accessor (p);
  if (!thread || !t->bytes)
    return thread;
  unsigned mode = (ft_kind_writes (t->kind) ? FT_NUMBERED_WRITES : 0) |
                  (ft_kind_is_atomic (t->kind) ? FT_NUMBERED_ATOMIC : 0);
  if (p->pairs)
    return ft_screening_pairs_access (p, t, thread->context, mode);
  return access_granules (p, t, thread->context, mode);
}

// ---- blocks ----------------------------------------------------------------

// A free writes to the granules that were accessed before it.
static bool free_granules (ft_screening_pass *p, const ft_memory_block *b) {
  const struct ft_screening_thread *thread = ft_screening_accessor (p);
  if (!thread)
    return false;
  if (p->pairs)
    return ft_screening_pairs_free_block (p, b, thread->context);
  ft_numbered_access a = ft_numbered_access_of (
      thread->context, 0xff, FT_NUMBERED_WRITES | FT_NUMBERED_FREES);
  uint64_t granule = b->first >> 3, last = b->last >> 3;
  for (; granule <= last && ft_granules_next (&p->cells, &granule, last);
       granule++) {
    uint32_t cell = ft_granules_get (&p->cells, granule);
    if (cell != FREED && cell != HOT &&
        ft_frontier_numbers_access (&p->frontiers, cell, a) == FT_NO_ID &&
        !note_race (p, granule, granule, "a free may race"))
      return false;
  }
  return true;
}

bool ft_screening_change_blocks (ft_screening_pass *p) {
  ft_block_change c =
      ft_memory_blocks_change (&p->blocks, &p->record, NULL, NULL);
  if (c.what == FT_BLOCK_UNCHANGED)
    return true;
  const ft_memory_block *b = p->blocks.list.begin + c.block;
  bool ends = c.what == FT_BLOCK_ENDS;
  if (ends && !free_granules (p, b))
    return false;
  if (ends)
    ft_memory_blocks_end (&p->blocks, c.block);
  if (p->pairs) {
    ft_screening_pairs_renew (p, b);
    return true;
  }
  ft_granules_set (&p->cells, b->first >> 3, b->last >> 3, ends ? FREED : 0);
  return is_bounded (p);
}
