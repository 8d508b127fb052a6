#include "trace/native_shared.h"

#include <stdlib.h>

#include "trace/native_access.h"
#include "trace/native_ages.h"
#include "trace/native_granules.h"
#include "trace/native_unseen.h"

// A cell holds the granule's age, and:
#define KEPT 0x80000000u
#define BLOCK 0x40000000u // in memory that was allocated
#define FRESH 0x20000000u // not accessed; its age is that of the allocation
#define FREED 0x10000000u // with FRESH: its age is that of the free
#define AGE 0x0fffffffu

// Blocks of more bytes are not marked as fresh or freed but looked up, so that
// allocating much and using little of it costs little.
#define MOST_MARKED ((uint64_t)64 << 10)

// Pages touched in one run, 64 GB of memory; damaged logs have no other limit.
#define MOST_PAGES ((size_t)1 << 24)

typedef struct pass {
  ft_shared *shared;
  ft_walk *walk;
  ft_blocks blocks;
  ft_granules granules;
  ft_ages ages;
  ft_map strangers; // (lifetime, thread) that did not allocate it but uses it
  FT_STACK (ft_id)
  changed;                   // per block: the segment that allocated it, or
                             // freed it
  FT_STACK (uint64_t) freed; // per block: external calls before its free
  uint64_t externals;        // external calls so far
  ft_unseen *unseen;         // owned
  bool has_unmarked;         // there was a block that is too large to be marked
  bool all;
} pass;

void ft_shared_release (ft_shared *s) {
  FT_RELEASE (s->granules);
  FT_RELEASE (s->cut);
  ft_map_release (&s->counted);
  FT_RELEASE (s->unseen);
  ft_map_release (&s->unseen_places);
}

static void keep (pass *p, uint32_t *cell, uint64_t granule) {
  uint64_t life = ft_blocks_life (&p->blocks, granule << 3);
  *cell |= KEPT;
  FT_PUSH (p->shared->granules, ((ft_shared_granule){life, granule}));
}

static void keep_once (pass *p, uint64_t granule, uint32_t thread) {
  uint64_t life = ft_blocks_life (&p->blocks, granule << 3);
  uint32_t *known = ft_map_at (&p->strangers, life * FT_MOST_THREADS + thread);
  if (*known != FT_NO_ID)
    return;
  *known = 0;
  FT_PUSH (p->shared->granules,
           ((ft_shared_granule){life, granule | FT_SHARED_ONCE}));
}

// What stands for memory of a block that was not accessed yet.
static uint32_t fresh_mark (pass *p, ft_id block) {
  const ft_block *b = p->blocks.list.begin + block;
  if (b->cut || (b->kind == FT_BLOCK_STACK && !b->freed))
    return 0;
  return FRESH | (b->freed ? FREED : BLOCK) |
         ft_ages_written (&p->ages, p->changed.begin[block]);
}

static uint32_t look_up (pass *p, uint64_t granule) {
  ft_id block = p->has_unmarked
                    ? ft_ranges_find (&p->blocks.ranges, granule << 3)
                    : FT_NO_ID;
  return block == FT_NO_ID ? 0 : fresh_mark (p, block);
}

// The same for a whole page; false if it is not all alike.
static bool look_up_page (pass *p, uint64_t granule, uint32_t *mark) {
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

// The first access after a free.  Whether it conflicts with the free, for
// certain.
static bool touch_after_free (pass *p, uint32_t *cell, uint64_t granule,
                              ft_id now, bool writes, uint32_t mark) {
  ft_id id = ft_ranges_find (&p->blocks.ranges, granule << 3);
  if (id == FT_NO_ID || p->freed.begin[id] != p->externals ||
      ft_ages_step (&p->ages, mark & AGE, now, writes) != FT_AGE_CONFLICT)
    return false;
  uint64_t life = p->blocks.list.begin[id].life;
  *cell = KEPT;
  FT_PUSH (p->shared->granules, ((ft_shared_granule){life, granule}));
  FT_PUSH (p->shared->granules,
           ((ft_shared_granule){life + 1, granule | FT_SHARED_AFTER}));
  return true;
}

// The first access to a granule, in memory that 'mark' tells of.
static void touch_first (pass *p, uint32_t *cell, uint64_t granule, ft_id now,
                         bool writes, uint32_t mark) {
  uint32_t age = FT_NO_AGE;
  if (mark)
    age = ft_ages_step (&p->ages, mark & AGE, now, writes);
  if (age == FT_AGE_CONFLICT)
    keep_once (p, granule, p->ages.segments.begin[now].thread);
  if (!mark || age == FT_AGE_CONFLICT)
    age = ft_ages_step (&p->ages, FT_NO_AGE, now, writes);
  *cell = (mark & BLOCK) | age;
  if (p->all)
    keep (p, cell, granule);
}

static void touch_again (pass *p, uint32_t *cell, uint64_t granule, ft_id now,
                         bool writes) {
  uint32_t age = ft_ages_step (&p->ages, *cell & AGE, now, writes);
  if (age == FT_AGE_CONFLICT) {
    keep (p, cell, granule);
    return;
  }
  *cell = (*cell & BLOCK) | age;
  if (*cell & BLOCK && ft_ages_at (&p->ages, age)->writer == FT_NO_ID &&
      ft_ages_several_read (&p->ages, age))
    keep (p, cell, granule);
}

static void touch_cell (pass *p, uint32_t *cell, uint64_t granule, ft_id now,
                        bool writes) {
  uint32_t mark = *cell ? *cell : look_up (p, granule);
  if (mark & KEPT)
    return;
  if (mark & FREED) {
    if (!touch_after_free (p, cell, granule, now, writes, mark))
      touch_first (p, cell, granule, now, writes, 0);
  } else if (!mark || mark & FRESH)
    touch_first (p, cell, granule, now, writes, mark);
  else
    touch_again (p, cell, granule, now, writes);
}

// Of what an input brings everything is kept, though one thread alone use it.
static void keep_symbolic (pass *p, const ft_touch *t) {
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  for (uint64_t g = t->address >> 3; t->symbolic && g <= last; g++) {
    uint32_t *cell = ft_granules_at (&p->granules, g);
    if (!(*cell & KEPT))
      keep (p, cell, g);
  }
}

// A whole page whose granules are all alike, at once.
static bool touch_page (pass *p, uint64_t granule, uint64_t last, ft_id now,
                        bool writes) {
  if (p->all || granule % FT_PAGE_CELLS || last - granule < FT_PAGE_CELLS - 1)
    return false;
  uint32_t *all = ft_granules_all (&p->granules, granule >> FT_PAGE_BITS);
  uint32_t mark = all ? *all : 0;
  if (!all || (!mark && !look_up_page (p, granule, &mark)) ||
      mark & (KEPT | FREED))
    return false;
  uint32_t age =
      ft_ages_step (&p->ages, mark ? mark & AGE : FT_NO_AGE, now, writes);
  if (age == FT_AGE_CONFLICT || ft_ages_several_read (&p->ages, age))
    return false;
  *all = (mark & BLOCK) | age;
  return true;
}

static void touch (pass *p, const ft_touch *t, ft_id now) {
  if (!t->bytes)
    return;
  bool writes = ft_kind_writes (t->kind);
  uint64_t granule = t->address >> 3, last = (t->address + t->bytes - 1) >> 3;
  while (granule <= last)
    if (touch_page (p, granule, last, now, writes))
      granule += FT_PAGE_CELLS;
    else {
      touch_cell (p, ft_granules_at (&p->granules, granule), granule, now,
                  writes);
      granule++;
    }
}

// A free touches what was accessed before it.
static void touch_freed_page (pass *p, uint64_t granule, uint64_t last,
                              ft_id now) {
  const uint32_t *all = ft_granules_all (&p->granules, granule >> FT_PAGE_BITS);
  if ((all && (!*all || *all & FRESH)) ||
      touch_page (p, granule, last, now, true))
    return;
  for (; granule <= last; granule++) {
    uint32_t *cell = ft_granules_at (&p->granules, granule);
    if (*cell && !(*cell & FRESH))
      touch_cell (p, cell, granule, now, true);
  }
}

static void touch_freed (pass *p, const ft_block *b, ft_id now) {
  uint64_t first = b->first >> 3, last = b->last >> 3;
  uint64_t page = first >> FT_PAGE_BITS;
  for (; ft_granules_next_page (&p->granules, &page, last >> FT_PAGE_BITS);
       page++) {
    uint64_t from = page << FT_PAGE_BITS, to = from + FT_PAGE_CELLS - 1;
    touch_freed_page (p, from > first ? from : first, to < last ? to : last,
                      now);
  }
}

static void note_cut (void *context, const ft_block *b) {
  pass *p = context;
  FT_PUSH (p->shared->cut, b->life);
}

static void change (pass *p, const ft_record *r) {
  ft_change c = ft_blocks_change (&p->blocks, r, note_cut, p);
  if (c.what == FT_NO_CHANGE)
    return;
  const ft_block *b = p->blocks.list.begin + c.block;
  ft_id now = ft_ages_now (&p->ages, r->thread->number);
  FT_GROW (p->changed, (size_t)c.block + 1, FT_NO_ID);
  FT_GROW (p->freed, (size_t)c.block + 1, 0);
  if (c.what == FT_ENDS) {
    touch_freed (p, b, now);
    ft_blocks_end (&p->blocks, c.block);
    p->freed.begin[c.block] = p->externals;
  }
  p->changed.begin[c.block] = now;
  uint32_t mark = fresh_mark (p, c.block);
  if (mark && b->last - b->first >= MOST_MARKED) {
    p->has_unmarked = true;
    mark = 0;
  }
  ft_granules_set (&p->granules, b->first >> 3, b->last >> 3, mark);
  ft_unseen_forget (p->unseen, b->first >> 3, b->last >> 3);
}

static bool too_much (const pass *p, const ft_record *r, ft_error *error) {
  if (p->granules.pages.size <= MOST_PAGES)
    return false;
  ft_record_error (r, p->walk, error,
                   "the run touches more than 64 GB of memory, which is more "
                   "than this version follows");
  return true;
}

static bool step (pass *p, const ft_record *r, ft_error *error) {
  ft_touch touches[2];
  int n = ft_record_touches (r, p->walk, touches, error);
  ft_id now = n > 0 ? ft_ages_now (&p->ages, r->thread->number) : FT_NO_ID;
  ft_unseen_record (p->unseen, r);
  for (int i = 0; i < n; i++) {
    keep_symbolic (p, touches + i);
    touch (p, touches + i, now);
    ft_unseen_touch (p->unseen, r, touches + i, &p->blocks);
  }
  if (r->code == FT_WIRE_SEM_VALUE && !r->at)
    *ft_map_at (&p->shared->counted, r->payload) = 1;
  if (!n && !r->at) {
    ft_ages_record (&p->ages, r);
    p->externals += r->code == FT_WIRE_EXTERNAL;
    change (p, r);
  }
  return n >= 0 && !too_much (p, r, error);
}

static int ascending (const void *a, const void *b) {
  const ft_shared_granule *g = a, *h = b;
  if (g->life != h->life)
    return g->life < h->life ? -1 : 1;
  return g->granule < h->granule ? -1 : g->granule > h->granule;
}

static int by_number (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort (ft_shared *s) {
  if (!FT_EMPTY (s->granules))
    qsort (s->granules.begin, s->granules.size, sizeof *s->granules.begin,
           ascending);
  if (!FT_EMPTY (s->cut))
    qsort (s->cut.begin, s->cut.size, sizeof *s->cut.begin, by_number);
}

// ---- unseen writes ---------------------------------------------------------

static bool has_granule (const ft_shared_granule *list, size_t count,
                         uint64_t life, uint64_t granule) {
  ft_shared_granule key = {life, granule};
  return count && bsearch (&key, list, count, sizeof key, ascending);
}

// What a thread may have written itself matters when others use it, too.
// Returns whether granules were added.
static bool add_unseen (pass *p) {
  ft_shared *s = p->shared;
  size_t count, kept = s->granules.size;
  const ft_unseen_read *reads = ft_unseen_reads (p->unseen, &count);
  for (size_t i = 0; i < count; i++) {
    const ft_unseen_read *r = reads + i;
    bool is_kept = has_granule (s->granules.begin, kept, r->life, r->granule);
    if (r->own && !is_kept)
      continue;
    ft_unseen_mark (p->unseen, r, &s->unseen_places);
    FT_PUSH (s->unseen, ((ft_shared_granule){r->life, r->granule}));
    if (!is_kept)
      FT_PUSH (s->granules, ((ft_shared_granule){r->life, r->granule}));
  }
  ft_unseen_mark_calls (p->unseen, &s->unseen_places);
  return s->granules.size > kept;
}

static void find_unseen (pass *p) {
  sort (p->shared);
  if (add_unseen (p))
    sort (p->shared);
  if (!FT_EMPTY (p->shared->unseen))
    qsort (p->shared->unseen.begin, p->shared->unseen.size,
           sizeof *p->shared->unseen.begin, ascending);
}

void ft_shared_add (ft_shared *s, const ft_shared_granule *granules,
                    size_t count) {
  size_t kept = s->granules.size;
  for (size_t i = 0; i < count; i++)
    if (!has_granule (s->granules.begin, kept, granules[i].life,
                      granules[i].granule))
      FT_PUSH (s->granules, granules[i]);
  sort (s);
}

bool ft_shared_is_unseen (const ft_shared *s, uint64_t life, uint64_t granule) {
  return has_granule (s->unseen.begin, s->unseen.size, life, granule);
}

// ---- the pass ------------------------------------------------------------

// Looked at every so many records.
#define BETWEEN_LOOKS 65536

static void show (const pass *p, const ft_native_run *run, ft_shown shown) {
  if (shown.show && run->control.words)
    shown.show (shown.context,
                (double)ft_walk_words (p->walk) / (double)run->control.words);
}

static bool has_time (const pass *p, const ft_deadline *deadline,
                      ft_error *error) {
  if (!ft_deadline_over (deadline))
    return true;
  ft_error_set (error, FT_EXIT_UNDECIDED,
                "out of time while finding shared memory, after %llu words",
                (unsigned long long)ft_walk_words (p->walk));
  return false;
}

bool ft_shared_find (ft_shared *s, const ft_native_run *run, bool all,
                     const ft_deadline *deadline, ft_shown shown,
                     ft_error *error) {
  pass *p = FT_NEW (pass);
  *p = (pass){.shared = s, .walk = ft_walk_new (run), .all = all};
  p->unseen = ft_unseen_new ();
  ft_record r;
  uint64_t records = 0;
  int got;
  while ((got = ft_walk_next (p->walk, &r, error)) > 0 && step (p, &r, error)) {
    if (++records % BETWEEN_LOOKS)
      continue;
    show (p, run, shown);
    if (!has_time (p, deadline, error))
      break;
  }
  s->words = ft_walk_words (p->walk);
  find_unseen (p);
  ft_unseen_free (p->unseen);
  ft_walk_free (p->walk);
  ft_blocks_release (&p->blocks);
  ft_granules_release (&p->granules);
  ft_map_release (&p->strangers);
  ft_ages_release (&p->ages);
  FT_RELEASE (p->changed);
  FT_RELEASE (p->freed);
  free (p);
  return !got;
}

const ft_shared_granule *ft_shared_in (const ft_shared *s, uint64_t life,
                                       size_t *count) {
  size_t low = 0, high = s->granules.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (s->granules.begin[middle].life < life)
      low = middle + 1;
    else
      high = middle;
  }
  size_t end = low;
  while (end < s->granules.size && s->granules.begin[end].life == life)
    end++;
  *count = end - low;
  return s->granules.begin + low;
}

bool ft_shared_is_cut (const ft_shared *s, uint64_t life) {
  return !FT_EMPTY (s->cut) &&
         bsearch (&life, s->cut.begin, s->cut.size, sizeof life, by_number);
}
