#include "grammar/digrams.h"

#include "base/hash.h"

enum { LEAST = 1024 };

void ft_digrams_init (ft_digrams *d) {
  *d = (ft_digrams){.vacant = FT_NO_NODE};
}

void ft_digrams_clear (ft_digrams *d) {
  FT_CLEAR (d->nodes);
  d->vacant = FT_NO_NODE;
  d->count = 0;
  for (size_t i = 0; i < d->capacity; i++)
    d->slots[i].node = FT_NO_NODE;
}

void ft_digrams_release (ft_digrams *d) {
  FT_RELEASE (d->nodes);
  free (d->slots);
  ft_digrams_init (d);
}

// ---- nodes -----------------------------------------------------------------

uint32_t ft_node_new (ft_digrams *d, uint32_t symbol, uint64_t times) {
  ft_node made = {
      .prev = FT_NO_NODE, .next = FT_NO_NODE, .symbol = symbol, .times = times};
  uint32_t node = d->vacant;
  if (node == FT_NO_NODE) {
    FT_PUSH (d->nodes, made);
    return (uint32_t)d->nodes.size - 1;
  }
  d->vacant = d->nodes.begin[node].next;
  d->nodes.begin[node] = made;
  return node;
}

void ft_node_free (ft_digrams *d, uint32_t node) {
  d->nodes.begin[node] = (ft_node){.symbol = FT_NO_NODE, .next = d->vacant};
  d->vacant = node;
}

// ---- the index -------------------------------------------------------------

static uint32_t hash_of (const ft_digrams *d, uint32_t node) {
  const ft_node *a = d->nodes.begin + node, *b = d->nodes.begin + a->next;
  uint64_t symbols = (uint64_t)a->symbol << 32 | b->symbol;
  uint64_t times = a->times * 0xff51afd7ed558ccdull + b->times;
  return (uint32_t)ft_intern_mix (symbols ^ 0x9E3779B97F4A7C15ull,
                                  times ^ 0xD6E8FEB86659FD93ull);
}

static bool equal (const ft_node *a, const ft_node *b) {
  return a->symbol == b->symbol && a->times == b->times;
}

static bool same_digram (const ft_digrams *d, uint32_t m, uint32_t n) {
  const ft_node *a = d->nodes.begin + m, *b = d->nodes.begin + n;
  return equal (a, b) &&
         equal (d->nodes.begin + a->next, d->nodes.begin + b->next);
}

static bool is_digram (const ft_digrams *d, uint32_t node) {
  const ft_node *a = d->nodes.begin + node;
  return a->times && d->nodes.begin[a->next].times;
}

static void grow (ft_digrams *d) {
  struct ft_digram *old = d->slots;
  size_t capacity = d->capacity;
  d->capacity = capacity ? 2 * capacity : LEAST;
  d->slots = FT_ARRAY (struct ft_digram, d->capacity);
  for (size_t i = 0; i < d->capacity; i++)
    d->slots[i].node = FT_NO_NODE;
  for (size_t i = 0; i < capacity; i++) {
    if (old[i].node == FT_NO_NODE)
      continue;
    size_t to = old[i].hash & (d->capacity - 1);
    while (d->slots[to].node != FT_NO_NODE)
      to = (to + 1) & (d->capacity - 1);
    d->slots[to] = old[i];
  }
  free (old);
}

// The slot of an equal digram, or the free one where it would be.
static size_t slot_of (const ft_digrams *d, uint32_t node, uint32_t hash) {
  size_t i = hash & (d->capacity - 1);
  for (;; i = (i + 1) & (d->capacity - 1)) {
    const struct ft_digram *slot = d->slots + i;
    if (slot->node == FT_NO_NODE ||
        (slot->hash == hash && same_digram (d, slot->node, node)))
      return i;
  }
}

uint32_t ft_digram_add (ft_digrams *d, uint32_t node) {
  if (2 * d->count >= d->capacity)
    grow (d);
  uint32_t hash = hash_of (d, node);
  struct ft_digram *slot = d->slots + slot_of (d, node, hash);
  if (slot->node != FT_NO_NODE)
    return slot->node;
  *slot = (struct ft_digram){node, hash};
  d->count++;
  return node;
}

// Closes the gap, so that every probe still reaches the digram it looks for.
static void close_gap (ft_digrams *d, size_t gap) {
  size_t mask = d->capacity - 1;
  for (size_t i = (gap + 1) & mask; d->slots[i].node != FT_NO_NODE;
       i = (i + 1) & mask) {
    size_t home = d->slots[i].hash & mask;
    if (((i - home) & mask) < ((i - gap) & mask))
      continue;
    d->slots[gap] = d->slots[i];
    gap = i;
  }
  d->slots[gap].node = FT_NO_NODE;
}

void ft_digram_remove (ft_digrams *d, uint32_t node) {
  if (!d->count || !is_digram (d, node))
    return;
  size_t i = slot_of (d, node, hash_of (d, node));
  if (d->slots[i].node != node)
    return;
  d->count--;
  close_gap (d, i);
}
