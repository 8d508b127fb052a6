#include "format/column_writer.h"

#include "format/packed.h"

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
