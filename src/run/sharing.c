// How accesses and blocks change what the sharing analysis knows of each
// granule (see 'sharing.h').

#include "run/sharing.h"

// A cell holds the number of the granule's access epochs, and these flags:
#define KEPT 0x80000000u
#define BLOCK 0x40000000u  // in memory that was allocated
#define FRESH 0x20000000u  // not accessed; the epochs are of the allocation
#define FREED 0x10000000u  // with FRESH: the epochs are of the free
#define PIECE 0x08000000u  // of 'pieces', accessed
#define EPOCHS 0x07ffffffu // mask of the number

// Blocks of more bytes are not marked as fresh or freed but looked up, so that
// a large allocation of which little is used costs little.
#define MOST_MARKED ((uint64_t)64 << 10)

static void keep (ft_sharing *p, uint32_t *cell, uint64_t granule) {
  uint64_t life = ft_memory_blocks_lifetime (&p->blocks, granule << 3);
  *cell |= KEPT;
  FT_PUSH (p->shared->granules, ((ft_shared_granule){life, granule}));
}

static void keep_once (ft_sharing *p, uint64_t granule, uint32_t thread) {
  uint64_t life = ft_memory_blocks_lifetime (&p->blocks, granule << 3);
  uint32_t *known = ft_map_at (&p->users, life * FT_MOST_THREADS + thread);
  if (*known != FT_NO_ID)
    return;
  *known = 0;
  FT_PUSH (p->shared->granules,
           ((ft_shared_granule){life, granule | FT_SHARED_ONCE}));
}

// The cell of memory of a block that was not accessed yet.
static uint32_t fresh_mark (ft_sharing *p, ft_id block) {
  const ft_memory_block *b = p->blocks.list.begin + block;
  if (b->cut || (b->kind == FT_BLOCK_STACK && !b->freed))
    return 0;
  return FRESH | (b->freed ? FREED : BLOCK) |
         ft_run_epochs_written (&p->epochs, p->changed.begin[block]);
}

static uint32_t look_up (ft_sharing *p, uint64_t granule) {
  ft_id block = p->has_unmarked
                    ? ft_ranges_find (&p->blocks.ranges, granule << 3)
                    : FT_NO_ID;
  return block == FT_NO_ID ? 0 : fresh_mark (p, block);
}

// The same for a whole page; false if it is not uniform.
static bool look_up_page (ft_sharing *p, uint64_t granule, uint32_t *mark) {
  uint64_t first = granule << 3, last = first + 8 * FT_PAGE_CELLS - 1;
  uint64_t from = first, to = last;
  ft_id block = p->has_unmarked
                    ? ft_ranges_overlap (&p->blocks.ranges, first, last)
                    : FT_NO_ID;
  if (block == FT_NO_ID)
    return true;
  *mark = fresh_mark (p, block);
  return ft_ranges_get (&p->blocks.ranges, &from, &to) && from <= first &&
         to >= last;
}

// The first access after a free.  Returns whether it conflicts with the free
// for certain.
static bool access_after_free (ft_sharing *p, uint32_t *cell, uint64_t granule,
                               ft_id now, bool writes, uint32_t mark) {
  ft_id id = ft_ranges_find (&p->blocks.ranges, granule << 3);
  if (id == FT_NO_ID || !ft_memory_blocks_holds (&p->blocks, id) ||
      ft_run_epochs_access (&p->epochs, mark & EPOCHS, now, writes) !=
          FT_EPOCHS_CONFLICT)
    return false;
  uint64_t life = p->blocks.list.begin[id].life;
  *cell = KEPT;
  FT_PUSH (p->shared->granules, ((ft_shared_granule){life, granule}));
  FT_PUSH (p->shared->granules,
           ((ft_shared_granule){life + 1, granule | FT_SHARED_AFTER_FREE}));
  return true;
}

// The first access to a granule, whose memory has the mark 'mark'.
static void access_first (ft_sharing *p, uint32_t *cell, uint64_t granule,
                          ft_id now, bool writes, uint32_t mark) {
  uint32_t numbered = FT_NO_EPOCHS;
  if (mark)
    numbered = ft_run_epochs_access (&p->epochs, mark & EPOCHS, now, writes);
  if (numbered == FT_EPOCHS_CONFLICT)
    keep_once (p, granule, p->epochs.segments.begin[now].thread);
  if (!mark || numbered == FT_EPOCHS_CONFLICT)
    numbered = ft_run_epochs_access (&p->epochs, FT_NO_EPOCHS, now, writes);
  *cell = (mark & BLOCK) | numbered;
  if (p->all || (p->again && ft_shared_is_freed_again (
                                 p->shared,
                                 ft_memory_blocks_lifetime (&p->blocks, granule << 3),
                                 granule)))
    keep (p, cell, granule);
}

static void access_again (ft_sharing *p, uint32_t *cell, uint64_t granule,
                          ft_id now, bool writes) {
  uint32_t numbered =
      ft_run_epochs_access (&p->epochs, *cell & EPOCHS, now, writes);
  if (numbered == FT_EPOCHS_CONFLICT) {
    keep (p, cell, granule);
    return;
  }
  *cell = (*cell & (BLOCK | PIECE)) | numbered;
  if (*cell & BLOCK &&
      ft_run_epochs_at (&p->epochs, numbered)->writer == FT_NO_ID &&
      ft_run_epochs_several_read (&p->epochs, numbered))
    keep (p, cell, granule);
}

static void access_cell (ft_sharing *p, uint32_t *cell, uint64_t granule,
                         ft_id now, bool writes) {
  uint32_t mark = *cell ? *cell : look_up (p, granule);
  if (mark & KEPT)
    return;
  if (mark & FREED) {
    if (!access_after_free (p, cell, granule, now, writes, mark))
      access_first (p, cell, granule, now, writes, 0);
  } else if (!mark || mark & FRESH)
    access_first (p, cell, granule, now, writes, mark);
  else
    access_again (p, cell, granule, now, writes);
}

// Granules that hold input are kept, even if one thread alone uses them.
static void keep_symbolic (ft_sharing *p, const ft_run_access *t) {
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  for (uint64_t g = t->address >> 3; t->symbolic && g <= last; g++) {
    uint32_t *cell = ft_granules_at (&p->granules, g);
    if (!(*cell & KEPT))
      keep (p, cell, g);
  }
}

// Access a whole page with a uniform cell at once.
static bool access_page (ft_sharing *p, uint64_t granule, uint64_t last,
                         ft_id now, bool writes) {
  if (p->all || p->again || granule % FT_PAGE_CELLS || last - granule < FT_PAGE_CELLS - 1)
    return false;
  uint32_t *all = ft_granules_all (&p->granules, granule >> FT_PAGE_BITS);
  uint32_t mark = all ? *all : 0;
  if (!all || (!mark && !look_up_page (p, granule, &mark)) ||
      mark & (KEPT | FREED))
    return false;
  uint32_t numbered = ft_run_epochs_access (
      &p->epochs, mark ? mark & EPOCHS : FT_NO_EPOCHS, now, writes);
  if (numbered == FT_EPOCHS_CONFLICT ||
      ft_run_epochs_several_read (&p->epochs, numbered))
    return false;
  *all = (mark & (BLOCK | PIECE)) | numbered;
  return true;
}

static void access_granules (ft_sharing *p, uint64_t granule, uint64_t last,
                             ft_id now, bool writes) {
  while (granule <= last)
    if (access_page (p, granule, last, now, writes))
      granule += FT_PAGE_CELLS;
    else {
      access_cell (p, ft_granules_at (&p->granules, granule), granule, now,
                   writes);
      granule++;
    }
}

// ---- ranges ----------------------------------------------------------------

static bool is_fresh (uint32_t cell) {
  return !cell || (cell & FRESH && !(cell & (FREED | KEPT)));
}

// Whether the granules are in one lifetime, of memory that is not freed.
static bool is_one_life (const ft_sharing *p, uint64_t first, uint64_t last) {
  uint64_t from = first << 3, to = (last << 3) + 7;
  ft_id id = ft_ranges_overlap (&p->blocks.ranges, from, to);
  if (id == FT_NO_ID)
    return true;
  const ft_memory_block *b = p->blocks.list.begin + id;
  return !b->freed && !b->cut &&
         ft_ranges_get (&p->blocks.ranges, &from, &to) && from <= first << 3 &&
         to >= (last << 3) + 7;
}

// The end of the granules from 'granule' on that are all fresh, or all not.
static uint64_t end_alike (ft_sharing *p, uint64_t granule, uint64_t last,
                           bool *fresh) {
  uint64_t at = granule;
  while (at <= last) {
    uint64_t next = (at | (FT_PAGE_CELLS - 1)) + 1;
    bool whole = at % FT_PAGE_CELLS == 0 && next - 1 <= last;
    const uint32_t *all =
        whole ? ft_granules_all (&p->granules, at >> FT_PAGE_BITS) : NULL;
    bool is = is_fresh (all ? *all : *ft_granules_at (&p->granules, at));
    if (at == granule)
      *fresh = is;
    else if (is != *fresh)
      return at;
    at = all ? next : at + 1;
  }
  return last + 1;
}

// Find the ranges of fresh granules in an access to whole granules.
static void find_fresh (ft_sharing *p, uint64_t first, uint64_t last) {
  bool fresh = false;
  while (first <= last && last - first >= FT_GRANULE_RANGE_LEAST - 1) {
    uint64_t end = end_alike (p, first, last, &fresh);
    if (fresh && end - first >= FT_GRANULE_RANGE_LEAST)
      FT_PUSH (p->fresh, ((ft_granule_range){0, first, end - 1}));
    first = end;
  }
}

static void mark_pieces (ft_sharing *p, uint64_t granule, uint64_t last) {
  while (granule <= last) {
    uint64_t next = (granule | (FT_PAGE_CELLS - 1)) + 1;
    bool whole = granule % FT_PAGE_CELLS == 0 && next - 1 <= last;
    uint32_t *all =
        whole ? ft_granules_all (&p->granules, granule >> FT_PAGE_BITS) : NULL;
    if (all)
      *all |= PIECE;
    else
      *ft_granules_at (&p->granules, granule) |= PIECE;
    granule = all ? next : granule + 1;
  }
}

// Access a range; the first and the last granule may be accessed in part.
static void access_range (ft_sharing *p, const ft_run_access *t, ft_id now) {
  uint64_t first = t->address >> 3, last = (t->address + t->bytes - 1) >> 3;
  uint64_t begin = (t->address + 7) >> 3, end = (t->address + t->bytes) >> 3;
  FT_CLEAR (p->fresh);
  ft_partition_split (&p->pieces, first, last);
  if (begin < end)
    ft_partition_split (&p->pieces, begin, end - 1);
  if (begin < end && p->form_ranges)
    find_fresh (p, begin, end - 1);
  access_granules (p, first, last, now, ft_kind_writes (t->kind));
  for (size_t i = 0; i < p->fresh.size; i++) {
    const ft_granule_range *f = p->fresh.begin + i;
    if (!is_one_life (p, f->first, f->last))
      continue;
    ft_partition_add (&p->pieces, f->first, f->last);
    mark_pieces (p, f->first, f->last);
  }
}

void ft_sharing_end_ranges (ft_sharing *p, uint64_t first, uint64_t last,
                            bool report) {
  ft_granule_range s;
  while (ft_partition_take (&p->pieces, first, last, &s)) {
    bool kept = *ft_granules_at (&p->granules, s.first) & KEPT;
    s.life = ft_memory_blocks_lifetime (&p->blocks, s.first << 3);
    if (report && kept && s.first >= first && s.last <= last)
      FT_PUSH (p->shared->ranges, s);
  }
}

// ---- accesses and blocks ---------------------------------------------------

static void access_granule (ft_sharing *p, uint64_t granule, ft_id now,
                            bool writes) {
  uint32_t *cell = ft_granules_at (&p->granules, granule);
  if (*cell & PIECE) {
    ft_partition_split (&p->pieces, granule, granule);
    *cell &= ~PIECE;
  }
  access_cell (p, cell, granule, now, writes);
}

bool ft_sharing_is_fresh (ft_sharing *p, const ft_run_access *t) {
  uint64_t granule = t->address >> 3;
  bool finds = t->valued && t->value && ft_kind_reads (t->kind);
  if (!t->valued || !(finds || p->shared->calls.forked) ||
      (t->address + t->bytes - 1) >> 3 != granule)
    return false;
  uint32_t cell = *ft_granules_at (&p->granules, granule);
  uint32_t mark = cell ? cell : look_up (p, granule);
  const ft_memory_block *b =
      mark & FRESH && !(mark & FREED)
          ? ft_memory_blocks_at (&p->blocks, t->address)
          : NULL;
  return b && b->empty;
}

// A second free.  If fork and join do not order it with the first one, the first
// granule of the block is kept; else it takes the place of the first one.
static void free_again (ft_sharing *p, const ft_run_access *t, ft_id now) {
  uint64_t granule = t->address >> 3;
  uint32_t *cell = ft_granules_at (&p->granules, granule);
  uint32_t mark = *cell ? *cell : look_up (p, granule);
  uint32_t numbered =
      mark & FREED
          ? ft_run_epochs_access (&p->epochs, mark & EPOCHS, now, true)
          : FT_EPOCHS_CONFLICT;
  if (numbered != FT_EPOCHS_CONFLICT) {
    *cell = FRESH | FREED | numbered;
    return;
  }
  access_granule (p, granule, now, true);
  if (*cell & KEPT && !p->again)
    FT_PUSH (p->shared->freed_again,
             ((ft_shared_granule){
                 ft_memory_blocks_at (&p->blocks, t->address)->life, granule}));
}

void ft_sharing_access (ft_sharing *p, const ft_run_access *t, ft_id now) {
  uint64_t granule = t->address >> 3;
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  if (t->frees) {
    free_again (p, t, now);
    return;
  }
  keep_symbolic (p, t);
  if (t->bytes && last > granule)
    access_range (p, t, now);
  else if (t->bytes && last == granule)
    access_granule (p, granule, now, ft_kind_writes (t->kind));
}

// A free is a write of the granules that were accessed before it.
static void free_page (ft_sharing *p, uint64_t granule, uint64_t last,
                       ft_id now) {
  const uint32_t *all = ft_granules_all (&p->granules, granule >> FT_PAGE_BITS);
  if ((all && (!*all || *all & FRESH)) ||
      access_page (p, granule, last, now, true))
    return;
  for (; granule <= last; granule++) {
    uint32_t *cell = ft_granules_at (&p->granules, granule);
    if (*cell && !(*cell & FRESH))
      access_cell (p, cell, granule, now, true);
  }
}

static void free_granules (ft_sharing *p, const ft_memory_block *b, ft_id now) {
  uint64_t first = b->first >> 3, last = b->last >> 3;
  uint64_t page = first >> FT_PAGE_BITS;
  for (; ft_granules_next_page (&p->granules, &page, last >> FT_PAGE_BITS);
       page++) {
    uint64_t from = page << FT_PAGE_BITS, to = from + FT_PAGE_CELLS - 1;
    free_page (p, from > first ? from : first, to < last ? to : last, now);
  }
}

void ft_sharing_block_change (ft_sharing *p, ft_block_change c, ft_id now) {
  const ft_memory_block *b = p->blocks.list.begin + c.block;
  FT_GROW (p->changed, (size_t)c.block + 1, FT_NO_ID);
  if (c.what == FT_BLOCK_ENDS)
    free_granules (p, b, now);
  ft_sharing_end_ranges (p, b->first >> 3, b->last >> 3,
                         c.what == FT_BLOCK_ENDS);
  if (c.what == FT_BLOCK_ENDS)
    ft_memory_blocks_end (&p->blocks, c.block);
  p->changed.begin[c.block] = now;
  uint32_t mark = fresh_mark (p, c.block);
  if (mark && b->last - b->first >= MOST_MARKED) {
    p->has_unmarked = true;
    mark = 0;
  }
  ft_granules_set (&p->granules, b->first >> 3, b->last >> 3, mark);
}
