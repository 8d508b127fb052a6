#include "run/variables.h"

#include <string.h>

#include "run/granules.h"
#include "run/memory_names.h"

// Cells: 0 for a granule that is not shared, SHARED for one without a variable
// yet, ONCE for one of which only the next access is an event, SPLIT | index
// into 'splits', RANGE | index into 'ranges', or a variable's id + FIRST.
enum { SHARED = 1, ONCE, FIRST };
#define SPLIT 0x80000000u
#define RANGE 0x40000000u

typedef struct split { // a granule of several globals
  ft_id variable[8];   // by byte, FT_NO_ID before the first access
} split;

typedef struct range {
  uint64_t first, last;
  ft_id variable; // FT_NO_ID before the first access
} range;

struct ft_variables {
  const ft_run_code *code; // borrowed
  const ft_shared *shared; // borrowed
  ft_memory_names names;
  ft_memory_blocks blocks;
  ft_granules granules;
  FT_STACK (split) splits;
  FT_STACK (range) ranges;
  FT_STACK (uint32_t) held; // cells that a free does not change
};

static bool is_range (uint32_t cell) {
  return (cell & (SPLIT | RANGE)) == RANGE;
}

static void share_range (ft_variables *v, const ft_granule_range *t) {
  FT_PUSH (v->ranges, ((range){t->first, t->last, FT_NO_ID}));
  ft_granules_set (&v->granules, t->first, t->last,
                   RANGE | (uint32_t)(v->ranges.size - 1));
}

static void share_granule (ft_variables *v, uint64_t granule) {
  uint32_t *cell = ft_granules_at (&v->granules, granule & FT_SHARED_GRANULE);
  if (!*cell)
    *cell = granule & FT_SHARED_ONCE ? ONCE : SHARED;
}

static void share_granules (ft_variables *v, uint64_t life) {
  size_t count, ranges;
  const ft_shared_granule *g = ft_shared_in (v->shared, life, &count);
  const ft_shared_granule *end = g + count;
  const ft_granule_range *t =
      ft_granule_ranges_in (&v->shared->ranges, life, &ranges);
  const ft_granule_range *none = t + ranges;
  while (g < end) // granules with FT_SHARED_ONCE come last
    if (t < none && g->granule == t->first) {
      share_range (v, t);
      g += t->last - t->first + 1;
      t++;
    } else
      share_granule (v, g++->granule);
}

ft_variables *ft_variables_new (const ft_run_code *code,
                                const ft_shared *shared,
                                ft_location_names *names,
                                const ft_run_reader *reader) {
  ft_variables *v = FT_NEW (ft_variables);
  v->code = code;
  v->shared = shared;
  v->names = (ft_memory_names){
      .code = code, .names = names, .reader = reader, .blocks = &v->blocks};
  share_granules (v, 0);
  return v;
}

void ft_variables_free (ft_variables *v) {
  if (!v)
    return;
  ft_memory_blocks_release (&v->blocks);
  ft_granules_release (&v->granules);
  FT_RELEASE (v->splits);
  FT_RELEASE (v->ranges);
  FT_RELEASE (v->held);
  ft_memory_names_release (&v->names);
  free (v);
}

static ft_memory_block *block_at (const ft_variables *v, ft_id id) {
  return v->blocks.list.begin + id;
}

const ft_memory_block *ft_variables_block (const ft_variables *v, ft_id id) {
  return block_at (v, id);
}

bool ft_variables_block_holds (const ft_variables *v, ft_id id) {
  return ft_memory_blocks_holds (&v->blocks, id);
}

ft_id ft_variables_block_at (const ft_variables *v, uint64_t address) {
  return ft_ranges_find (&v->blocks.ranges, address);
}

uint64_t ft_variables_block_number (const ft_variables *v, uint64_t address) {
  return ft_memory_blocks_number (&v->blocks, address);
}

uint64_t ft_variables_lifetime (const ft_variables *v, uint64_t address) {
  return ft_memory_blocks_lifetime (&v->blocks, address);
}

const char *ft_variables_memory_name (ft_variables *v, uint64_t address) {
  return ft_memory_names_text (&v->names, address);
}

void ft_variables_descriptor (ft_variables *v, const ft_run_record *r) {
  ft_memory_names_descriptor (&v->names, r);
}

// ---- variables -------------------------------------------------------------

// Whether the variables of a block are identified by address and allocation, so
// that other formats can express them, too.  Descriptors have their name alone.
static bool is_addressed (const ft_memory_block *b, uint64_t address) {
  return b ? !b->freed && b->alloc != FT_NO_POS : address < FT_WIRE_DESCRIPTORS;
}

static ft_id new_variable (ft_variables *v, ft_tables *tables, uint64_t address,
                           uint64_t bytes) {
  ft_id id = ft_memory_names_add (&v->names, address, bytes, tables);
  const ft_memory_block *b = ft_memory_blocks_at (&v->blocks, address);
  if (is_addressed (b, address))
    tables->variables.begin[id] =
        (ft_variable){true, address & ~(uint64_t)7, b ? b->alloc : FT_NO_POS};
  return id;
}

// Bytes from 'address' to the end of its granule or to the next global.
static unsigned bytes_alike (const ft_variables *v, uint64_t address) {
  const ft_run_global *g = ft_run_code_global_at (v->code, address);
  unsigned n = 1;
  while ((address + n) % 8 && ft_run_code_global_at (v->code, address + n) == g)
    n++;
  return n;
}

static uint32_t count_globals (const ft_variables *v, uint64_t granule) {
  uint32_t count = 0;
  const ft_run_global *last = NULL;
  for (uint64_t a = granule << 3; a < (granule << 3) + 8; a++) {
    const ft_run_global *g = ft_run_code_global_at (v->code, a);
    count += g && g != last;
    last = g ? g : last;
  }
  return count;
}

static uint32_t new_cell (ft_variables *v, ft_tables *tables,
                          uint64_t granule) {
  bool outside = !ft_memory_blocks_at (&v->blocks, granule << 3);
  if (outside && count_globals (v, granule) > 1) {
    split s;
    memset (&s, 0xff, sizeof s);
    FT_PUSH (v->splits, s);
    return SPLIT | (uint32_t)(v->splits.size - 1);
  }
  return FIRST + new_variable (v, tables, granule << 3, 8);
}

static ft_id part_of_split (ft_variables *v, ft_tables *tables, split *s,
                            uint64_t address, uint64_t *bytes) {
  *bytes = bytes_alike (v, address);
  ft_id *slot = s->variable + address % 8;
  if (*slot != FT_NO_ID)
    return *slot;
  unsigned before = 0;
  const ft_run_global *g = ft_run_code_global_at (v->code, address);
  while ((address - before) % 8 &&
         ft_run_code_global_at (v->code, address - before - 1) == g)
    before++;
  ft_id id = new_variable (v, tables, address - before, before + *bytes);
  for (unsigned i = 0; i < before + *bytes; i++)
    slot[(int)i - (int)before] = id;
  return id;
}

static ft_id part_of_range (ft_variables *v, ft_tables *tables, range *s,
                            uint64_t address, uint64_t *bytes) {
  *bytes = (s->last << 3) + 8 - address;
  if (s->variable == FT_NO_ID)
    s->variable =
        new_variable (v, tables, s->first << 3, (s->last - s->first + 1) << 3);
  return s->variable;
}

bool ft_variables_next (ft_variables *v, uint64_t *granule, uint64_t last) {
  return ft_granules_next (&v->granules, granule, last);
}

ft_id ft_variables_at (ft_variables *v, ft_tables *tables, uint64_t address,
                       uint64_t *bytes, bool *in_range) {
  uint32_t *cell = ft_granules_at (&v->granules, address >> 3);
  *in_range = is_range (*cell);
  if (*in_range)
    return part_of_range (v, tables, v->ranges.begin + (*cell & ~RANGE),
                          address, bytes);
  if (*cell == ONCE) {
    *cell = 0;
    *bytes = 8 - address % 8;
    return new_variable (v, tables, address & ~(uint64_t)7, 8);
  }
  if (*cell == SHARED)
    *cell = new_cell (v, tables, address >> 3);
  if (*cell & SPLIT)
    return part_of_split (v, tables, v->splits.begin + (*cell & ~SPLIT),
                          address, bytes);
  *bytes = 8 - address % 8;
  return *cell - FIRST;
}

bool ft_variables_mark_shared (ft_variables *v, uint64_t granule) {
  uint32_t *cell = ft_granules_at (&v->granules, granule);
  bool late = *cell == 0 || *cell == ONCE;
  if (late)
    *cell = SHARED;
  return late;
}

// Bytes from the address on that belong to the same variable.
static uint64_t bytes_of_one (const ft_variables *v, uint64_t address,
                              uint32_t cell) {
  bool outside = !ft_memory_blocks_at (&v->blocks, address & ~(uint64_t)7);
  if (cell & SPLIT || (cell == SHARED && outside))
    return bytes_alike (v, address);
  return 8 - address % 8;
}

enum ft_traced ft_variables_traced (ft_variables *v, uint64_t address,
                                    uint64_t bytes) {
  uint64_t granule = address >> 3, last = (address + bytes - 1) >> 3;
  if (!bytes || !ft_granules_next (&v->granules, &granule, last))
    return FT_TRACED_NONE;
  uint32_t cell = ft_granules_get (&v->granules, granule);
  return address >> 3 == last && !is_range (cell) &&
                 bytes_of_one (v, address, cell) >= bytes
             ? FT_TRACED_WHOLE
             : FT_TRACED_PARTS;
}

// ---- blocks ----------------------------------------------------------------

static void renew (ft_variables *v, const ft_memory_block *b) {
  ft_granules_set (&v->granules, b->first >> 3, b->last >> 3, 0);
  share_granules (v, b->life + b->freed);
}

static bool has_variables (const ft_variables *v, const ft_memory_block *b) {
  size_t count;
  ft_shared_in (v->shared, b->life, &count);
  return count && b->kind != FT_BLOCK_STACK && !b->cut &&
         !ft_shared_is_cut (v->shared, b->life);
}

ft_block_change ft_variables_block_change (ft_variables *v,
                                           const ft_run_record *r,
                                           ft_pos position) {
  ft_block_change none = {FT_BLOCK_UNCHANGED, FT_NO_ID};
  ft_block_change c = ft_memory_blocks_change (&v->blocks, r, NULL, NULL);
  if (c.what == FT_BLOCK_UNCHANGED)
    return none;
  ft_memory_block *b = block_at (v, c.block);
  bool known = has_variables (v, b);
  if (c.what == FT_BLOCK_BEGINS) {
    block_at (v, c.block)->label =
        ft_memory_names_label (&v->names, r, c.block);
    if (known)
      b->alloc = position;
    renew (v, b);
  } else if (!known) {
    ft_memory_blocks_end (&v->blocks, c.block);
    renew (v, b);
  }
  return known ? c : none;
}

int ft_variables_accesses (ft_variables *v, const ft_run_record *r,
                           ft_run_access accesses[2], int count) {
  return ft_memory_blocks_accesses (&v->blocks, r, accesses, count);
}

// Add the variable of a granule of a block that ends, and advance to the end of
// the variable.  Blocks contain no globals, so that their granules are not
// split.
static void add_freed (const ft_variables *v, ft_tables *tables, uint32_t cell,
                       uint64_t *granule) {
  if (is_range (cell)) {
    const range *s = v->ranges.begin + (cell & ~RANGE);
    *granule = s->last;
    if (s->variable != FT_NO_ID)
      FT_PUSH (tables->freed, s->variable);
  } else if (!(cell & SPLIT) && cell >= FIRST)
    FT_PUSH (tables->freed, cell - FIRST);
}

// A granule that is used after the free gets its variable now and keeps it.
static void hold_freed (ft_variables *v, ft_tables *tables, uint64_t life,
                        bool keeps) {
  size_t count;
  const ft_shared_granule *g = ft_shared_in (v->shared, life + 1, &count);
  for (size_t i = 0; i < count; i++) {
    uint64_t granule = g[i].granule & FT_SHARED_GRANULE;
    if (!(g[i].granule & FT_SHARED_AFTER_FREE))
      continue;
    uint32_t *cell = ft_granules_at (&v->granules, granule);
    if (keeps)
      FT_PUSH (v->held, *cell);
    else if (*cell < FIRST)
      *cell = new_cell (v, tables, granule);
  }
}

static void restore_freed (ft_variables *v, uint64_t life) {
  size_t count, next = 0;
  const ft_shared_granule *g = ft_shared_in (v->shared, life + 1, &count);
  for (size_t i = 0; i < count; i++)
    if (g[i].granule & FT_SHARED_AFTER_FREE)
      *ft_granules_at (&v->granules, g[i].granule & FT_SHARED_GRANULE) =
          v->held.begin[next++];
  FT_CLEAR (v->held);
}

void ft_variables_end_block (ft_variables *v, ft_id id, ft_tables *tables) {
  hold_freed (v, tables, block_at (v, id)->life, false);
  hold_freed (v, tables, block_at (v, id)->life, true);
  ft_memory_block *b = block_at (v, id);
  for (uint64_t g = b->first >> 3;
       ft_granules_next (&v->granules, &g, b->last >> 3); g++)
    add_freed (v, tables, ft_granules_get (&v->granules, g), &g);
  ft_memory_blocks_end (&v->blocks, id);
  renew (v, b);
  restore_freed (v, b->life);
}
