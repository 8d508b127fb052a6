#include "run/object_ids.h"

#include <string.h>

typedef struct entry { // the last object at an address
  uint64_t block;  // of its memory (see 'ft_memory_blocks_number')
  ft_id id;
  uint32_t users; // threads that hold it or wait on it
  uint8_t role;   // enum ft_sync_role
  bool over;      // memory was renewed: the next use is a new object
} entry;

typedef struct use { // an object that a thread holds or waits on
  uint64_t address;
  ft_id id;
  uint32_t depth; // how often it acquired the lock
  bool is_lock, shared;
  bool given_up; // a lock, by a wait
} use;

typedef FT_STACK (use) uses;

struct ft_object_ids {
  ft_variables *variables; // borrowed
  ft_map locks, others;    // address to 'list'
  FT_STACK (entry) list;
  FT_STACK (uses) threads; // by number
  ft_intern bases;          // names before they are made unique
  FT_STACK (uint32_t) chosen; // parallel: how often each was
};

ft_object_ids *ft_object_ids_new (ft_variables *variables) {
  ft_object_ids *o = FT_NEW (ft_object_ids);
  o->variables = variables;
  return o;
}

void ft_object_ids_free (ft_object_ids *o) {
  if (!o)
    return;
  ft_map_release (&o->locks);
  ft_map_release (&o->others);
  FT_RELEASE (o->list);
  ft_intern_release (&o->bases);
  FT_RELEASE (o->chosen);
  for (size_t i = 0; i < o->threads.size; i++)
    FT_RELEASE (o->threads.begin[i]);
  FT_RELEASE (o->threads);
  free (o);
}

// Add a unique name of the class.
static ft_id add_name (ft_object_ids *o, ft_tables *tables, enum ft_class class,
                       uint64_t address) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "%s", ft_variables_memory_name (o->variables, address));
  ft_id known = ft_tables_count (tables, class), id;
  ft_id base = ft_intern_add (&o->bases, text.text, text.size);
  size_t length = text.size;
  FT_GROW (o->chosen, base + 1, 0);
  do {
    text.size = length;
    text.text[length] = 0;
    if (++o->chosen.begin[base] > 1)
      ft_strbuf_add (&text, "#%u", o->chosen.begin[base]);
    id = ft_tables_add (tables, class, text.text, text.size);
  } while (id < known);
  ft_strbuf_release (&text);
  return id;
}

static entry *find (ft_object_ids *o, uint64_t address,
                    enum ft_sync_role role) {
  ft_map *map = role == FT_SYNC_ROLE_LOCK ? &o->locks : &o->others;
  uint32_t *slot = ft_map_at (map, address);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)o->list.size;
    FT_PUSH (o->list, ((entry){.id = FT_NO_ID}));
  }
  return o->list.begin + *slot;
}

// Whether the entry's object is there no more.
static bool is_gone (const entry *e, uint64_t block, enum ft_sync_role role) {
  return e->id == FT_NO_ID || e->role != role || e->over ||
         (e->block != block && !e->users);
}

// Borrowed until the next call.
static entry *object_at (ft_object_ids *o, ft_tables *tables, uint64_t address,
                         enum ft_sync_role role) {
  entry *e = find (o, address, role);
  uint64_t block = ft_variables_block_number (o->variables, address);
  if (is_gone (e, block, role)) {
    enum ft_class class =
        role == FT_SYNC_ROLE_LOCK ? FT_CLASS_LOCK : FT_CLASS_OBJECT;
    *e = (entry){.block = block,
                 .id = add_name (o, tables, class, address),
                 .role = (uint8_t)role};
  }
  return e;
}

ft_id ft_object_ids_at (ft_object_ids *o, ft_tables *tables, uint64_t address,
                        enum ft_sync_role role) {
  return object_at (o, tables, address, role)->id;
}

// ---- what threads hold and wait on -----------------------------------------

static use *find_use (const uses *list, uint64_t address, bool is_lock) {
  for (size_t i = list->size; i--;)
    if (list->begin[i].address == address && list->begin[i].is_lock == is_lock)
      return list->begin + i;
  return NULL;
}

static uses *uses_of (ft_object_ids *o, uint32_t thread) {
  FT_GROW (o->threads, (size_t)thread + 1, (uses){0});
  return o->threads.begin + thread;
}

static void remove_use (uses *list, use *u) {
  use *end = list->begin + --list->size;
  memmove (u, u + 1, (size_t)(end - u) * sizeof *u);
}

// Whether a thread holds the lock of the entry so that another one cannot
// acquire it.
static bool is_held (const ft_object_ids *o, const entry *e, uint64_t address,
                     bool shared) {
  for (size_t i = 0; i < o->threads.size; i++) {
    const use *u = find_use (o->threads.begin + i, address, true);
    if (u && u->id == e->id && !u->given_up && !(shared && u->shared))
      return true;
  }
  return false;
}

// The program has made another lock in memory that was allocated anew.
static bool is_replaced (const ft_object_ids *o, const entry *e,
                         ft_object_place p, bool shared) {
  return p.role == FT_SYNC_ROLE_LOCK && e->users && !e->over &&
         e->block != ft_variables_block_number (o->variables, p.address) &&
         is_held (o, e, p.address, shared);
}

ft_id ft_object_ids_enter (ft_object_ids *o, ft_tables *tables,
                           ft_object_place p, bool shared) {
  bool is_lock = p.role == FT_SYNC_ROLE_LOCK;
  uses *list = uses_of (o, p.thread);
  use *u = find_use (list, p.address, is_lock);
  if (u) {
    u->depth += !u->given_up;
    u->given_up = false;
    return u->id;
  }
  entry *e = find (o, p.address, p.role);
  if (is_replaced (o, e, p, shared))
    ft_object_ids_init_lock (o, p.address);
  e = object_at (o, tables, p.address, p.role);
  e->users++;
  FT_PUSH (*list, ((use){.address = p.address,
                         .id = e->id,
                         .depth = 1,
                         .is_lock = is_lock,
                         .shared = shared}));
  return e->id;
}

ft_id ft_object_ids_leave (ft_object_ids *o, ft_tables *tables,
                           ft_object_place p) {
  uses *list = uses_of (o, p.thread);
  use *u = find_use (list, p.address, p.role == FT_SYNC_ROLE_LOCK);
  if (!u)
    return ft_object_ids_at (o, tables, p.address, p.role);
  ft_id id = u->id;
  if (--u->depth)
    return id;
  remove_use (list, u);
  entry *e = find (o, p.address, p.role);
  if (e->id == id) {
    e->users--;
    e->block = ft_variables_block_number (o->variables, p.address);
  }
  return id;
}

ft_id ft_object_ids_give_up (ft_object_ids *o, ft_tables *tables,
                             ft_object_place p) {
  use *u = find_use (uses_of (o, p.thread), p.address, true);
  if (!u)
    return ft_object_ids_at (o, tables, p.address, p.role);
  u->given_up = true;
  return u->id;
}

// ---- new objects -----------------------------------------------------------

// Drop the holds of the lock of an entry, which no thread will release.
static bool abandon (ft_object_ids *o, const entry *e, uint64_t address) {
  bool any = false;
  for (size_t i = 0; e->users && i < o->threads.size; i++) {
    uses *list = o->threads.begin + i;
    use *u = find_use (list, address, true);
    if (!u || u->given_up)
      continue;
    remove_use (list, u);
    any = true;
  }
  return any;
}

// A thread that waits finds its object among its uses.
static void end_entry (entry *e) {
  e->over = true;
  e->users = 0;
}

static entry *known (ft_object_ids *o, uint64_t address,
                     enum ft_sync_role role) {
  const ft_map *map = role == FT_SYNC_ROLE_LOCK ? &o->locks : &o->others;
  uint32_t slot = ft_map_get (map, address);
  return slot == FT_NO_ID ? NULL : o->list.begin + slot;
}

void ft_object_ids_init_lock (ft_object_ids *o, uint64_t address) {
  entry *e = known (o, address, FT_SYNC_ROLE_LOCK);
  if (e && abandon (o, e, address))
    end_entry (e);
}

void ft_object_ids_renew (ft_object_ids *o, uint64_t address,
                          enum ft_sync_role role) {
  entry *e = known (o, address, role);
  if (!e)
    return;
  if (role == FT_SYNC_ROLE_LOCK)
    abandon (o, e, address);
  end_entry (e);
}
