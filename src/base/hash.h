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
  } * slots; // owned, 'capacity' slots
  size_t size, capacity;
};

void ft_map_release (ft_map *); // back to empty; (ft_map){0} is empty

// The value at 'key'; an absent key is inserted with FT_NO_ID.  Valid until the
// next insertion.
uint32_t *ft_map_at (ft_map *, uint64_t key);

// The value at 'key', or FT_NO_ID.
uint32_t ft_map_get (const ft_map *, uint64_t key);

// ---- interned strings ----------------------------------------------------

typedef struct ft_intern ft_intern;

// The key of a string: its bytes as two words if it has at most 16, else its
// hash.  Strings contain no NUL, so that two short ones differ if their words
// do.
typedef struct ft_intern_key {
  uint64_t low, high;
} ft_intern_key;

struct ft_intern {
  FT_STACK (char) text;     // all strings, each NUL-terminated
  FT_STACK (size_t) offset; // by id: where the string begins in 'text'
  // A probe reads one slot and then, only for a long string with an equal hash,
  // the string itself.
  struct ft_intern_slot {
    ft_intern_key key;
    uint32_t size; // length of the string
    ft_id id;      // FT_NO_ID: empty slot
  } * slots;
  size_t capacity;
  size_t unindexed; // number of strings that have no slot
};

void ft_intern_release (ft_intern *); // (ft_intern){0} is empty

// The id of the string of 'length' bytes at 'name', which contains no NUL; a
// new id if the string is new.
ft_id ft_intern_add (ft_intern *, const char *name, size_t length);

// A new id for a string that the table does not have and that nobody looks up,
// at the cost of the string alone.
ft_id ft_intern_append (ft_intern *, const char *name, size_t length);

// The id of the string, or FT_NO_ID.
ft_id ft_intern_find (const ft_intern *, const char *name, size_t length);

// The string, borrowed until the next addition.
const char *ft_intern_name (const ft_intern *, ft_id);

uint32_t ft_intern_size (const ft_intern *);

// ---- interning in two steps ------------------------------------------------
//
// For passes that look up millions of names: a key is computed and its slot
// prefetched long before the slot is read, so that many cache misses are under
// way at once.

// The key of a name.  16 bytes at 'name' must be readable, whatever its length.
static inline ft_intern_key ft_intern_key_of (const char *name, size_t length);

// The address that a lookup reads first, to be prefetched.  (There is no
// function that prefetches: GCC 12 deletes calls of functions that do nothing
// else.)
static inline const void *ft_intern_probe (const ft_intern *, ft_intern_key);

// The id of the string, or FT_NO_ID.
static inline ft_id ft_intern_find_key (const ft_intern *, ft_intern_key,
                                        const char *name, size_t length);

// The id of the string; a new one if the string is new.
static inline ft_id ft_intern_add_key (ft_intern *, ft_intern_key,
                                       const char *name, size_t length);

#include "base/intern_inline.h"

#endif
