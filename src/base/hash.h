// Two hash tables: 64-bit keys to ids, and strings to dense ids (interning).
// Open addressing, power-of-two capacity, no deletion.

#ifndef FT_BASE_HASH_H
#define FT_BASE_HASH_H

#include "base/ids.h"
#include "base/stack.h"

// ---- 64-bit keys ---------------------------------------------------------

typedef struct ft_map ft_map;

struct ft_map {
  struct ft_map_slot {
    uint64_t key;
    uint32_t value;
    bool used;
  } * slots; // owned, 'capacity' of them
  size_t size, capacity;
};

void ft_map_release (ft_map *); // back to empty; (ft_map){0} is empty

// The value at 'key'; inserted as FT_NO_ID when absent.  Valid until the next
// insertion.
uint32_t *ft_map_at (ft_map *, uint64_t key);

// The value at 'key', or FT_NO_ID.
uint32_t ft_map_get (const ft_map *, uint64_t key);

// ---- interned strings ----------------------------------------------------

typedef struct ft_intern ft_intern;

// A string of at most 16 bytes as two words, or the hash of a longer one.
// Strings hold no NUL, so that short ones differ if their words do.
typedef struct ft_intern_key {
  uint64_t low, high;
} ft_intern_key;

struct ft_intern {
  FT_STACK (char) text;     // the strings, NUL-terminated, one after another
  FT_STACK (size_t) offset; // of the string of each id
  // A probe reads one slot and, for long strings that most likely are equal,
  // the string.
  struct ft_intern_slot {
    ft_intern_key key;
    uint32_t size; // of the string
    ft_id id;      // FT_NO_ID: empty
  } * slots;
  size_t capacity;
};

void ft_intern_release (ft_intern *); // (ft_intern){0} is empty

// The id of the string of 'length' bytes at 'name' (which has no NUL inside),
// a new one if it was never seen.
ft_id ft_intern_add (ft_intern *, const char *name, size_t length);

// The id, or FT_NO_ID.
ft_id ft_intern_find (const ft_intern *, const char *name, size_t length);

// Borrowed until the next addition.
const char *ft_intern_name (const ft_intern *, ft_id);

uint32_t ft_intern_size (const ft_intern *);

// Bytes of memory that it takes.
size_t ft_intern_bytes (const ft_intern *);

// ---- the same in steps, for those who look up millions of names -------------
//
// A key is computed and its slot asked for long before the slot is read, so
// that many misses of the cache are under way at once.

// The key of a name; 16 bytes at 'name' can be read, whatever its length.
static inline ft_intern_key ft_intern_key_of (const char *name, size_t length);

// What a lookup reads first, to be prefetched.  (GCC 12 deletes calls of
// functions that do nothing but prefetch.)
static inline const void *ft_intern_probe (const ft_intern *, ft_intern_key);

// The id, or FT_NO_ID.
static inline ft_id ft_intern_find_key (const ft_intern *, ft_intern_key,
                                        const char *name, size_t length);

// The id, a new one if needed.
static inline ft_id ft_intern_add_key (ft_intern *, ft_intern_key,
                                       const char *name, size_t length);

#include "base/intern_inline.h"

#endif
