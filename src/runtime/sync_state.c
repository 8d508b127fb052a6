// A hash table with chains, which doubles when it is full.  States that are
// removed are used again; the memory of smaller tables is not, since the arena
// never frees.

#include "runtime/sync_state.h"

static ft_sync_state **buckets;
static size_t size; // a power of two
static size_t used;
static ft_sync_state *spare;

ft_sync_state *ft_sync_state_cache[FT_SYNC_STATE_CACHE_SIZE];

static ft_sync_state **bucket_of (const void *address) {
  uint64_t mixed = (ft_address (address) >> 2) * UINT64_C (0x9e3779b97f4a7c15);
  return buckets + (mixed >> 32 & (size - 1));
}

static void put (ft_sync_state *s) {
  ft_sync_state **bucket = bucket_of (s->address);
  s->next = *bucket;
  *bucket = s;
}

static void grow (void) {
  ft_sync_state **old = buckets;
  size_t old_size = size;
  size = size ? 2 * size : 256;
  buckets = ft_arena_alloc (size * sizeof *buckets);
  for (size_t i = 0; i < old_size; i++)
    for (ft_sync_state *s = old[i], *next; s; s = next) {
      next = s->next;
      put (s);
    }
}

static ft_sync_state **link_to (const void *address) {
  ft_sync_state **link = bucket_of (address);
  while (*link && (*link)->address != address)
    link = &(*link)->next;
  return link;
}

static void reset (ft_sync_state *s, const void *address,
                   enum ft_wire_sync_kind o) {
  ft_sync_state *next = s->next;
  *s = (ft_sync_state){.next = next, .address = address, .object = o};
}

ft_sync_state *ft_sync_state_find (const void *address,
                                   enum ft_wire_sync_kind object) {
  address = ft_alias_of (address);
  ft_sync_state *s = size ? *link_to (address) : NULL;
  return s && s->object == object ? s : NULL;
}

static ft_sync_state *make (const void *address,
                            enum ft_wire_sync_kind object) {
  if (used >= size)
    grow ();
  used++;
  ft_sync_state *s = spare;
  if (s)
    spare = s->next;
  else
    s = ft_arena_alloc (sizeof *s);
  reset (s, address, object);
  put (s);
  return s;
}

static bool is_held (const ft_sync_state *s) {
  return s->object == FT_WIRE_RWLOCK
             ? s->rwlock.writer || s->rwlock.readers
             : (s->object == FT_WIRE_MUTEX || s->object == FT_WIRE_SPINLOCK) &&
                   s->mutex.owner;
}

// The memory had an object of another kind, which was not destroyed.
static void replace (ft_sync_state *s, const void *address,
                     enum ft_wire_sync_kind object) {
  ft_thread *t = ft_recorded_thread ();
  if (t && is_held (s))
    ft_log_record1 (t, FT_WIRE_LOCK_INIT, ft_address (address),
                    object | FT_WIRE_ABANDONED | FT_WIRE_FOUND);
  reset (s, address, object);
}

ft_sync_state *ft_sync_state_get (const void *address,
                                  enum ft_wire_sync_kind object, bool *is_new) {
  address = ft_alias_of (address);
  ft_sync_state *s = size ? *link_to (address) : NULL;
  *is_new = !s || s->object != object;
  if (!s)
    s = make (address, object);
  else if (*is_new)
    replace (s, address, object);
  return *ft_sync_state_cache_slot (address) = s;
}

void ft_sync_state_remove (const void *address) {
  address = ft_alias_of (address);
  ft_sync_state **link = size ? link_to (address) : NULL;
  if (!link || !*link)
    return;
  ft_sync_state *s = *link;
  ft_wake_all (s); // a thread that waits then looks again for the state
  *link = s->next;
  if (*ft_sync_state_cache_slot (address) == s)
    *ft_sync_state_cache_slot (address) = NULL;
  s->next = spare;
  spare = s;
  used--;
}

void ft_sync_state_each (void (*visit) (ft_sync_state *, void *),
                         void *context) {
  for (size_t i = 0; i < size; i++)
    for (ft_sync_state *s = buckets[i]; s; s = s->next)
      visit (s, context);
}

void ft_sync_wake_one (const void *object) {
  if (ft_replaying ())
    ft_wake_all (object);
  else
    ft_wake_one (object);
}
