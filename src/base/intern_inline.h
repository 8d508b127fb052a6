// The inline functions of 'hash.h', which alone includes this file.

#ifndef FT_BASE_INTERN_INLINE_H
#define FT_BASE_INTERN_INLINE_H

#include <endian.h>
#include <string.h>

#define FT_INTERN_SHORT ((size_t)16)

static inline uint64_t ft_intern_load (const char *s) {
  uint64_t word;
  memcpy (&word, s, sizeof word);
  return le64toh (word);
}

// The hash of a string of more than FT_INTERN_SHORT bytes.
ft_intern_key ft_intern_hash (const char *name, size_t length);

// Free of branches for short names, whose lengths no branch predictor can
// guess.
static inline ft_intern_key ft_intern_key_of (const char *name, size_t length) {
#define ALL UINT64_MAX
  static const ft_intern_key masks[FT_INTERN_SHORT + 1] = {
      {0x0, 0},
      {0xff, 0},
      {0xffff, 0},
      {0xffffff, 0},
      {0xffffffff, 0},
      {0xffffffffff, 0},
      {0xffffffffffff, 0},
      {0xffffffffffffff, 0},
      {ALL, 0},
      {ALL, 0xff},
      {ALL, 0xffff},
      {ALL, 0xffffff},
      {ALL, 0xffffffff},
      {ALL, 0xffffffffff},
      {ALL, 0xffffffffffff},
      {ALL, 0xffffffffffffff},
      {ALL, ALL},
  };
#undef ALL
  if (length > FT_INTERN_SHORT)
    return ft_intern_hash (name, length);
  return (ft_intern_key){ft_intern_load (name) & masks[length].low,
                         ft_intern_load (name + 8) & masks[length].high};
}

// Both halves of a product depend on all bits of the factors.
static inline uint64_t ft_intern_mix (uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline size_t ft_intern_slot_of (ft_intern_key key, size_t capacity) {
  return ft_intern_mix (key.low ^ 0x9E3779B97F4A7C15ull,
                        key.high ^ 0xD6E8FEB86659FD93ull) &
         (capacity - 1);
}

static inline const void *ft_intern_probe (const ft_intern *table,
                                           ft_intern_key key) {
  return table->capacity
             ? table->slots + ft_intern_slot_of (key, table->capacity)
             : NULL;
}

static inline bool ft_intern_slot_is (const struct ft_intern_slot *slot,
                                      ft_intern_key key, size_t length) {
  return slot->key.low == key.low && slot->key.high == key.high &&
         slot->size == length;
}

// The general case: the name is long, or not in the first slot of its probe.
ft_id ft_intern_find_slow (const ft_intern *, ft_intern_key, const char *name,
                           size_t length);
ft_id ft_intern_add_slow (ft_intern *, ft_intern_key, const char *name,
                          size_t length);

static inline ft_id ft_intern_find_first (const ft_intern *table,
                                          ft_intern_key key, size_t length) {
  if (!table->capacity || length > FT_INTERN_SHORT)
    return FT_NO_ID;
  const struct ft_intern_slot *slot =
      table->slots + ft_intern_slot_of (key, table->capacity);
  return ft_intern_slot_is (slot, key, length) ? slot->id : FT_NO_ID;
}

static inline ft_id ft_intern_find_key (const ft_intern *table,
                                        ft_intern_key key, const char *name,
                                        size_t length) {
  ft_id id = ft_intern_find_first (table, key, length);
  return id != FT_NO_ID ? id : ft_intern_find_slow (table, key, name, length);
}

static inline ft_id ft_intern_add_key (ft_intern *table, ft_intern_key key,
                                       const char *name, size_t length) {
  ft_id id = ft_intern_find_first (table, key, length);
  return id != FT_NO_ID ? id : ft_intern_add_slow (table, key, name, length);
}

#endif
