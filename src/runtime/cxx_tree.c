// The functions of libstdc++ for std::map, set, multimap and multiset that are
// not inlined: insertion, erasure and steps in a red-black tree.  The links are
// the program's memory, but the library is not instrumented.  So calls in
// instrumented code are renamed to the functions of this file, which do the
// same and record each link and colour that they access.  They keep the
// invariants that the library's own functions rely on, since both may work on
// one tree.
//
// Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms, Chapter 13.
// The header of a tree is red; its parent is the root, its left and right are
// the first and the last node.

#include "runtime/cxx_links.h"

typedef struct node node;

struct node { // as std::_Rb_tree_node_base
  int colour;
  node *link[3];
};

enum { RED, BLACK };
enum { PARENT, LEFT, RIGHT };

static node *get (ft_thread *t, const node *x, int which) {
  return ft_link_read (t, &x->link[which]);
}

static void set (ft_thread *t, node *x, int which, node *to) {
  ft_link_write (t, &x->link[which], to);
}

static int colour (ft_thread *t, const node *x) {
  return ft_link_read (t, &x->colour);
}

static void paint (ft_thread *t, node *x, int colour) {
  ft_link_write (t, &x->colour, colour);
}

static bool is_red (ft_thread *t, const node *x) {
  return x && colour (t, x) == RED;
}

static int other (int side) {
  return side == LEFT ? RIGHT : LEFT;
}

// The last node on the way down to one side.
static node *farthest (ft_thread *t, node *x, int side) {
  for (node *y; (y = get (t, x, side));)
    x = y;
  return x;
}

static int side_of (ft_thread *t, const node *x, const node *parent) {
  return get (t, parent, LEFT) == x ? LEFT : RIGHT;
}

// Links 'by', which may be NULL, instead of 'x' below the parent of 'x'.
static void replace (ft_thread *t, node *header, const node *x, node *by) {
  node *parent = get (t, x, PARENT);
  if (parent == header)
    set (t, header, PARENT, by);
  else
    set (t, parent, side_of (t, x, parent), by);
  if (by)
    set (t, by, PARENT, parent);
}

// Rotates 'x' down to a side, and its child of the other side up.
static void rotate (ft_thread *t, node *header, node *x, int side) {
  node *up = get (t, x, other (side));
  node *middle = get (t, up, side);
  set (t, x, other (side), middle);
  if (middle)
    set (t, middle, PARENT, x);
  replace (t, header, x, up);
  set (t, up, side, x);
  set (t, x, PARENT, up);
}

// ---- inserting --------------------------------------------------------------

static void hang (ft_thread *t, node *header, node *x, node *parent, int side) {
  set (t, x, PARENT, parent);
  set (t, x, LEFT, NULL);
  set (t, x, RIGHT, NULL);
  paint (t, x, RED);
  if (parent == header) {
    set (t, header, PARENT, x);
    set (t, header, LEFT, x);
    set (t, header, RIGHT, x);
    return;
  }
  set (t, parent, side, x);
  if (get (t, header, side) == parent)
    set (t, header, side, x);
}

// Corrects a red node with a red parent.  Returns the node that may be red with
// a red parent next; NULL for none.
static node *fix_red (ft_thread *t, node *header, node *x, node *parent) {
  node *above = get (t, parent, PARENT);
  int side = side_of (t, parent, above);
  node *uncle = get (t, above, other (side));
  if (is_red (t, uncle)) {
    paint (t, parent, BLACK);
    paint (t, uncle, BLACK);
    paint (t, above, RED);
    return above;
  }
  if (get (t, parent, other (side)) == x) {
    rotate (t, header, parent, side);
    parent = x;
  }
  paint (t, parent, BLACK);
  paint (t, above, RED);
  rotate (t, header, above, other (side));
  return NULL;
}

FT_WRAP (void,
         _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
         bool left, node *x, node *parent, node *header) {
  ft_thread *t = ft_recorded_thread ();
  hang (t, header, x, parent, left ? LEFT : RIGHT);
  while (x && x != get (t, header, PARENT)) {
    node *p = get (t, x, PARENT);
    if (!is_red (t, p))
      break;
    x = fix_red (t, header, x, p);
  }
  paint (t, get (t, header, PARENT), BLACK);
}

// ---- erasing ----------------------------------------------------------------

// On this side below 'parent' a black node is missing.  Returns whether one is
// still missing one level higher.
static bool fix_black (ft_thread *t, node *header, node *parent, int side) {
  node *w = get (t, parent, other (side));
  if (is_red (t, w)) {
    paint (t, w, BLACK);
    paint (t, parent, RED);
    rotate (t, header, parent, side);
    w = get (t, parent, other (side));
  }
  bool far = is_red (t, get (t, w, other (side)));
  if (!far && !is_red (t, get (t, w, side))) {
    paint (t, w, RED);
    return true;
  }
  if (!far) {
    paint (t, get (t, w, side), BLACK);
    paint (t, w, RED);
    rotate (t, header, w, other (side));
    w = get (t, parent, other (side));
  }
  paint (t, w, colour (t, parent));
  paint (t, parent, BLACK);
  paint (t, get (t, w, other (side)), BLACK);
  rotate (t, header, parent, side);
  return false;
}

static void rebalance (ft_thread *t, node *header, node *x, node *parent) {
  while (x != get (t, header, PARENT) && !is_red (t, x)) {
    if (!fix_black (t, header, parent, side_of (t, x, parent)))
      return;
    x = parent;
    parent = get (t, x, PARENT);
  }
  if (x)
    paint (t, x, BLACK);
}

// Unlinks a node with one child at most.  Returns its parent.
static node *unlink_node (ft_thread *t, node *header, node *x, node *child) {
  node *parent = get (t, x, PARENT);
  replace (t, header, x, child);
  for (int side = LEFT; side <= RIGHT; side++)
    if (get (t, header, side) == x)
      set (t, header, side, child ? farthest (t, child, side) : parent);
  return parent;
}

// Puts 'next', the successor of 'z', where 'z' is, which has two children.
// Returns the new parent of 'child', the former right child of 'next'.
static node *replace_by_next (ft_thread *t, node *header, node *z, node *next,
                              node *child) {
  node *left = get (t, z, LEFT), *right = get (t, z, RIGHT), *parent = next;
  set (t, left, PARENT, next);
  set (t, next, LEFT, left);
  if (next != right) {
    parent = get (t, next, PARENT);
    if (child)
      set (t, child, PARENT, parent);
    set (t, parent, LEFT, child);
    set (t, next, RIGHT, right);
    set (t, right, PARENT, next);
  }
  replace (t, header, z, next);
  int kept = colour (t, next);
  paint (t, next, colour (t, z));
  paint (t, z, kept);
  return parent;
}

FT_WRAP (node *, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
         node *z, node *header) {
  ft_thread *t = ft_recorded_thread ();
  node *left = get (t, z, LEFT), *right = get (t, z, RIGHT);
  node *child = left ? left : right, *parent;
  if (left && right) {
    node *next = farthest (t, right, LEFT);
    child = get (t, next, RIGHT);
    parent = replace_by_next (t, header, z, next, child);
  } else
    parent = unlink_node (t, header, z, child);
  if (colour (t, z) == BLACK)
    rebalance (t, header, child, parent);
  return z;
}

// ---- iterating --------------------------------------------------------------

static node *step (ft_thread *t, node *x, int side) {
  node *below = get (t, x, side);
  if (below)
    return farthest (t, below, other (side));
  node *y = get (t, x, PARENT);
  while (x == get (t, y, side)) {
    x = y;
    y = get (t, y, PARENT);
  }
  // A root that is the last node: its successor is the header.
  return side == RIGHT && get (t, x, RIGHT) == y ? x : y;
}

static node *step_back (ft_thread *t, node *x) {
  if (is_red (t, x) && get (t, get (t, x, PARENT), PARENT) == x)
    return get (t, x, RIGHT);
  return step (t, x, LEFT);
}

static node *next (ft_thread *t, node *x) {
  node *to = step (t, x, RIGHT);
  ft_log_result (t, (intptr_t)to);
  return to;
}

static node *previous (ft_thread *t, node *x) {
  node *to = step_back (t, x);
  ft_log_result (t, (intptr_t)to);
  return to;
}

FT_WRAP (node *, _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, node *x) {
  return next (ft_recorded_thread (), x);
}

FT_WRAP (node *, _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, node *x) {
  return next (ft_recorded_thread (), x);
}

FT_WRAP (node *, _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, node *x) {
  return previous (ft_recorded_thread (), x);
}

FT_WRAP (node *, _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, node *x) {
  return previous (ft_recorded_thread (), x);
}
