#include "replay/final_state.h"

#include <string.h>

#include "run/memory_names.h"
#include "run/real_value.h"

enum {
  MOST = 1 << 18,         // granules that are kept
  LARGEST = 1 << 16,      // bytes of a write that are forgotten one by one
  LEAST_ADDRESS = 1 << 16 // numbers below are none
};

void ft_final_state_init (ft_final_state *s, const ft_run_code *code,
                          const ft_memory_blocks *blocks) {
  *s = (ft_final_state){.code = code,
                        .blocks = blocks,
                        .names = ft_location_names_new (code)};
}

void ft_final_state_release (ft_final_state *s) {
  for (size_t i = 0; i < s->made.size; i++)
    free (s->made.begin[i]);
  ft_location_names_free (s->names);
  ft_map_release (&s->cells);
  ft_intern_release (&s->places);
  FT_RELEASE (s->list);
  FT_RELEASE (s->made);
  FT_RELEASE (s->counts);
}

// ---- writes ----------------------------------------------------------------

typedef struct ft_final_cell cell;

static bool is_kept (const ft_final_state *s, uint64_t address) {
  const ft_memory_block *b = ft_memory_blocks_at (s->blocks, address);
  return b ? b->kind == FT_BLOCK_HEAP && !b->freed
           : ft_run_code_global_at (s->code, address) != NULL;
}

static cell *cell_at (ft_final_state *s, uint64_t granule, bool make) {
  uint32_t i = ft_map_get (&s->cells, granule);
  if (i != FT_NO_ID)
    return s->list.begin + i;
  if (!make || s->full)
    return NULL;
  s->full = s->list.size == MOST;
  *ft_map_at (&s->cells, granule) = (uint32_t)s->list.size;
  FT_PUSH (s->list, ((cell){.address = granule << 3}));
  return &FT_TOP (s->list);
}

// Forgets what the bytes were written as; the rest of a write that they cut is bytes of
// their own.
static void cut (cell *c, unsigned from, unsigned end) {
  for (unsigned at = 0; at < 8; at++) {
    unsigned size = c->unit[at];
    if (!size || at + size <= from || at >= end)
      continue;
    c->real &= (uint8_t)~(1u << at);
    for (unsigned i = at; i < at + size; i++)
      c->unit[i] = i < from || i >= end;
  }
}

static void write_part (ft_final_state *s, const ft_run_access *a,
                        uint64_t value, uint64_t from, uint64_t end,
                        bool real) {
  cell *c = cell_at (s, from >> 3, a->valued);
  unsigned at = (unsigned)(from & 7), size = (unsigned)(end - from);
  if (!c)
    return;
  cut (c, at, at + size);
  for (unsigned i = 0; a->valued && i < size; i++)
    c->bytes[at + i] = (uint8_t)(value >> 8 * (from - a->address + i));
  if (a->valued)
    c->unit[at] = (uint8_t)size;
  if (a->valued && real && size == a->bytes)
    c->real |= (uint8_t)(1u << at);
}

static void forget_all (ft_final_state *s) {
  s->list.size = 0;
  ft_map_release (&s->cells);
  s->full = true;
}

void ft_final_state_write (ft_final_state *s, const ft_run_access *a,
                           bool real) {
  uint64_t value = ft_kind_reads (a->kind) ? a->written : a->value;
  uint64_t end = a->address + a->bytes;
  if (!ft_kind_writes (a->kind) || end < a->address || s->full)
    return;
  if (a->bytes > LARGEST) {
    forget_all (s);
    return;
  }
  if (a->valued && !is_kept (s, a->address))
    return;
  for (uint64_t at = a->address; at < end;) {
    uint64_t next = (at | 7) + 1 < end ? (at | 7) + 1 : end;
    write_part (s, a, value, at, next, real);
    at = next;
  }
}

// ---- blocks ----------------------------------------------------------------

void ft_final_state_block (ft_final_state *s, const ft_run_record *r,
                           ft_id block) {
  const ft_memory_block *b = s->blocks->list.begin + block;
  ft_strbuf text = {0};
  ft_run_access gone = {.address = b->address,
                        .bytes = b->bytes < LARGEST ? b->bytes : LARGEST,
                        .kind = FT_WRITE};
  ft_final_state_write (s, &gone, false);
  ft_strbuf_add (&text, "heap block of %s",
                 ft_location_names_text (s->names, r->thread));
  size_t length = text.size;
  ft_strbuf_add (&text, " by %u", (unsigned)r->thread->number);
  ft_id place = ft_intern_add (&s->places, text.text, text.size);
  FT_GROW (s->counts, (size_t)place + 1, 0);
  text.size = length;
  text.text[length] = 0;
  if (++s->counts.begin[place] > 1)
    ft_strbuf_add (&text, "#%u", s->counts.begin[place]);
  FT_GROW (s->made, (size_t)block + 1, NULL);
  free (s->made.begin[block]);
  s->made.begin[block] = ft_strbuf_take (&text);
}

// ---- names and values ------------------------------------------------------

static bool add_name (ft_final_state *s, ft_memory_names *globals,
                      ft_strbuf *out, uint64_t address) {
  const ft_memory_block *b = ft_memory_blocks_at (s->blocks, address);
  if (!b) {
    ft_strbuf_add (out, "%s", ft_memory_names_text (globals, address));
    return ft_run_code_global_at (s->code, address) != NULL;
  }
  size_t number = (size_t)(b - s->blocks->list.begin);
  if (b->kind != FT_BLOCK_HEAP || b->freed || number >= s->made.size ||
      !s->made.begin[number])
    return false;
  ft_strbuf_add (out, "%s", s->made.begin[number]);
  if (address > b->address)
    ft_strbuf_add (out, "+%llu", (unsigned long long)(address - b->address));
  return true;
}

static void add_value (ft_strbuf *out, const cell *c, unsigned at) {
  uint64_t value = 0;
  for (unsigned i = 0; i < c->unit[at]; i++)
    value |= (uint64_t)c->bytes[at + i] << 8 * i;
  if (c->real >> at & 1) {
    ft_strbuf_add (out, "=");
    ft_real_add (out, value, c->unit[at]);
    ft_strbuf_add (out, "\n");
    return;
  }
  // Addresses of a program have 47 bits.
  bool address = c->unit[at] == 8 && value >= LEAST_ADDRESS && !(value >> 47);
  if (address)
    ft_strbuf_add (out, "=an address\n");
  else
    ft_strbuf_add (out, "=%llu\n", (unsigned long long)value);
}

static int compare_cells (const void *x, const void *y) {
  const cell *a = x, *b = y;
  return (a->address > b->address) - (a->address < b->address);
}

void ft_final_state_list (ft_final_state *s, ft_strbuf *out) {
  ft_memory_names globals = {.code = s->code, .blocks = s->blocks};
  if (s->list.size)
    qsort (s->list.begin, s->list.size, sizeof *s->list.begin, compare_cells);
  for (size_t i = 0; i < s->list.size; i++)
    for (unsigned at = 0; at < 8; at++) {
      const cell *c = s->list.begin + i;
      size_t before = out->size;
      if (!c->unit[at])
        continue;
      if (add_name (s, &globals, out, c->address + at))
        add_value (out, c, at);
      else
        out->size = before;
    }
  if (out->size)
    out->text[out->size] = 0;
  ft_memory_names_release (&globals);
}
