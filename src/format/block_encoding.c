#include "format/block_encoding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/print.h"
#include "format/text_format.h"

ft_event ft_event_in_file (const ft_event *e) {
  ft_event kept = *e;
  enum ft_mark mark = ft_event_mark (e);
  if (mark != FT_MARK_COUNT)
    ft_event_set_mark (&kept, mark);
  else
    kept.flags &= (uint8_t)~FT_DROPPED;
  return kept;
}

uint64_t ft_shape_of (const ft_event *e) {
  uint64_t shape = e->kind;
  shape |= (uint64_t)e->mask << FT_SHAPE_MASK;
  shape |= (uint64_t)e->order << FT_SHAPE_ORDER;
  shape |= (uint64_t)(e->flags & FT_SHAPE_FLAGS_KEPT) << FT_SHAPE_FLAGS;
  shape |= (uint64_t)(e->condition != FT_NO_ID) << FT_SHAPE_CONDITION;
  shape |= (uint64_t)(e->detail != FT_NO_ID) << FT_SHAPE_DETAIL;
  bool valued = e->flags & (FT_HAS_VALUE | FT_DROPPED);
  return shape | (uint64_t)valued << FT_SHAPE_VALUE;
}

// ---- shapes of files -------------------------------------------------------

static bool flags_fit (const ft_event *e) {
  bool mark = e->flags & FT_DROPPED;
  if (e->flags & ~FT_SHAPE_FLAGS_KEPT ||
      (e->flags & FT_UNSIGNALLED && e->kind != FT_WAKE) ||
      (e->flags & FT_TRIED && !ft_kind_acquires (e->kind) &&
       e->kind != FT_ATOMIC_RMW))
    return false;
  return !mark || (e->kind == FT_FENCE && e->order == FT_ORDER_PLAIN &&
                   e->flags == FT_DROPPED);
}

// The low bytes of a word, one at least.
static bool is_width (unsigned mask) {
  return mask && !(mask & (mask + 1));
}

// What every reader may rely on.
static bool shape_fits (uint64_t shape, const ft_event *e) {
  if (e->kind >= FT_KIND_COUNT || e->order > FT_ORDER_SEQ_CST || !flags_fit (e))
    return false;
  bool ordered = ft_kind_is_atomic (e->kind) || e->kind == FT_FENCE;
  bool valued = e->flags & (FT_HAS_VALUE | FT_DROPPED);
  bool detailed =
      e->kind == FT_ALLOC || e->kind == FT_FREE || e->kind == FT_LOCAL;
  return (ordered || e->order == FT_ORDER_PLAIN) &&
         (e->mask || !ft_kind_accesses (e->kind)) &&
         (is_width (e->mask) || !ft_kind_computes (e->kind)) &&
         ft_shape_has (shape, FT_SHAPE_VALUE) == valued &&
         (!ft_shape_has (shape, FT_SHAPE_CONDITION) || ft_kind_releases (e->kind)) &&
         (!detailed || ft_shape_has (shape, FT_SHAPE_DETAIL)) &&
         !(e->flags & FT_DROPPED && ft_shape_has (shape, FT_SHAPE_DETAIL));
}

bool ft_shape_event (uint64_t shape, ft_event *e) {
  *e = FT_EVENT_NONE;
  e->kind = (uint8_t)shape;
  e->mask = (uint8_t)(shape >> FT_SHAPE_MASK);
  e->order = (uint8_t)(shape >> FT_SHAPE_ORDER);
  e->flags = (uint8_t)(shape >> FT_SHAPE_FLAGS);
  return shape_fits (shape, e);
}

// ---- packed frame ----------------------------------------------------------

bool ft_zstd_frame_pack (ZSTD_CCtx *zstd, ft_bytes *to, const ft_bytes *raw,
                    int level, size_t *packed, ft_error *error) {
  size_t bound = ZSTD_compressBound (raw->size);
  *packed = 0;
  if (!raw->size)
    return true;
  FT_RESERVE (*to, to->size + bound);
  *packed = ZSTD_compressCCtx (zstd, to->begin + to->size, bound, raw->begin,
                               raw->size, level);
  if (ZSTD_isError (*packed)) {
    ft_error_set (error, FT_EXIT_INTERNAL, "zstd: %s",
                  ZSTD_getErrorName (*packed));
    return false;
  }
  to->size += *packed;
  return true;
}

bool ft_zstd_frame_unpack (ZSTD_DCtx *zstd, ft_bytes *to, const uint8_t *from,
                      size_t packed, size_t raw) {
  FT_RESERVE (*to, raw);
  to->size = raw;
  return !raw ||
         ZSTD_decompressDCtx (zstd, to->begin, raw, from, packed) == raw;
}

// ---- packed column ---------------------------------------------------------

// Twice the entries of a block, so that a probe is short.
#define SLOTS ((size_t)2 * FT_PACKED_EVENTS)

typedef struct entry {
  uint64_t key;
  uint32_t ordinal; // of first appearance
  uint32_t stamp;   // of the column it was made for
} entry;

struct ft_sorter {
  entry *slots;    // owned, SLOTS of them
  entry *list;     // owned: the different keys, twice for sorting
  uint16_t *ranks; // owned: by ordinal
  uint32_t stamp;
};

void ft_column_writer_init (ft_column_writer *c) {
  c->keys = FT_ARRAY (uint64_t, FT_PACKED_EVENTS);
  c->values = FT_ARRAY (uint64_t, FT_PACKED_EVENTS);
  c->ranks = FT_ARRAY (uint16_t, FT_PACKED_EVENTS);
  c->size = c->count = 0;
}

void ft_column_writer_release (ft_column_writer *c) {
  free (c->keys);
  free (c->values);
  free (c->ranks);
  *c = (ft_column_writer){0};
}

ft_sorter *ft_sorter_new (void) {
  ft_sorter *s = FT_NEW (ft_sorter);
  s->slots = FT_ARRAY (entry, SLOTS);
  s->list = FT_ARRAY (entry, 2 * FT_PACKED_EVENTS);
  s->ranks = FT_ARRAY (uint16_t, FT_PACKED_EVENTS);
  return s;
}

void ft_sorter_free (ft_sorter *s) {
  if (!s)
    return;
  free (s->slots);
  free (s->list);
  free (s->ranks);
  free (s);
}

// Slots of older columns count as empty, so that none has to be cleared.
static uint32_t ordinal_of (ft_sorter *s, uint64_t key, uint32_t *count) {
  size_t i = (key * 0x9E3779B97F4A7C15ull) >> 47;
  for (;; i = (i + 1) & (SLOTS - 1)) {
    entry *slot = s->slots + i;
    if (slot->stamp != s->stamp) {
      *slot = (entry){key, (*count)++, s->stamp};
      s->list[slot->ordinal] = *slot;
      return slot->ordinal;
    }
    if (slot->key == key)
      return slot->ordinal;
  }
}

// By the byte at 'shift', keeping the order of equal ones.
static void sort_byte (const entry *from, entry *to, uint32_t n, int shift) {
  uint32_t begin[257] = {0};
  for (uint32_t i = 0; i < n; i++)
    begin[(from[i].key >> shift & 0xff) + 1]++;
  for (int i = 0; i < 256; i++)
    begin[i + 1] += begin[i];
  for (uint32_t i = 0; i < n; i++)
    to[begin[from[i].key >> shift & 0xff]++] = from[i];
}

// Radix sort by the bytes in which keys differ at all; the sorted list.
static const entry *sort_list (ft_sorter *s, uint32_t n) {
  entry *from = s->list, *to = s->list + FT_PACKED_EVENTS;
  uint64_t differ = 0;
  for (uint32_t i = 1; i < n; i++)
    differ |= from[i].key ^ from[0].key;
  for (int shift = 0; shift < 64; shift += 8)
    if (differ >> shift & 0xff) {
      sort_byte (from, to, n, shift);
      entry *sorted = to;
      to = from, from = sorted;
    }
  return from;
}

void ft_column_writer_sort (ft_column_writer *c, ft_sorter *s) {
  s->stamp++;
  c->count = 0;
  for (uint32_t i = 0; i < c->size; i++)
    c->ranks[i] = (uint16_t)ordinal_of (s, c->keys[i], &c->count);
  const entry *sorted = sort_list (s, c->count);
  for (uint32_t i = 0; i < c->count; i++) {
    c->values[i] = sorted[i].key;
    s->ranks[sorted[i].ordinal] = (uint16_t)i;
  }
  for (uint32_t i = 0; i < c->size; i++)
    c->ranks[i] = s->ranks[c->ranks[i]];
}

void ft_put_ascending (ft_bytes *to, const uint64_t *values, uint32_t count) {
  ft_varint_put (to, count);
  for (uint32_t i = 0; i < count; i++)
    ft_varint_put (to, i ? values[i] - values[i - 1] - 1 : values[0]);
}

void ft_put_ranks (ft_bytes *to, const ft_column_writer *c) {
  unsigned width = ft_packed_width (c->count);
  for (unsigned byte = 0; byte < width; byte++)
    for (uint32_t i = 0; i < c->size; i++)
      FT_PUSH (*to, (uint8_t)(c->ranks[i] >> 8 * byte));
}

// ---- packed names ----------------------------------------------------------

static bool get_variable (ft_varints *from, ft_variable *v) {
  uint64_t addressed = ft_varint_get (from);
  *v = (ft_variable){.addressed = addressed == 1, .alloc = FT_NO_POS};
  if (addressed) {
    v->address = ft_varint_get (from);
    v->alloc = ft_varint_get (from) - 1;
  }
  return addressed <= 1 && !from->bad;
}

static const char *get_name (ft_varints *from, ft_tables *tables,
                             enum ft_class class) {
  ft_id id = ft_tables_count (tables, class);
  size_t length = ft_varint_get_count (from);
  const char *name = (const char *)from->at;
  from->at += length;
  if (from->bad || memchr (name, 0, length) || id == FT_NO_ID - 1)
    return "malformed names";
  if (ft_tables_add (tables, class, name, length) != id)
    return "a name that another id has";
  if (class == FT_CLASS_VARIABLE &&
      !get_variable (from, tables->variables.begin + id))
    return "malformed variables";
  return NULL;
}

const char *ft_block_names_get (ft_varints *from, ft_tables *tables,
                          const ft_id_limits known) {
  const char *wrong = NULL;
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    if (ft_tables_count (tables, (enum ft_class) class) != known[class])
      return "other names before it than there are";
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    for (uint64_t n = ft_varint_get_count (from); n && !wrong; n--)
      wrong = get_name (from, tables, (enum ft_class) class);
  return wrong ? wrong : from->bad ? "malformed names" : NULL;
}

const char *ft_packed_names (const ft_packed_block *b, ft_tables *tables) {
  const ft_bytes *frame = b->frames + FT_FRAME_NAMES;
  ft_varints from = {frame->begin, frame->begin + frame->size, false};
  const char *wrong = ft_block_names_get (&from, tables, b->header.names);
  return wrong ? wrong : from.at != from.end ? "malformed names" : NULL;
}

static void add_lost (ft_tables *tables, enum ft_class class) {
  ft_id id = ft_tables_count (tables, class);
  char name[64];
  int n = snprintf (name, sizeof name, "lost %s %u", ft_class_name (class), id);
  while (ft_tables_add (tables, class, name, (size_t)n) != id)
    name[n++] = '\'';
}

// Compressed names need some bits at least; the bound keeps memory within
// what the size of the file warrants.
static bool may_be_lost (const ft_packed_block *b, uint64_t names) {
  return names <= 64 * b->skipped;
}

const char *ft_packed_lost_names (const ft_packed_block *b, ft_tables *tables) {
  for (int i = 0; i < FT_CLASS_NONE; i++) {
    enum ft_class class = (enum ft_class)i;
    uint32_t known = ft_tables_count (tables, class);
    if (b->header.names[class] < known ||
        !may_be_lost (b, b->header.names[class] - known))
      return "other names before it than there are";
    while (ft_tables_count (tables, class) < b->header.names[class])
      add_lost (tables, class);
  }
  return NULL;
}

// ---- writing ---------------------------------------------------------------

static void put_name (ft_bytes *to, const ft_tables *tables,
                      enum ft_class class, ft_id id) {
  const char *name = ft_tables_name (tables, class, id);
  size_t length = strlen (name);
  ft_varint_put (to, length);
  for (size_t i = 0; i < length; i++)
    FT_PUSH (*to, (uint8_t)name[i]);
}

static void put_variable (ft_bytes *to, const ft_variable *v) {
  ft_varint_put (to, v->addressed);
  if (!v->addressed)
    return;
  ft_varint_put (to, v->address);
  ft_varint_put (to, v->alloc + 1); // 0: in no allocation
}

void ft_block_names_put (ft_bytes *to, const ft_tables *tables, const ft_id_limits named,
                   const ft_id_limits used) {
  for (int class = 0; class < FT_CLASS_NONE; class ++) {
    ft_varint_put (to, used[class] - named[class]);
    for (ft_id id = named[class]; id < used[class]; id++) {
      put_name (to, tables, (enum ft_class) class, id);
      if (class == FT_CLASS_VARIABLE)
        put_variable (to, tables->variables.begin + id);
    }
  }
}
