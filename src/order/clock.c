#include "order/clock.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { WIDTH = FT_CLOCK_WIDTH, BITS = FT_CLOCK_BITS };

typedef struct ft_clock_node node;
typedef struct ft_clock_leaf leaf;

typedef struct inner {
  node node;
  node *below[WIDTH];
} inner;

static inner *as_inner (const node *n) {
  return (inner *)n;
}

static leaf *as_leaf (const node *n) {
  return (leaf *)n;
}

static node *share_node (node *n) {
  if (n)
    n->references++;
  return n;
}

// Nodes that were dropped, kept for new nodes of their size; as many as there
// were at once at most.  Each thread of this process has its own.
static _Thread_local struct spare {
  struct spare *next;
} * spare_leaves, *spare_inner;

// A node that comes next is in no cache if it was dropped long ago, so it is
// fetched when the one before it is taken.
static node *take (uint32_t height) {
  struct spare **spare = height ? &spare_inner : &spare_leaves;
  struct spare *n = *spare;
  if (!n)
    return ft_realloc (NULL, 1, height ? sizeof (inner) : sizeof (leaf));
  *spare = n->next;
  if (n->next) {
    __builtin_prefetch (n->next, 1);
    __builtin_prefetch ((char *)n->next + sizeof (leaf) - 1, 1);
  }
  return (node *)n;
}

static void drop (node *n, uint32_t height) {
  if (!n || --n->references)
    return;
  for (int i = 0; height && i < WIDTH; i++)
    drop (as_inner (n)->below[i], height - 1);
  struct spare **spare = height ? &spare_inner : &spare_leaves;
  ((struct spare *)n)->next = *spare;
  *spare = (struct spare *)n;
}

static void free_all (struct spare **list) {
  for (struct spare *n; (n = *list);) {
    *list = n->next;
    free (n);
  }
}

void ft_clock_forget_spare (void) {
  free_all (&spare_leaves);
  free_all (&spare_inner);
}

static node *new_node (uint32_t height) {
  node *n = take (height);
  memset (n, 0, height ? sizeof (inner) : sizeof (leaf));
  n->references = 1;
  return n;
}

static node *duplicate (const node *old, uint32_t height) {
  node *n = take (height);
  memcpy (n, old, height ? sizeof (inner) : sizeof (leaf));
  n->references = 1;
  for (int i = 0; height && i < WIDTH; i++)
    share_node (as_inner (n)->below[i]);
  return n;
}

// Replaces the node at 'slot' by a copy if other clocks share it, so that it
// may be written.
static node *own_node (node **slot, uint32_t height) {
  node *old = *slot;
  if (old && old->references == 1)
    return old;
  *slot = old ? duplicate (old, height) : new_node (height);
  drop (old, height);
  return *slot;
}

static void replace (node **slot, node *by, uint32_t height) {
  share_node (by);
  drop (*slot, height);
  *slot = by;
}

void ft_clock_release (ft_clock *c) {
  drop (c->root, c->height);
  *c = FT_CLOCK_BOTTOM;
}

void ft_clock_copy_slow (ft_clock *c, const ft_clock *d) {
  node *root = share_node (d->root);
  drop (c->root, c->height);
  *c = *d;
  c->root = root;
}

static void grow_to (ft_clock *c, uint32_t height) {
  for (; c->height < height; c->height++) {
    if (!c->root)
      continue;
    node *top = new_node (c->height + 1);
    as_inner (top)->below[0] = c->root;
    c->root = top;
  }
}

static unsigned digit (ft_tid t, uint32_t height) {
  return t >> (BITS * height) & (WIDTH - 1);
}

static bool covers (uint32_t height, ft_tid t) {
  return BITS * (height + 1) >= 32 || !(t >> (BITS * (height + 1)));
}

ft_time ft_clock_search (const ft_clock *c, ft_tid t) {
  if (!covers (c->height, t))
    return 0;
  const node *n = c->root;
  for (uint32_t h = c->height; h && n; h--)
    n = as_inner (n)->below[digit (t, h)];
  return n ? as_leaf (n)->times[digit (t, 0)] : 0;
}

// Sets a time in the trie, which must have a lower one.
static void raise_trie (ft_clock *c, ft_tid t, ft_time time) {
  uint32_t needed = c->height;
  while (!covers (needed, t))
    needed++;
  grow_to (c, needed);
  node **slot = &c->root;
  for (uint32_t h = c->height; h; h--)
    slot = as_inner (own_node (slot, h))->below + digit (t, h);
  as_leaf (own_node (slot, 0))->times[digit (t, 0)] = time;
}

// Writes the time of the top thread into the trie, so that the trie has all
// times.
static void write_down_top (ft_clock *c) {
  if (ft_clock_search (c, c->top) < c->time)
    raise_trie (c, c->top, c->time);
}

void ft_clock_raise (ft_clock *c, ft_tid t, ft_time time) {
  if (time <= ft_clock_at (c, t))
    return;
  if (t != c->top)
    write_down_top (c);
  c->top = t;
  c->time = time;
}

static bool leq (const node *a, const node *b, uint32_t height) {
  if (!a || a == b)
    return true;
  if (!height) {
    unsigned above = 0;
    for (int i = 0; i < WIDTH; i++)
      above |= as_leaf (a)->times[i] > (b ? as_leaf (b)->times[i] : 0);
    return !above;
  }
  for (int i = 0; i < WIDTH; i++)
    if (!leq (as_inner (a)->below[i], b ? as_inner (b)->below[i] : NULL,
              height - 1))
      return false;
  return true;
}

// The subtree of 'c' over the lowest threads, as high as 'height'.
static const node *lowest_subtree (const ft_clock *c, uint32_t height) {
  const node *n = c->root;
  for (uint32_t h = c->height; n && h > height; h--)
    n = as_inner (n)->below[0];
  return n;
}

static bool leq_tries (const ft_clock *c, const ft_clock *d) {
  if (c->height <= d->height)
    return leq (c->root, lowest_subtree (d, c->height), c->height);
  ft_clock wide = FT_CLOCK_BOTTOM;
  ft_clock_copy (&wide, d);
  grow_to (&wide, c->height);
  bool result = leq (c->root, wide.root, c->height);
  ft_clock_release (&wide);
  return result;
}

bool ft_clock_leq (const ft_clock *c, const ft_clock *d) {
  if (c->time > ft_clock_at (d, c->top))
    return false;
  if (leq_tries (c, d))
    return true;
  ft_clock full = FT_CLOCK_BOTTOM;
  ft_clock_copy (&full, d);
  write_down_top (&full);
  bool result = leq_tries (c, &full);
  ft_clock_release (&full);
  return result;
}

static void raise_all (ft_time *restrict times, const ft_time *restrict by) {
  for (int i = 0; i < WIDTH; i++)
    times[i] = times[i] > by[i] ? times[i] : by[i];
}

static bool join_leaf (node **slot, node *d) {
  unsigned up = 0, down = 0;
  const ft_time *ours = as_leaf (*slot)->times, *theirs = as_leaf (d)->times;
  for (int i = 0; i < WIDTH; i++) {
    up |= theirs[i] > ours[i];
    down |= theirs[i] < ours[i];
  }
  if (!down)
    replace (slot, d,
             0); // also if equal: later looks end here
  if (!up || !down)
    return up;
  raise_all (as_leaf (own_node (slot, 0))->times, theirs);
  return true;
}

static bool join (node **slot, node *d, uint32_t height);

static bool join_inner (node **slot, node *d, uint32_t height) {
  inner *ours = as_inner (own_node (slot, height));
  bool changed = false, same = true;
  for (int i = 0; i < WIDTH; i++) {
    changed |= join (ours->below + i, as_inner (d)->below[i], height - 1);
    same &= ours->below[i] == as_inner (d)->below[i];
  }
  if (same)
    replace (slot, d, height);
  return changed;
}

static bool join (node **slot, node *d, uint32_t height) {
  if (!d || *slot == d)
    return false;
  if (!*slot) {
    *slot = share_node (d);
    return true;
  }
  return height ? join_inner (slot, d, height) : join_leaf (slot, d);
}

// The trie of 'c' must have the time of its top thread.
static bool join_tries (ft_clock *c, const ft_clock *d) {
  grow_to (c, d->height);
  node **slot = &c->root;
  for (uint32_t h = c->height; h > d->height; h--)
    slot = as_inner (own_node (slot, h))->below;
  return join (slot, d->root, d->height);
}

static bool join_tall (ft_clock *c, const ft_clock *d) {
  bool changed = false;
  if (d->root && d->root != c->root) {
    write_down_top (c);
    changed = join_tries (c, d);
    ft_time time = ft_clock_search (c, c->top);
    c->time = c->time > time ? c->time : time;
  }
  if (d->time <= ft_clock_at (c, d->top))
    return changed;
  if (d->top == c->top)
    c->time = d->time;
  else
    raise_trie (c, d->top, d->time);
  return true;
}

static bool is_flat (const ft_clock *c) {
  return !c->height && c->top < WIDTH;
}

// Joins two clocks that are single leaves: no sharing is worth looking for.
static bool join_flat (ft_clock *c, const ft_clock *d) {
  static const leaf zero;
  const leaf *theirs = d->root ? as_leaf (d->root) : &zero;
  if (d->time <= ft_clock_at (c, d->top)) {
    write_down_top (c);
    if (leq (d->root, c->root, 0))
      return false;
  }
  ft_time *times = as_leaf (own_node (&c->root, 0))->times;
  times[c->top] = c->time;
  raise_all (times, theirs->times);
  if (times[d->top] < d->time)
    times[d->top] = d->time;
  c->time = times[c->top];
  return true;
}

bool ft_clock_join_slow (ft_clock *c, const ft_clock *d) {
  if (!c->root && !c->time) {
    ft_clock_copy (c, d);
    return true;
  }
  return is_flat (c) && is_flat (d) ? join_flat (c, d) : join_tall (c, d);
}
