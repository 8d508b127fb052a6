// Inside of 'hash.h'.

#ifndef FT_BASE_INTERN_INLINE_H
#define FT_BASE_INTERN_INLINE_H

#include <endian.h>
#include <string.h>

#define FT_INTERN_SHORT ((size_t)8)

static inline uint64_t ft_intern_load (const char *s) {
  uint64_t word;
  memcpy (&word, s, sizeof word);
  return le64toh (word);
}

// Of strings of more than FT_INTERN_SHORT bytes.
uint64_t ft_intern_hash (const char *name, size_t length);

// A short string is its own key, since it holds no NUL.
static inline uint64_t ft_intern_key (const char *name, size_t length) {
  static const uint64_t masks[FT_INTERN_SHORT + 1] = {0x0,
                                                      0xff,
                                                      0xffff,
                                                      0xffffff,
                                                      0xffffffff,
                                                      0xffffffffff,
                                                      0xffffffffffff,
                                                      0xffffffffffffff,
                                                      0xffffffffffffffff};
  return length <= FT_INTERN_SHORT ? ft_intern_load (name) & masks[length]
                                   : ft_intern_hash (name, length);
}

// Both halves of a product depend on all bits of the factors.
static inline uint64_t ft_intern_mix (uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline size_t ft_intern_slot_of (uint64_t key, size_t capacity) {
  return ft_intern_mix (key ^ 0x9E3779B97F4A7C15ull, 0xD6E8FEB86659FD93ull) &
         (capacity - 1);
}

static inline const void *ft_intern_probe (const ft_intern *table,
                                           uint64_t key) {
  return table->capacity
             ? table->slots + ft_intern_slot_of (key, table->capacity)
             : NULL;
}

// For what is not in the first slot.
ft_id ft_intern_find_slow (const ft_intern *, uint64_t key, const char *name,
                           size_t length);
ft_id ft_intern_add_slow (ft_intern *, uint64_t key, const char *name,
                          size_t length);

// The id of a short string if it is in its first slot.
static inline ft_id ft_intern_find_first (const ft_intern *table, uint64_t key,
                                          size_t length) {
  if (!table->capacity || length > FT_INTERN_SHORT)
    return FT_NO_ID;
  const struct ft_intern_slot *slot =
      table->slots + ft_intern_slot_of (key, table->capacity);
  return slot->key == key && slot->size == length ? slot->id : FT_NO_ID;
}

static inline ft_id ft_intern_find_key (const ft_intern *table, uint64_t key,
                                        const char *name, size_t length) {
  ft_id id = ft_intern_find_first (table, key, length);
  return id != FT_NO_ID ? id : ft_intern_find_slow (table, key, name, length);
}

static inline ft_id ft_intern_add_key (ft_intern *table, uint64_t key,
                                       const char *name, size_t length) {
  ft_id id = ft_intern_find_first (table, key, length);
  return id != FT_NO_ID ? id : ft_intern_add_slow (table, key, name, length);
}

#endif
