#include "order/write_clocks.h"

#include <assert.h>

typedef struct ft_write_clock entry;

void ft_write_clocks_release (ft_write_clocks *all) {
  for (size_t i = 0; i < all->entries.size; i++)
    ft_clocks_release (&all->entries.begin[i].clocks);
  FT_RELEASE (all->entries);
  FT_RELEASE (all->first);
  all->unused = 0;
}

static ft_id new_entry (ft_write_clocks *all) {
  if (!all->unused) {
    FT_PUSH (all->entries, ((entry){0}));
    return all->entries.size - 1;
  }
  ft_id id = all->unused - 1;
  all->unused = all->entries.begin[id].next;
  return id;
}

static void free_entry (ft_write_clocks *all, ft_id id) {
  entry *n = all->entries.begin + id;
  ft_clocks_release (&n->clocks);
  n->mask = 0;
  n->next = all->unused;
  all->unused = id + 1;
}

// Takes the bytes away from the entries that hold them.
static void remove_bytes (ft_write_clocks *all, ft_id variable, uint8_t mask) {
  ft_id *link = all->first.begin + variable;
  while (*link != FT_NO_ID) {
    ft_id id = *link;
    entry *n = all->entries.begin + id;
    n->mask &= ~mask;
    if (n->mask) {
      link = &n->next;
      continue;
    }
    *link = n->next;
    free_entry (all, id);
  }
}

static entry *only_entry (const ft_write_clocks *all, ft_id variable) {
  ft_id id = all->first.begin[variable];
  if (id == FT_NO_ID || all->entries.begin[id].next != FT_NO_ID)
    return NULL;
  return all->entries.begin + id;
}

void ft_write_clocks_set (ft_write_clocks *all, ft_id variable, uint8_t mask,
                          const ft_clocks *clocks) {
  if (!clocks && variable >= all->first.size)
    return;
  FT_GROW (all->first, (size_t)variable + 1, FT_NO_ID);
  entry *only = only_entry (all, variable);
  if (clocks && only && only->mask == mask) {
    ft_clocks_copy (&only->clocks, clocks);
    return;
  }
  remove_bytes (all, variable, mask);
  if (!clocks)
    return;
  ft_id id = new_entry (all);
  entry *n = all->entries.begin + id;
  ft_clocks_copy (&n->clocks, clocks);
  n->mask = mask;
  n->next = all->first.begin[variable];
  all->first.begin[variable] = id;
}

void ft_write_clocks_join (ft_write_clocks *all, ft_id variable, uint8_t mask,
                           const ft_clocks *clocks) {
  assert (variable < all->first.size);
  for (ft_id i = all->first.begin[variable]; i != FT_NO_ID;
       i = all->entries.begin[i].next)
    if (all->entries.begin[i].mask & mask)
      ft_clocks_join (&all->entries.begin[i].clocks, clocks, FT_ALL_CLOCKS);
}

void ft_write_clocks_read (const ft_write_clocks *all, ft_id variable,
                           uint8_t mask, ft_clocks *clocks) {
  if (variable >= all->first.size)
    return;
  for (ft_id i = all->first.begin[variable]; i != FT_NO_ID;
       i = all->entries.begin[i].next)
    if (all->entries.begin[i].mask & mask)
      ft_clocks_join (clocks, &all->entries.begin[i].clocks, FT_ALL_CLOCKS);
}

void ft_write_clocks_visit (const ft_write_clocks *all,
                            ft_clocks_visitor *visit, void *context) {
  for (size_t i = 0; i < all->entries.size; i++)
    visit (context, &all->entries.begin[i].clocks);
}
