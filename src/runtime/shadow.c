// Shadows of synchronisation objects, see shadow.h: a hash table with chains
// that doubles when it is full.  Shadows that are forgotten are used again;
// tables that were outgrown are not, the arena never takes anything back.

#include "runtime/shadow.h"

static ft_shadow **buckets;
static size_t size; // a power of two
static size_t used;
static ft_shadow *spare;

// What was looked for last; never one that is forgotten.
ft_shadow *ft_shadow_recent[FT_SHADOW_RECENT];

static ft_shadow **bucket_of (const void *address) {
  uint64_t mixed = (ft_address (address) >> 2) * UINT64_C (0x9e3779b97f4a7c15);
  return buckets + (mixed >> 32 & (size - 1));
}

static void put (ft_shadow *s) {
  ft_shadow **bucket = bucket_of (s->address);
  s->next = *bucket;
  *bucket = s;
}

static void grow (void) {
  ft_shadow **old = buckets;
  size_t old_size = size;
  size = size ? 2 * size : 256;
  buckets = ft_arena (size * sizeof *buckets);
  for (size_t i = 0; i < old_size; i++)
    for (ft_shadow *s = old[i], *next; s; s = next) {
      next = s->next;
      put (s);
    }
}

static ft_shadow **link_to (const void *address) {
  ft_shadow **link = bucket_of (address);
  while (*link && (*link)->address != address)
    link = &(*link)->next;
  return link;
}

static void reset (ft_shadow *s, const void *address, enum ft_wire_object o) {
  ft_shadow *next = s->next;
  *s = (ft_shadow){.next = next, .address = address, .object = o};
}

ft_shadow *ft_shadow_find (const void *address, enum ft_wire_object object) {
  ft_shadow *s = size ? *link_to (address) : NULL;
  return s && s->object == object ? s : NULL;
}

static ft_shadow *make (const void *address, enum ft_wire_object object) {
  if (used >= size)
    grow ();
  used++;
  ft_shadow *s = spare;
  if (s)
    spare = s->next;
  else
    s = ft_arena (sizeof *s);
  reset (s, address, object);
  put (s);
  return s;
}

ft_shadow *ft_shadow_of (const void *address, enum ft_wire_object object,
                         bool *is_new) {
  ft_shadow *s = size ? *link_to (address) : NULL;
  *is_new = !s || s->object != object;
  if (!s)
    s = make (address, object);
  else if (*is_new) // memory of an object of another kind, never destroyed
    reset (s, address, object);
  return *ft_shadow_place (address) = s;
}

void ft_shadow_forget (const void *address) {
  ft_shadow **link = size ? link_to (address) : NULL;
  if (!link || !*link)
    return;
  ft_shadow *s = *link;
  *link = s->next;
  if (*ft_shadow_place (address) == s)
    *ft_shadow_place (address) = NULL;
  s->next = spare;
  spare = s;
  used--;
}

void ft_shadow_each (void (*visit) (ft_shadow *, void *), void *context) {
  for (size_t i = 0; i < size; i++)
    for (ft_shadow *s = buckets[i]; s; s = s->next)
      visit (s, context);
}

void ft_shadow_wake_one (const void *object) {
  if (ft_replaying ())
    ft_wake_all (object);
  else
    ft_wake_one (object);
}
