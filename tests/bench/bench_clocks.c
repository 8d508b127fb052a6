// Clocks against each other, on nothing but locks: the tries of 'clock.h', flat
// arrays, and tree clocks (Mathur, Pavlogiannis, Tunç, Viswanathan 2022), as
// happens-before uses them: an acquire joins the lock's clock, a release
// leaves the thread's.  All three must come to the same times.
//
//   bench_clocks [THREADS [LOCKS [SECTIONS]]]
//
// A thread takes a random lock; in the second row, one of its neighbours' locks
// nine times of ten, so that news stay local.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stack.h"
#include "order/clock.h"
#include "tests/model/rng.h"

enum { NONE = -1 };

typedef struct section {
  ft_tid thread;
  ft_id lock;
} section;

typedef struct load {
  ft_tid threads;
  ft_id locks;
  section *sections;
  size_t count;
} load;

// ---- tree clocks -----------------------------------------------------------

typedef struct tree_node {
  ft_time time, attached; // 'attached': the parent's time then
  int parent, first, next, previous;
} tree_node;

typedef struct tree {
  tree_node *nodes; // by thread; time zero: not in the tree
  int root;
} tree;

static FT_STACK (int) updated; // children before parents

static void detach (tree *c, int t) {
  tree_node *n = c->nodes + t;
  if (n->parent == NONE)
    return;
  if (n->previous == NONE)
    c->nodes[n->parent].first = n->next;
  else
    c->nodes[n->previous].next = n->next;
  if (n->next != NONE)
    c->nodes[n->next].previous = n->previous;
  n->parent = NONE;
}

static void attach (tree *c, int t, int parent, ft_time attached) {
  tree_node *n = c->nodes + t;
  n->attached = attached;
  n->parent = parent;
  n->previous = NONE;
  n->next = c->nodes[parent].first;
  if (n->next != NONE)
    c->nodes[n->next].previous = t;
  c->nodes[parent].first = t;
}

// What of the subtree is news to 'c', and its root, which moves in a copy.
static void collect (const tree *c, const tree *d, int t, bool copy) {
  for (int i = d->nodes[t].first; i != NONE; i = d->nodes[i].next) {
    const tree_node *n = d->nodes + i;
    if (c->nodes[i].time < n->time) {
      collect (c, d, i, copy);
      continue;
    }
    if (copy && i == c->root)
      FT_PUSH (updated, i);
    if (n->attached <= c->nodes[t].time)
      break;
  }
  FT_PUSH (updated, t);
}

static void update (tree *c, const tree *d) {
  for (size_t i = 0; i < updated.size; i++)
    detach (c, updated.begin[i]);
  while (!FT_EMPTY (updated)) {
    int t = FT_POP (updated);
    const tree_node *n = d->nodes + t;
    c->nodes[t].time = n->time;
    if (n->parent != NONE)
      attach (c, t, n->parent, n->attached);
  }
}

static void tree_join (tree *c, const tree *d) {
  if (d->root == NONE || d->nodes[d->root].time <= c->nodes[d->root].time)
    return;
  collect (c, d, d->root, false);
  update (c, d);
  attach (c, d->root, c->root, c->nodes[c->root].time);
}

// 'c' is before 'd'.
static void tree_copy (tree *c, const tree *d) {
  collect (c, d, d->root, true);
  update (c, d);
  c->root = d->root;
}

static tree *new_trees (size_t count, ft_tid threads) {
  tree *trees = FT_ARRAY (tree, count);
  for (size_t i = 0; i < count; i++) {
    trees[i] = (tree){FT_ARRAY (tree_node, threads), NONE};
    for (ft_tid t = 0; t < threads; t++)
      trees[i].nodes[t] = (tree_node){0, 0, NONE, NONE, NONE, NONE};
  }
  return trees;
}

// ---- the same run with each ------------------------------------------------

static double seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

// The times that the threads have in the end, all in one row.
static double run_trees (const load *l, ft_time *end) {
  tree *threads = new_trees (l->threads, l->threads);
  tree *locks = new_trees (l->locks, l->threads);
  for (ft_tid t = 0; t < l->threads; t++)
    threads[t].root = t, threads[t].nodes[t].time = 1;
  double begin = seconds ();
  for (size_t i = 0; i < l->count; i++) {
    section s = l->sections[i];
    tree_join (threads + s.thread, locks + s.lock);
    tree_copy (locks + s.lock, threads + s.thread);
    threads[s.thread].nodes[s.thread].time++;
  }
  double time = seconds () - begin;
  for (ft_tid t = 0; t < l->threads; t++)
    for (ft_tid u = 0; u < l->threads; u++)
      *end++ = threads[t].nodes[u].time;
  for (ft_tid t = 0; t < l->threads; t++)
    free (threads[t].nodes);
  for (ft_id k = 0; k < l->locks; k++)
    free (locks[k].nodes);
  free (threads);
  free (locks);
  FT_RELEASE (updated);
  return time;
}

static double run_arrays (const load *l, ft_time *end) {
  size_t n = l->threads;
  ft_time *locks = FT_ARRAY (ft_time, l->locks * n);
  for (ft_tid t = 0; t < n; t++)
    memset (end + t * n, 0, n * sizeof *end), end[t * n + t] = 1;
  double begin = seconds ();
  for (size_t i = 0; i < l->count; i++) {
    section s = l->sections[i];
    ft_time *restrict mine = end + s.thread * n;
    ft_time *restrict lock = locks + s.lock * n;
    for (size_t k = 0; k < n; k++)
      mine[k] = mine[k] > lock[k] ? mine[k] : lock[k];
    memcpy (lock, mine, n * sizeof *mine);
    mine[s.thread]++;
  }
  double time = seconds () - begin;
  free (locks);
  return time;
}

static double run_tries (const load *l, ft_time *end) {
  ft_clock *threads = FT_ARRAY (ft_clock, l->threads);
  ft_clock *locks = FT_ARRAY (ft_clock, l->locks);
  for (ft_tid t = 0; t < l->threads; t++)
    ft_clock_raise (threads + t, t, 1);
  double begin = seconds ();
  for (size_t i = 0; i < l->count; i++) {
    section s = l->sections[i];
    ft_clock *mine = threads + s.thread, *lock = locks + s.lock;
    if (lock->time > ft_clock_at (mine, lock->top))
      ft_clock_join (mine, lock);
    ft_clock_copy (lock, mine);
    ft_clock_raise (mine, s.thread, ft_clock_at (mine, s.thread) + 1);
  }
  double time = seconds () - begin;
  for (ft_tid t = 0; t < l->threads; t++) {
    for (ft_tid u = 0; u < l->threads; u++)
      *end++ = ft_clock_at (threads + t, u);
    ft_clock_release (threads + t);
  }
  for (ft_id k = 0; k < l->locks; k++)
    ft_clock_release (locks + k);
  free (threads);
  free (locks);
  return time;
}

static void print_row (const char *what, const load *l, const char *clocks,
                       double seconds) {
  printf ("clocks, %s, %s, %u threads, %u locks\t%.0f\tns per section\n",
          clocks, what, l->threads, l->locks, seconds * 1e9 / l->count);
}

static void compare (const char *what, const load *l) {
  size_t n = (size_t)l->threads * l->threads;
  ft_time *end[3];
  for (int i = 0; i < 3; i++)
    end[i] = FT_ARRAY (ft_time, n);
  double tries = run_tries (l, end[0]), arrays = run_arrays (l, end[1]),
         trees = run_trees (l, end[2]);
  assert (!memcmp (end[0], end[1], n * sizeof (ft_time)));
  assert (!memcmp (end[0], end[2], n * sizeof (ft_time)));
  print_row (what, l, "tries", tries);
  print_row (what, l, "flat arrays", arrays);
  print_row (what, l, "tree clocks", trees);
  for (int i = 0; i < 3; i++)
    free (end[i]);
}

static void fill (load *l, bool local) {
  ft_rng rng = ft_rng_init (1);
  for (size_t i = 0; i < l->count; i++) {
    ft_tid t = ft_rng_below (&rng, l->threads);
    ft_id lock = ft_rng_below (&rng, l->locks);
    if (local && ft_rng_percent (&rng, 90))
      lock = (ft_id)((uint64_t)t * l->locks / l->threads);
    l->sections[i] = (section){t, lock};
  }
}

int main (int argc, char **argv) {
  load l = {argc > 1 ? strtoul (argv[1], NULL, 10) : 1000,
            argc > 2 ? strtoul (argv[2], NULL, 10) : 64, NULL,
            argc > 3 ? strtoul (argv[3], NULL, 10) : 100000};
  l.sections = FT_ARRAY (section, l.count);
  fill (&l, false);
  compare ("any lock", &l);
  fill (&l, true);
  compare ("near locks", &l);
  free (l.sections);
  return 0;
}
