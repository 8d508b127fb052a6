#include "base/ranges.h"

#include <assert.h>

void ft_ranges_release (ft_ranges *r) {
  FT_RELEASE (r->nodes);
  FT_RELEASE (r->unused);
  r->root = 0;
}

static struct ft_range_node *node (const ft_ranges *r, ft_id n) {
  return r->nodes.begin + n;
}

// The range that begins last among those that begin at or before 'word'.
static ft_id find_last_before (const ft_ranges *r, uint64_t word) {
  ft_id best = 0;
  for (ft_id n = r->root; n;)
    if (node (r, n)->first <= word) {
      best = n;
      n = node (r, n)->right;
    } else
      n = node (r, n)->left;
  return best;
}

ft_id ft_ranges_overlap (const ft_ranges *r, uint64_t first, uint64_t last) {
  ft_id n = find_last_before (r, last);
  return n && node (r, n)->last >= first ? node (r, n)->value : FT_NO_ID;
}

bool ft_ranges_get (const ft_ranges *r, uint64_t *first, uint64_t *last) {
  ft_id n = find_last_before (r, *last);
  if (!n || node (r, n)->last < *first)
    return false;
  *first = node (r, n)->first;
  *last = node (r, n)->last;
  return true;
}

ft_id ft_ranges_find (const ft_ranges *r, uint64_t word) {
  return ft_ranges_overlap (r, word, word);
}

// Split a tree into the ranges that begin before 'word' and the others.
static void split (ft_ranges *r, ft_id n, uint64_t word, ft_id *less,
                   ft_id *more) {
  if (!n)
    *less = *more = 0;
  else if (node (r, n)->first < word) {
    split (r, node (r, n)->right, word, &node (r, n)->right, more);
    *less = n;
  } else {
    split (r, node (r, n)->left, word, less, &node (r, n)->left);
    *more = n;
  }
}

static ft_id merge (ft_ranges *r, ft_id a, ft_id b) {
  if (!a || !b)
    return a ? a : b;
  if (node (r, a)->priority > node (r, b)->priority) {
    node (r, a)->right = merge (r, node (r, a)->right, b);
    return a;
  }
  node (r, b)->left = merge (r, a, node (r, b)->left);
  return b;
}

static uint32_t next_priority (ft_ranges *r) {
  r->random = r->random * 1664525u + 1013904223u;
  return r->random ^ r->random >> 16;
}

static ft_id new_node (ft_ranges *r) {
  if (!FT_EMPTY (r->unused))
    return FT_POP (r->unused);
  if (FT_EMPTY (r->nodes))
    FT_PUSH (r->nodes, ((struct ft_range_node){0}));
  FT_PUSH (r->nodes, ((struct ft_range_node){0}));
  return (ft_id)r->nodes.size - 1;
}

void ft_ranges_insert (ft_ranges *r, uint64_t first, uint64_t last,
                       ft_id value) {
  assert (first <= last && ft_ranges_overlap (r, first, last) == FT_NO_ID);
  ft_id n = new_node (r), less, more;
  *node (r, n) =
      (struct ft_range_node){first, last, value, 0, 0, next_priority (r)};
  split (r, r->root, first, &less, &more);
  r->root = merge (r, merge (r, less, n), more);
}

void ft_ranges_remove (ft_ranges *r, uint64_t first) {
  ft_id *link = &r->root;
  while (*link && node (r, *link)->first != first)
    link = first < node (r, *link)->first ? &node (r, *link)->left
                                          : &node (r, *link)->right;
  ft_id n = *link;
  assert (n);
  *link = merge (r, node (r, n)->left, node (r, n)->right);
  FT_PUSH (r->unused, n);
}
