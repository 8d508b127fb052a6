// What libstdc++ has out of line for std::map, set, multimap and multiset: the
// links of a red-black tree.  They are the program's memory, and their library
// is not instrumented; so instrumented code is renamed to these functions,
// which do the same and record each link and colour that they touch.  They keep
// the invariants that the library's own functions rely on, as both may work on
// one tree.
//
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
  ft_link_access (t, &x->colour, sizeof x->colour, FT_WIRE_READ_RANGE);
  return x->colour;
}

static void paint (ft_thread *t, node *x, int colour) {
  ft_link_access (t, &x->colour, sizeof x->colour, FT_WIRE_WRITE_RANGE);
  x->colour = colour;
}

static bool is_red (ft_thread *t, const node *x) {
  return x && colour (t, x) == RED;
}

static int other (int side) {
  return side == LEFT ? RIGHT : LEFT;
}

// The farthest node on one side.
static node *farthest (ft_thread *t, node *x, int side) {
  for (node *y; (y = get (t, x, side));)
    x = y;
  return x;
}

static int side_of (ft_thread *t, const node *x, const node *parent) {
  return get (t, parent, LEFT) == x ? LEFT : RIGHT;
}

// 'by', which may be none, gets the place of 'x' below its parent.
static void replace (ft_thread *t, node *header, const node *x, node *by) {
  node *parent = get (t, x, PARENT);
  if (parent == header)
    set (t, header, PARENT, by);
  else
    set (t, parent, side_of (t, x, parent), by);
  if (by)
    set (t, by, PARENT, parent);
}

// 'x' goes down to a side, and its child of the other side up.
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

// A red node with a red parent.  Returns where the same may be so next, if
// anywhere.
static node *lift (ft_thread *t, node *header, node *x, node *parent) {
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
    x = lift (t, header, x, p);
  }
  paint (t, get (t, header, PARENT), BLACK);
}

// ---- erasing ----------------------------------------------------------------

// Below 'parent' on the side of 'x', which may be none, a black node is
// missing.  Returns whether it still is, one higher.
static bool mend (ft_thread *t, node *header, node *parent, int side) {
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
    if (!mend (t, header, parent, side_of (t, x, parent)))
      return;
    x = parent;
    parent = get (t, x, PARENT);
  }
  if (x)
    paint (t, x, BLACK);
}

// A node with one child at most.  Returns its parent.
static node *unhang (ft_thread *t, node *header, node *x, node *child) {
  node *parent = get (t, x, PARENT);
  replace (t, header, x, child);
  for (int side = LEFT; side <= RIGHT; side++)
    if (get (t, header, side) == x)
      set (t, header, side, child ? farthest (t, child, side) : parent);
  return parent;
}

// The node that follows 'z', which has two children, takes its place.  Returns
// the parent of what is below it on the right from now on.
static node *take_place (ft_thread *t, node *header, node *z, node *next,
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
    parent = take_place (t, header, z, next, child);
  } else
    parent = unhang (t, header, z, child);
  if (colour (t, z) == BLACK)
    rebalance (t, header, child, parent);
  return z;
}

// ---- walking ----------------------------------------------------------------

static node *step (ft_thread *t, node *x, int side) {
  node *below = get (t, x, side);
  if (below)
    return farthest (t, below, other (side));
  node *y = get (t, x, PARENT);
  while (x == get (t, y, side)) {
    x = y;
    y = get (t, y, PARENT);
  }
  // From the header, above a root that is the last node.
  return side == RIGHT && get (t, x, RIGHT) == y ? x : y;
}

static node *step_back (ft_thread *t, node *x) {
  if (is_red (t, x) && get (t, get (t, x, PARENT), PARENT) == x)
    return get (t, x, RIGHT);
  return step (t, x, LEFT);
}

FT_WRAP (node *, _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, node *x) {
  return step (ft_recorded_thread (), x, RIGHT);
}

FT_WRAP (node *, _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, node *x) {
  return step (ft_recorded_thread (), x, RIGHT);
}

FT_WRAP (node *, _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, node *x) {
  return step_back (ft_recorded_thread (), x);
}

FT_WRAP (node *, _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, node *x) {
  return step_back (ft_recorded_thread (), x);
}
