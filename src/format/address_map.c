#include "format/address_map.h"

#include <assert.h>
#include <stdio.h>

#include "base/ranges.h"

typedef struct allocation {
  uint64_t first, last;
  ft_pos position, freed; // events; 'freed' is FT_NO_POS before the free
  FT_STACK (ft_id) variables;
} allocation;

typedef struct granule {
  ft_id variable; // the latest live one; older ones by 'previous'
  uint32_t count; // of all variables so far
} granule;

struct ft_address_map {
  ft_ranges ranges; // to 'allocations', freed ones included
  FT_STACK (allocation) allocations;
  FT_STACK (ft_id) unused; // of 'allocations'
  ft_map index;            // address / 8 to 'granules'
  FT_STACK (granule) granules;
  FT_STACK (ft_id) previous; // by variable: the next older one of its granule
};

ft_address_map *ft_address_map_new (void) {
  return FT_NEW (ft_address_map);
}

void ft_address_map_free (ft_address_map *m) {
  if (!m)
    return;
  for (size_t i = 0; i < m->allocations.size; i++)
    FT_RELEASE (m->allocations.begin[i].variables);
  ft_ranges_release (&m->ranges);
  FT_RELEASE (m->allocations);
  FT_RELEASE (m->unused);
  ft_map_release (&m->index);
  FT_RELEASE (m->granules);
  FT_RELEASE (m->previous);
  free (m);
}

static allocation *allocation_at (const ft_address_map *m, ft_id id) {
  return m->allocations.begin + id;
}

static granule *granule_of (ft_address_map *m, uint64_t address) {
  uint32_t *slot = ft_map_at (&m->index, address >> 3);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)m->granules.size;
    FT_PUSH (m->granules, ((granule){FT_NO_ID, 0}));
  }
  return m->granules.begin + *slot;
}

// ---- accesses --------------------------------------------------------------

// A new name, which no other variable has: a trace may also use "0x1000" as a
// plain name.
static ft_id new_name (ft_tables *tables, granule *g, uint64_t address) {
  ft_id known = ft_tables_count (tables, FT_CLASS_VARIABLE), id;
  do {
    char name[48];
    int n = snprintf (name, sizeof name, "0x%llx", (unsigned long long)address);
    if (++g->count > 1)
      n += snprintf (name + n, sizeof name - (size_t)n, "#%u", g->count);
    id = ft_tables_add (tables, FT_CLASS_VARIABLE, name, (size_t)n);
  } while (id < known);
  return id;
}

static ft_id new_variable (ft_address_map *m, ft_tables *tables, granule *g,
                           uint64_t address, ft_id in) {
  ft_id v = new_name (tables, g, address & ~(uint64_t)7);
  tables->variables.begin[v] = (ft_variable){
      true, address & ~(uint64_t)7,
      in == FT_NO_ID ? FT_NO_POS : allocation_at (m, in)->position};
  FT_GROW (m->previous, v + 1, FT_NO_ID);
  m->previous.begin[v] = g->variable;
  g->variable = v;
  if (in != FT_NO_ID)
    FT_PUSH (allocation_at (m, in)->variables, v);
  return v;
}

static ft_id freed_memory (ft_address_map *m, ft_tables *tables,
                           uint64_t address, ft_id in, ft_strbuf *flaw) {
  char name[48];
  int n = snprintf (name, sizeof name, "0x%llx#freed",
                    (unsigned long long)(address & ~(uint64_t)7));
  ft_strbuf_add (flaw, "access to 0x%llx, which was freed at event %llu",
                 (unsigned long long)address,
                 (unsigned long long)allocation_at (m, in)->freed);
  return ft_tables_add (tables, FT_CLASS_VARIABLE, name, (size_t)n);
}

ft_id ft_address_map_access (ft_address_map *m, ft_tables *tables,
                             uint64_t address, unsigned size, ft_strbuf *flaw) {
  assert (size && (address & 7) + size <= 8);
  ft_id in = ft_ranges_find (&m->ranges, address);
  if (in != FT_NO_ID && allocation_at (m, in)->freed != FT_NO_POS)
    return freed_memory (m, tables, address, in, flaw);
  if (ft_ranges_find (&m->ranges, address + size - 1) != in)
    ft_strbuf_add (flaw,
                   "access to %u bytes at 0x%llx crosses the end of an "
                   "allocation",
                   size, (unsigned long long)address);
  ft_pos alloc = in == FT_NO_ID ? FT_NO_POS : allocation_at (m, in)->position;
  granule *g = granule_of (m, address);
  for (ft_id v = g->variable; v != FT_NO_ID; v = m->previous.begin[v])
    if (tables->variables.begin[v].alloc == alloc)
      return v;
  return new_variable (m, tables, g, address, in);
}

// ---- allocation ------------------------------------------------------------

static void add_range (ft_address_map *m, uint64_t first, uint64_t last,
                       ft_pos position, ft_pos freed) {
  ft_id id = (ft_id)m->allocations.size;
  allocation a = {
      .first = first, .last = last, .position = position, .freed = freed};
  if (FT_EMPTY (m->unused))
    FT_PUSH (m->allocations, a);
  else
    *allocation_at (m, id = FT_POP (m->unused)) = a;
  ft_ranges_insert (&m->ranges, first, last, id);
}

static ft_id find_living (const ft_address_map *m, uint64_t first,
                          uint64_t last) {
  for (;;) {
    ft_id id = ft_ranges_overlap (&m->ranges, first, last);
    if (id == FT_NO_ID || allocation_at (m, id)->freed == FT_NO_POS)
      return id;
    if (allocation_at (m, id)->first <= first)
      return FT_NO_ID;
    last = allocation_at (m, id)->first - 1;
  }
}

// Remove freed allocations, in whole or in part, from a range.
static void forget_freed (ft_address_map *m, uint64_t first, uint64_t last) {
  ft_id id;
  while ((id = ft_ranges_overlap (&m->ranges, first, last)) != FT_NO_ID) {
    allocation a = *allocation_at (m, id);
    ft_ranges_remove (&m->ranges, a.first);
    FT_PUSH (m->unused, id);
    if (a.first < first)
      add_range (m, a.first, first - 1, a.position, a.freed);
    if (a.last > last)
      add_range (m, last + 1, a.last, a.position, a.freed);
  }
}

void ft_address_map_alloc (ft_address_map *m, uint64_t address, uint64_t bytes,
                           ft_pos position, ft_strbuf *flaw) {
  assert (bytes && address + (bytes - 1) >= address);
  uint64_t last = address + bytes - 1;
  ft_id living = find_living (m, address, last);
  if (living != FT_NO_ID) {
    ft_strbuf_add (flaw,
                   "allocation of %llu bytes at 0x%llx meets the one of "
                   "event %llu, which was not freed",
                   (unsigned long long)bytes, (unsigned long long)address,
                   (unsigned long long)allocation_at (m, living)->position);
    return;
  }
  forget_freed (m, address, last);
  add_range (m, address, last, position, FT_NO_POS);
}

static bool check_free (const ft_address_map *m, ft_id id, const ft_detail *d,
                        ft_strbuf *flaw) {
  unsigned long long address = d->address;
  if (id == FT_NO_ID) {
    ft_strbuf_add (flaw, "free of 0x%llx, which is not allocated", address);
    return false;
  }
  const allocation *a = allocation_at (m, id);
  unsigned long long size = a->last - a->first + 1, event = a->position;
  if (a->freed != FT_NO_POS)
    ft_strbuf_add (flaw, "free of 0x%llx, which was freed at event %llu",
                   address, (unsigned long long)a->freed);
  else if (a->first != d->address)
    ft_strbuf_add (flaw, "free of 0x%llx inside the allocation of event %llu",
                   address, event);
  else if (d->bytes && d->bytes != size)
    ft_strbuf_add (flaw,
                   "free of %llu bytes at 0x%llx, where event %llu "
                   "allocated %llu",
                   (unsigned long long)d->bytes, address, event, size);
  else
    return true;
  return false;
}

static void unlink_variable (ft_address_map *m, ft_id v, uint64_t address) {
  ft_id *link = &granule_of (m, address)->variable;
  while (*link != v)
    link = m->previous.begin + *link;
  *link = m->previous.begin[v];
}

void ft_address_map_release (ft_address_map *m, ft_tables *tables, ft_detail *d,
                             ft_pos position, ft_strbuf *flaw) {
  ft_id id = ft_ranges_find (&m->ranges, d->address);
  if (!check_free (m, id, d, flaw))
    return;
  allocation *a = allocation_at (m, id);
  a->freed = position;
  d->bytes = a->last - a->first + 1;
  d->freed = (uint32_t)tables->freed.size;
  d->freed_count = (uint32_t)a->variables.size;
  for (size_t i = 0; i < a->variables.size; i++) {
    ft_id v = a->variables.begin[i];
    FT_PUSH (tables->freed, v);
    unlink_variable (m, v, tables->variables.begin[v].address);
  }
  FT_RELEASE (a->variables);
}
