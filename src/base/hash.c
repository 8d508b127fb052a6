#include "base/hash.h"

#include <assert.h>
#include <string.h>

// Multiplying by the golden ratio spreads consecutive keys; the high bits are
// the well-mixed ones.
static uint64_t spread (uint64_t key) {
  key ^= key >> 32;
  return key * 0x9E3779B97F4A7C15ull;
}

static size_t first_slot (uint64_t hash, size_t capacity) {
  return (hash >> 32) & (capacity - 1);
}

// ---- 64-bit keys ---------------------------------------------------------

void ft_map_release (ft_map *map) {
  free (map->slots);
  *map = (ft_map){0};
}

static struct ft_map_slot *find_slot (const ft_map *map, uint64_t key) {
  size_t i = first_slot (spread (key), map->capacity);
  while (map->slots[i].used && map->slots[i].key != key)
    i = (i + 1) & (map->capacity - 1);
  return map->slots + i;
}

static void grow_map (ft_map *map) {
  ft_map old = *map;
  map->capacity = old.capacity ? 2 * old.capacity : 16;
  map->slots = FT_ARRAY (struct ft_map_slot, map->capacity);
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slots[i].used)
      *find_slot (map, old.slots[i].key) = old.slots[i];
  free (old.slots);
}

uint32_t *ft_map_at (ft_map *map, uint64_t key) {
  if (2 * (map->size + 1) > map->capacity)
    grow_map (map);
  struct ft_map_slot *slot = find_slot (map, key);
  if (!slot->used) {
    *slot = (struct ft_map_slot){key, FT_NO_ID, true};
    map->size++;
  }
  return &slot->value;
}

uint32_t ft_map_get (const ft_map *map, uint64_t key) {
  if (!map->capacity)
    return FT_NO_ID;
  const struct ft_map_slot *slot = find_slot (map, key);
  return slot->used ? slot->value : FT_NO_ID;
}

// ---- interned strings ----------------------------------------------------

void ft_intern_release (ft_intern *table) {
  FT_RELEASE (table->text);
  FT_RELEASE (table->offset);
  free (table->slots);
  *table = (ft_intern){0};
}

// The last word that is hashed may overlap the one before it.
ft_intern_key ft_intern_hash (const char *s, size_t n) {
  const char *last = s + n - sizeof (uint64_t);
  ft_intern_key hash = {n, 0};
  for (; s < last; s += sizeof (uint64_t))
    hash.low =
        ft_intern_mix (hash.low ^ ft_intern_load (s), 0x9E3779B97F4A7C15ull);
  hash.low =
      ft_intern_mix (hash.low ^ ft_intern_load (last), 0xD6E8FEB86659FD93ull);
  return hash;
}

// The key of a string behind which no byte may be read.
static ft_intern_key key_of (const char *s, size_t n) {
  char room[FT_INTERN_SHORT] = {0};
  if (n > FT_INTERN_SHORT)
    return ft_intern_hash (s, n);
  memcpy (room, s, n);
  return ft_intern_key_of (room, n);
}

static bool same_string (const ft_intern *table, ft_id id, const char *name,
                         size_t length) {
  return length <= FT_INTERN_SHORT ||
         !memcmp (table->text.begin + table->offset.begin[id], name, length);
}

static struct ft_intern_slot *find_string (const ft_intern *table,
                                           ft_intern_key key, const char *name,
                                           size_t length) {
  size_t i = ft_intern_slot_of (key, table->capacity);
  for (;; i = (i + 1) & (table->capacity - 1)) {
    struct ft_intern_slot *slot = table->slots + i;
    if (ft_intern_slot_is (slot, key, length) && slot->id != FT_NO_ID &&
        same_string (table, slot->id, name, length))
      return slot;
    if (slot->id == FT_NO_ID)
      return slot;
  }
}

static void grow_intern (ft_intern *table) {
  ft_intern old = *table;
  table->capacity = old.capacity ? 2 * old.capacity : 16;
  table->slots = FT_ARRAY (struct ft_intern_slot, table->capacity);
  for (size_t i = 0; i < table->capacity; i++)
    table->slots[i].id = FT_NO_ID;
  for (size_t i = 0; i < old.capacity; i++) {
    if (old.slots[i].id == FT_NO_ID)
      continue;
    size_t to = ft_intern_slot_of (old.slots[i].key, table->capacity);
    while (table->slots[to].id != FT_NO_ID)
      to = (to + 1) & (table->capacity - 1);
    table->slots[to] = old.slots[i];
  }
  free (old.slots);
}

static void append (ft_intern *table, const char *name, size_t length) {
  FT_PUSH (table->offset, table->text.size);
  FT_RESERVE (table->text, table->text.size + length + 1);
  memcpy (table->text.begin + table->text.size, name, length);
  table->text.begin[table->text.size + length] = 0;
  table->text.size += length + 1;
}

ft_id ft_intern_add_slow (ft_intern *table, ft_intern_key key, const char *name,
                          size_t length) {
  if (2 * (table->offset.size - table->unindexed + 1) > table->capacity)
    grow_intern (table);
  struct ft_intern_slot *slot = find_string (table, key, name, length);
  if (slot->id != FT_NO_ID)
    return slot->id;
  assert (table->offset.size < FT_NO_ID && length < UINT32_MAX);
  *slot =
      (struct ft_intern_slot){key, (uint32_t)length, (ft_id)table->offset.size};
  append (table, name, length);
  return slot->id;
}

ft_id ft_intern_append (ft_intern *table, const char *name, size_t length) {
  assert (table->offset.size < FT_NO_ID && length < UINT32_MAX);
  append (table, name, length);
  table->unindexed++;
  return (ft_id)table->offset.size - 1;
}

ft_id ft_intern_find_slow (const ft_intern *table, ft_intern_key key,
                           const char *name, size_t length) {
  return table->capacity ? find_string (table, key, name, length)->id
                         : FT_NO_ID;
}

ft_id ft_intern_add (ft_intern *table, const char *name, size_t length) {
  return ft_intern_add_key (table, key_of (name, length), name, length);
}

ft_id ft_intern_find (const ft_intern *table, const char *name, size_t length) {
  return ft_intern_find_key (table, key_of (name, length), name, length);
}

const char *ft_intern_name (const ft_intern *table, ft_id id) {
  assert (id < table->offset.size);
  return table->text.begin + table->offset.begin[id];
}

uint32_t ft_intern_size (const ft_intern *table) {
  return (uint32_t)table->offset.size;
}
