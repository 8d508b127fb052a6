// Sets of locks as small numbers.  Equal sets have equal numbers, and the
// answers to questions about two sets are remembered: programs hold few
// different sets, and ask often.

#ifndef FT_ORDER_LOCK_SET_H
#define FT_ORDER_LOCK_SET_H

#include "base/hash.h"

enum { FT_LOCK_SET_EMPTY = 0 };

// Elements are any numbers.  Where modes matter, 2 * lock is a lock that is
// held exclusively, and 2 * lock + 1 one that is held shared.
typedef struct ft_lock_sets {
  FT_STACK (uint32_t) elements; // of all sets, each set ascending
  FT_STACK (struct ft_lock_set {
    size_t offset;
    uint32_t count;
    ft_id next;     // next set with the same hash
    bool exclusive; // has an even element: a lock in exclusive mode
  })
  sets;
  ft_map by_hash, with, without, common, exclusive, within; // answers
} ft_lock_sets;

void ft_lock_sets_init (ft_lock_sets *);
void ft_lock_sets_release (ft_lock_sets *);

ft_id ft_lock_set_with (ft_lock_sets *, ft_id set, uint32_t element);
ft_id ft_lock_set_without (ft_lock_sets *, ft_id set, uint32_t element);
ft_id ft_lock_set_common (ft_lock_sets *, ft_id, ft_id);

// The elements of both sets, and the elements of 'a' that are not in 'b'.  Each
// element of 'b' costs one remembered step.
ft_id ft_lock_set_union (ft_lock_sets *, ft_id a, ft_id b);
ft_id ft_lock_set_minus (ft_lock_sets *, ft_id a, ft_id b);

// The set of these elements, ascending.
ft_id ft_lock_set_of (ft_lock_sets *, const uint32_t *elements, uint32_t count);

// The elements of a set, ascending; borrowed until the next new set.
const uint32_t *ft_lock_set_elements (const ft_lock_sets *, ft_id set,
                                      uint32_t *count);

// Whether a lock is in both sets, and not shared in both.
bool ft_lock_set_exclusive (ft_lock_sets *, ft_id, ft_id);

// Whether 'b' holds every lock of 'a', none of them in a weaker mode: then it
// excludes whatever 'a' excludes.
bool ft_lock_set_within (ft_lock_sets *, ft_id a, ft_id b);

#endif
