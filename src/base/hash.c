#include "base/hash.h"

#include <assert.h>
#include <string.h>

// Multiplying by the golden ratio spreads consecutive keys; the high bits are
// the good ones.
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
  FT_RELEASE (table->hashes);
  free (table->slots);
  *table = (ft_intern){0};
}

static uint64_t hash_string (const char *s, size_t n) {
  uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ (unsigned char)s[i]) * 0x100000001b3ull;
  return hash;
}

static bool same_string (const ft_intern *table, ft_id id, const char *name,
                         size_t length) {
  size_t begin = table->offset.begin[id];
  size_t end = id + 1 < table->offset.size ? table->offset.begin[id + 1]
                                           : table->text.size;
  return end - begin - 1 == length &&
         !memcmp (table->text.begin + begin, name, length);
}

static struct ft_intern_slot *find_string (const ft_intern *table,
                                           uint64_t hash, const char *name,
                                           size_t length) {
  size_t i = first_slot (spread (hash), table->capacity);
  for (;; i = (i + 1) & (table->capacity - 1)) {
    struct ft_intern_slot *slot = table->slots + i;
    if (slot->id == FT_NO_ID)
      return slot;
    if (slot->tag == (uint32_t)hash &&
        same_string (table, slot->id, name, length))
      return slot;
  }
}

static void grow_intern (ft_intern *table) {
  free (table->slots);
  table->capacity = table->capacity ? 2 * table->capacity : 16;
  table->slots = FT_ARRAY (struct ft_intern_slot, table->capacity);
  memset (table->slots, 0xff, table->capacity * sizeof *table->slots);
  for (ft_id id = 0; id < table->offset.size; id++) {
    uint64_t hash = table->hashes.begin[id];
    size_t i = first_slot (spread (hash), table->capacity);
    while (table->slots[i].id != FT_NO_ID)
      i = (i + 1) & (table->capacity - 1);
    table->slots[i] = (struct ft_intern_slot){(uint32_t)hash, id};
  }
}

ft_id ft_intern_add (ft_intern *table, const char *name, size_t length) {
  if (2 * (table->offset.size + 1) > table->capacity)
    grow_intern (table);
  uint64_t hash = hash_string (name, length);
  struct ft_intern_slot *slot = find_string (table, hash, name, length);
  if (slot->id != FT_NO_ID)
    return slot->id;
  assert (table->offset.size < FT_NO_ID);
  *slot = (struct ft_intern_slot){(uint32_t)hash, (uint32_t)table->offset.size};
  FT_PUSH (table->offset, table->text.size);
  FT_PUSH (table->hashes, hash);
  for (size_t i = 0; i < length; i++)
    FT_PUSH (table->text, name[i]);
  FT_PUSH (table->text, 0);
  return slot->id;
}

ft_id ft_intern_find (const ft_intern *table, const char *name, size_t length) {
  if (!table->capacity)
    return FT_NO_ID;
  return find_string (table, hash_string (name, length), name, length)->id;
}

const char *ft_intern_name (const ft_intern *table, ft_id id) {
  assert (id < table->offset.size);
  return table->text.begin + table->offset.begin[id];
}

uint32_t ft_intern_size (const ft_intern *table) {
  return (uint32_t)table->offset.size;
}
