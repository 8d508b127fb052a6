// The functions of libstdc++ for std::list that are not inlined: the links of
// its nodes.  See cxx_tree.c for the reason.

#include "runtime/cxx_links.h"

typedef struct node node;

struct node { // as std::__detail::_List_node_base
  node *next, *previous;
};

static node *next (ft_thread *t, node *x) {
  return ft_link_read (t, &x->next);
}

static node *previous (ft_thread *t, node *x) {
  return ft_link_read (t, &x->previous);
}

static void join (ft_thread *t, node *x, node *y) {
  ft_link_write (t, &x->next, y);
  ft_link_write (t, &y->previous, x);
}

FT_WRAP (void, _ZNSt8__detail15_List_node_base7_M_hookEPS0_, node *x,
         node *position) {
  ft_thread *t = ft_recorded_thread ();
  node *before = previous (t, position);
  join (t, x, position);
  join (t, before, x);
}

FT_WRAP (void, _ZNSt8__detail15_List_node_base9_M_unhookEv, node *x) {
  ft_thread *t = ft_recorded_thread ();
  node *after = next (t, x);
  join (t, previous (t, x), after);
}

// Moves the nodes from 'first' up to, not including, 'last' before 'position'.
FT_WRAP (void, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
         node *position, node *first, node *last) {
  ft_thread *t = ft_recorded_thread ();
  if (position == last)
    return;
  node *end = previous (t, last), *gap = previous (t, first);
  node *before = previous (t, position);
  join (t, gap, last);
  join (t, before, first);
  join (t, end, position);
}

// Both lists are rings through their heads.
FT_WRAP (void, _ZNSt8__detail15_List_node_base10_M_reverseEv, node *x) {
  ft_thread *t = ft_recorded_thread ();
  node *at = x;
  do {
    node *after = next (t, at);
    ft_link_write (t, &at->next, previous (t, at));
    ft_link_write (t, &at->previous, after);
    at = after;
  } while (at != x);
}

// Gives the nodes from 'first' to 'last' to 'head'; none if 'is_empty'.
static void adopt (ft_thread *t, node *head, node *first, node *last,
                   bool is_empty) {
  join (t, head, is_empty ? head : first);
  join (t, is_empty ? head : last, head);
}

FT_WRAP (void, _ZNSt8__detail15_List_node_base4swapERS0_S1_, node *x, node *y) {
  ft_thread *t = ft_recorded_thread ();
  node *first = next (t, x), *last = previous (t, x);
  node *second = next (t, y), *end = previous (t, y);
  bool x_empty = first == x, y_empty = second == y;
  if (x_empty && y_empty)
    return;
  adopt (t, x, second, end, y_empty);
  adopt (t, y, first, last, x_empty);
}
