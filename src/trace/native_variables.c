#include "trace/native_variables.h"

#include <stdio.h>
#include <string.h>

#include "trace/native_granules.h"

// Cells: 0 for granules that are not shared, SHARED for those without a
// variable yet, ONCE for those of which one access is an event, SPLIT | index
// into 'splits', or a variable's id + FIRST.
enum { SHARED = 1, ONCE, FIRST };
#define SPLIT 0x80000000u

typedef struct split { // a granule of several globals
  ft_id variable[8];   // by byte, FT_NO_ID while not accessed
} split;

typedef struct label { // of the blocks of one place
  uint32_t blocks;     // that have been named
} label;

struct ft_variables {
  const ft_code *code;     // borrowed
  const ft_shared *shared; // borrowed
  ft_names *names;         // borrowed
  const ft_walk *walk;     // borrowed
  ft_blocks blocks;
  ft_granules granules;
  FT_STACK (split) splits;
  FT_STACK (uint32_t) held; // cells that a free leaves alone
  ft_intern places;         // of allocations
  FT_STACK (label) labels;  // parallel to 'places'
  FT_STACK (uint32_t)
  numbers;                   // per block: how manieth of its label, 0 if it
                             // has not been named
  ft_intern given;           // names of variables as first chosen ...
  FT_STACK (uint32_t) times; // ... and how often
  ft_strbuf text;
};

static void share (ft_variables *v, uint64_t life) {
  size_t count;
  const ft_shared_granule *g = ft_shared_in (v->shared, life, &count);
  for (size_t i = 0; i < count; i++) { // those with FT_SHARED_ONCE come last
    bool once = g[i].granule & FT_SHARED_ONCE;
    uint32_t *cell =
        ft_granules_at (&v->granules, g[i].granule & FT_SHARED_GRANULE);
    if (!*cell)
      *cell = once ? ONCE : SHARED;
  }
}

ft_variables *ft_variables_new (const ft_code *code, const ft_shared *shared,
                                ft_names *names, const ft_walk *walk) {
  ft_variables *v = FT_NEW (ft_variables);
  v->code = code;
  v->shared = shared;
  v->names = names;
  v->walk = walk;
  share (v, 0);
  return v;
}

void ft_variables_free (ft_variables *v) {
  if (!v)
    return;
  ft_blocks_release (&v->blocks);
  ft_granules_release (&v->granules);
  FT_RELEASE (v->splits);
  FT_RELEASE (v->held);
  ft_intern_release (&v->places);
  FT_RELEASE (v->labels);
  FT_RELEASE (v->numbers);
  ft_intern_release (&v->given);
  FT_RELEASE (v->times);
  ft_strbuf_release (&v->text);
  free (v);
}

static ft_block *block_at (const ft_variables *v, ft_id id) {
  return v->blocks.list.begin + id;
}

const ft_block *ft_variables_block (const ft_variables *v, ft_id id) {
  return block_at (v, id);
}

ft_id ft_variables_block_at (const ft_variables *v, uint64_t address) {
  return ft_ranges_find (&v->blocks.ranges, address);
}

uint64_t ft_variables_life (const ft_variables *v, uint64_t address) {
  return ft_blocks_life (&v->blocks, address);
}

// ---- names -----------------------------------------------------------------

static void label_block (ft_variables *v, const ft_record *r, ft_id id) {
  const char *place = ft_names_place (v->names, r->thread);
  ft_id label_id = ft_intern_add (&v->places, place, strlen (place));
  block_at (v, id)->label = label_id;
  FT_GROW (v->labels, label_id + 1, ((label){0}));
  FT_GROW (v->numbers, id + 1, 0);
  v->numbers.begin[id] = 0;
}

static void add_offset (ft_variables *v, uint64_t offset) {
  if (offset)
    ft_strbuf_add (&v->text, "+%llu", (unsigned long long)offset);
}

// Bytes of the simple types that arrays are mostly of, 0 for others.
static uint64_t size_of_type (const char *type, size_t length) {
  static const struct {
    const char *name;
    uint64_t size;
  } types[] = {{"char", 1},           {"bool", 1},        {"_Bool", 1},
               {"unsigned char", 1},  {"signed char", 1}, {"short", 2},
               {"unsigned short", 2}, {"int", 4},         {"unsigned int", 4},
               {"float", 4},          {"long", 8},        {"unsigned long", 8},
               {"long long", 8},      {"double", 8}};
  while (length && type[length - 1] == ' ')
    length--;
  if (length && type[length - 1] == '*')
    return 8;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen (types[i].name) == length &&
        !memcmp (types[i].name, type, length))
      return types[i].size;
  return 0;
}

// "int[10]" or "int []": the size of an element; 0 for what is no array, or of
// what is not known.
static uint64_t element_size (const ft_code_global *g) {
  const char *type = ft_sites_text (g->table, g->global->type);
  const char *bracket = strchr (type, '[');
  unsigned long long n;
  if (!bracket || strchr (bracket + 1, '['))
    return 0;
  if (sscanf (bracket, "[%llu]", &n) == 1 && n)
    return g->global->size % n ? 0 : g->global->size / n;
  uint64_t size = size_of_type (type, (size_t)(bracket - type));
  return size && g->global->size % size == 0 ? size : 0;
}

static void add_global (ft_variables *v, const ft_code_global *g,
                        uint64_t address, uint64_t bytes) {
  uint64_t offset = address - g->first, size = element_size (g);
  ft_strbuf_add (&v->text, "%s", ft_sites_text (g->table, g->global->name));
  if (!size) {
    add_offset (v, offset);
    return;
  }
  uint64_t from = offset / size, end = g->last - g->first + 1;
  uint64_t to = ((offset + bytes < end ? offset + bytes : end) - 1) / size;
  ft_strbuf_add (&v->text, from < to ? "[%llu..%llu]" : "[%llu]",
                 (unsigned long long)from, (unsigned long long)to);
  if (from == to)
    add_offset (v, offset - from * size);
}

static bool add_frame_variable (ft_variables *v, uint32_t owner,
                                uint64_t address, uint64_t bytes) {
  const ft_walk_thread *t = ft_walk_thread_of (v->walk, owner);
  for (size_t i = t ? t->variables.size : 0; i--;) {
    const ft_walk_variable *x = t->variables.begin + i;
    if (x->last < address || x->first > address + bytes - 1)
      continue;
    const ft_code_site *s = v->code->sites.begin + x->site;
    const ft_sites *table = s->function->table;
    ft_strbuf_add (&v->text, "%s of %s",
                   ft_sites_text (table, s->site->variable),
                   ft_sites_text (table, s->function->function->name));
    add_offset (v, address > x->first ? address - x->first : 0);
    return true;
  }
  return false;
}

static void add_thread (ft_variables *v, uint32_t thread) {
  ft_strbuf_add (&v->text, thread ? "T%u" : "main", thread);
}

static void add_stack (ft_variables *v, const ft_block *b, uint64_t address,
                       uint64_t bytes) {
  if (add_frame_variable (v, b->thread, address, bytes))
    return;
  ft_strbuf_add (&v->text, "stack of ");
  add_thread (v, b->thread);
  ft_strbuf_add (&v->text, "-%llu",
                 (unsigned long long)(b->last + 1 - address));
}

static void add_block (ft_variables *v, const ft_block *b, uint64_t address) {
  ft_id id = (ft_id)(b - v->blocks.list.begin);
  uint32_t *number = v->numbers.begin + id;
  if (!*number)
    *number = ++v->labels.begin[b->label].blocks;
  ft_strbuf_add (&v->text, "%s%s of %s", b->freed ? "freed " : "",
                 b->kind == FT_BLOCK_HEAP ? "heap block" : "mapping",
                 ft_intern_name (&v->places, b->label));
  if (*number > 1)
    ft_strbuf_add (&v->text, "#%u", *number);
  add_offset (v, address - b->first);
}

// What holds the first of some bytes that a variable covers.
static void add_holder (ft_variables *v, uint64_t address, uint64_t bytes) {
  const ft_block *b = ft_blocks_at (&v->blocks, address);
  const ft_code_global *g = NULL;
  for (uint64_t i = 0; !b && !g && i < bytes; i++)
    if ((g = ft_code_global_at (v->code, address + i)))
      address += i, bytes -= i;
  v->text.size = 0;
  if (g)
    add_global (v, g, address, bytes);
  else if (!b)
    ft_strbuf_add (&v->text, "0x%llx", (unsigned long long)address);
  else if (b->kind == FT_BLOCK_STACK)
    add_stack (v, b, address, bytes);
  else
    add_block (v, b, address);
}

const char *ft_variables_holder (ft_variables *v, uint64_t address) {
  add_holder (v, address, 1);
  return ft_strbuf_text (&v->text);
}

// A name that no variable has.
static ft_id add_variable (ft_variables *v, ft_tables *tables) {
  ft_id known = ft_tables_count (tables, FT_CLASS_VARIABLE);
  ft_id chosen = ft_intern_add (&v->given, v->text.text, v->text.size), id;
  size_t length = v->text.size;
  FT_GROW (v->times, chosen + 1, 0);
  do {
    v->text.size = length;
    if (++v->times.begin[chosen] > 1)
      ft_strbuf_add (&v->text, "#%u", v->times.begin[chosen]);
    id = ft_tables_add (tables, FT_CLASS_VARIABLE, v->text.text, v->text.size);
  } while (id < known);
  return id;
}

// ---- variables -------------------------------------------------------------

// Whether the variables of a block are told by address and allocation, so that
// other formats can say them, too.
static bool is_addressed (const ft_block *b) {
  return !b || (!b->freed && b->alloc != FT_NO_POS);
}

static ft_id new_variable (ft_variables *v, ft_tables *tables, uint64_t address,
                           uint64_t bytes) {
  add_holder (v, address, bytes);
  ft_id id = add_variable (v, tables);
  const ft_block *b = ft_blocks_at (&v->blocks, address);
  if (is_addressed (b))
    tables->variables.begin[id] =
        (ft_variable){true, address & ~(uint64_t)7, b ? b->alloc : FT_NO_POS};
  return id;
}

// Bytes from 'address' to the end of its granule or to where another global
// begins.
static unsigned bytes_alike (const ft_variables *v, uint64_t address) {
  const ft_code_global *g = ft_code_global_at (v->code, address);
  unsigned n = 1;
  while ((address + n) % 8 && ft_code_global_at (v->code, address + n) == g)
    n++;
  return n;
}

static uint32_t count_globals (const ft_variables *v, uint64_t granule) {
  uint32_t count = 0;
  const ft_code_global *last = NULL;
  for (uint64_t a = granule << 3; a < (granule << 3) + 8; a++) {
    const ft_code_global *g = ft_code_global_at (v->code, a);
    count += g && g != last;
    last = g ? g : last;
  }
  return count;
}

static uint32_t new_cell (ft_variables *v, ft_tables *tables,
                          uint64_t granule) {
  bool outside = !ft_blocks_at (&v->blocks, granule << 3);
  if (outside && count_globals (v, granule) > 1) {
    split s;
    memset (&s, 0xff, sizeof s);
    FT_PUSH (v->splits, s);
    return SPLIT | (uint32_t)(v->splits.size - 1);
  }
  return FIRST + new_variable (v, tables, granule << 3, 8);
}

static ft_id part_of_split (ft_variables *v, ft_tables *tables, split *s,
                            uint64_t address, unsigned *bytes) {
  *bytes = bytes_alike (v, address);
  ft_id *slot = s->variable + address % 8;
  if (*slot != FT_NO_ID)
    return *slot;
  unsigned before = 0;
  const ft_code_global *g = ft_code_global_at (v->code, address);
  while ((address - before) % 8 &&
         ft_code_global_at (v->code, address - before - 1) == g)
    before++;
  ft_id id = new_variable (v, tables, address - before, before + *bytes);
  for (unsigned i = 0; i < before + *bytes; i++)
    slot[(int)i - (int)before] = id;
  return id;
}

bool ft_variables_next (ft_variables *v, uint64_t *granule, uint64_t last) {
  return ft_granules_next (&v->granules, granule, last);
}

ft_id ft_variables_at (ft_variables *v, ft_tables *tables, uint64_t address,
                       unsigned *bytes) {
  uint32_t *cell = ft_granules_at (&v->granules, address >> 3);
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

bool ft_variables_share (ft_variables *v, uint64_t granule) {
  uint32_t *cell = ft_granules_at (&v->granules, granule);
  bool late = *cell == 0 || *cell == ONCE;
  if (late)
    *cell = SHARED;
  return late;
}

// Bytes from the address on that are of the same variable.
static unsigned bytes_of_one (const ft_variables *v, uint64_t address,
                              uint32_t cell) {
  bool outside = !ft_blocks_at (&v->blocks, address & ~(uint64_t)7);
  if (cell & SPLIT || (cell == SHARED && outside))
    return bytes_alike (v, address);
  return 8 - address % 8;
}

enum ft_kept ft_variables_keep (ft_variables *v, uint64_t address,
                                uint64_t bytes) {
  uint64_t granule = address >> 3, last = (address + bytes - 1) >> 3;
  if (!bytes || !ft_granules_next (&v->granules, &granule, last))
    return FT_KEPT_NOT;
  uint32_t cell = ft_granules_get (&v->granules, granule);
  return address >> 3 == last && bytes_of_one (v, address, cell) >= bytes
             ? FT_KEPT_WHOLE
             : FT_KEPT_PARTS;
}

// ---- blocks ----------------------------------------------------------------

static void renew (ft_variables *v, const ft_block *b) {
  ft_granules_set (&v->granules, b->first >> 3, b->last >> 3, 0);
  share (v, b->life + b->freed);
}

static bool has_variables (const ft_variables *v, const ft_block *b) {
  size_t count;
  ft_shared_in (v->shared, b->life, &count);
  return count && b->kind != FT_BLOCK_STACK && !b->cut &&
         !ft_shared_is_cut (v->shared, b->life);
}

ft_change ft_variables_change (ft_variables *v, const ft_record *r,
                               ft_pos position) {
  ft_change none = {FT_NO_CHANGE, FT_NO_ID};
  ft_change c = ft_blocks_change (&v->blocks, r, NULL, NULL);
  if (c.what == FT_NO_CHANGE)
    return none;
  ft_block *b = block_at (v, c.block);
  bool known = has_variables (v, b);
  if (c.what == FT_BEGINS) {
    label_block (v, r, c.block);
    if (known)
      b->alloc = position;
    renew (v, b);
  } else if (!known) {
    ft_blocks_end (&v->blocks, c.block);
    renew (v, b);
  }
  return known ? c : none;
}

// Blocks have no globals in them, so their granules are not split.
static void add_freed (ft_tables *tables, uint32_t cell) {
  if (!(cell & SPLIT) && cell >= FIRST)
    FT_PUSH (tables->freed, cell - FIRST);
}

// What is used after the free gets its variable now and keeps it.
static void hold_freed (ft_variables *v, ft_tables *tables, uint64_t life,
                        bool keeps) {
  size_t count;
  const ft_shared_granule *g = ft_shared_in (v->shared, life + 1, &count);
  for (size_t i = 0; i < count; i++) {
    uint64_t granule = g[i].granule & FT_SHARED_GRANULE;
    if (!(g[i].granule & FT_SHARED_AFTER))
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
    if (g[i].granule & FT_SHARED_AFTER)
      *ft_granules_at (&v->granules, g[i].granule & FT_SHARED_GRANULE) =
          v->held.begin[next++];
  FT_CLEAR (v->held);
}

void ft_variables_end (ft_variables *v, ft_id id, ft_tables *tables) {
  hold_freed (v, tables, block_at (v, id)->life, false);
  hold_freed (v, tables, block_at (v, id)->life, true);
  ft_block *b = block_at (v, id);
  for (uint64_t g = b->first >> 3;
       ft_granules_next (&v->granules, &g, b->last >> 3); g++)
    add_freed (tables, ft_granules_get (&v->granules, g));
  ft_blocks_end (&v->blocks, id);
  renew (v, b);
  restore_freed (v, b->life);
}
