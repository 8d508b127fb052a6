#include "run/object_ids.h"

#include <string.h>

typedef struct entry { // the last object at an address
  uint64_t life;
  ft_id id;
  uint8_t role; // enum ft_sync_role
  bool over;    // memory was renewed: the next use is a new object
} entry;

struct ft_object_ids {
  ft_variables *variables; // borrowed
  ft_map locks, others;    // address to 'list'
  FT_STACK (entry) list;
  ft_intern bases;          // names before they are made unique
  FT_STACK (uint32_t) uses; // parallel: how often each was chosen
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
  FT_RELEASE (o->uses);
  free (o);
}

// Add a unique name of the class.
static ft_id add_name (ft_object_ids *o, ft_tables *tables, enum ft_class class,
                       uint64_t address) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "%s", ft_variables_memory_name (o->variables, address));
  ft_id known = ft_tables_count (tables, class), id;
  ft_id chosen = ft_intern_add (&o->bases, text.text, text.size);
  size_t length = text.size;
  FT_GROW (o->uses, chosen + 1, 0);
  do {
    text.size = length;
    text.text[length] = 0;
    if (++o->uses.begin[chosen] > 1)
      ft_strbuf_add (&text, "#%u", o->uses.begin[chosen]);
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

ft_id ft_object_ids_at (ft_object_ids *o, ft_tables *tables, uint64_t address,
                        enum ft_sync_role role) {
  entry *e = find (o, address, role);
  uint64_t life = ft_variables_lifetime (o->variables, address);
  if (e->id == FT_NO_ID || e->life != life || e->role != role || e->over) {
    enum ft_class class =
        role == FT_SYNC_ROLE_LOCK ? FT_CLASS_LOCK : FT_CLASS_OBJECT;
    *e = (entry){life, add_name (o, tables, class, address), (uint8_t)role,
                 false};
  }
  return e->id;
}

void ft_object_ids_renew (ft_object_ids *o, uint64_t address,
                          enum ft_sync_role role) {
  const ft_map *map = role == FT_SYNC_ROLE_LOCK ? &o->locks : &o->others;
  uint32_t slot = ft_map_get (map, address);
  if (slot != FT_NO_ID)
    o->list.begin[slot].over = true;
}
