// The incremental order against depth-first search over all edges.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "smt/acyclic.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

struct edge {
  uint32_t from, to, label;
};

// What the graph should be.
struct twin {
  FT_STACK (struct edge) edges, watched;
  uint32_t nodes;
};

// Whether 'to' is reached from 'from' by the edges that 'allowed' has (NULL:
// all of them).
static bool reaches (const struct twin *g, uint32_t from, uint32_t to,
                     const bool *allowed) {
  bool *seen = FT_ARRAY (bool, g->nodes);
  seen[from] = true;
  for (bool progress = true; progress;) {
    progress = false;
    for (size_t i = 0; i < g->edges.size; i++) {
      const struct edge *e = g->edges.begin + i;
      if ((!allowed || allowed[i]) && seen[e->from] && !seen[e->to])
        seen[e->to] = progress = true;
    }
  }
  bool found = seen[to];
  free (seen);
  return found;
}

// Whether the edges of the reported cycle, which are numbered by their labels,
// lead back from 'to' to 'from' with the help of unlabelled ones, and all of
// them are needed for it (unless unlabelled ones offer a shortcut).
static bool is_cycle (const ft_acyclic *a, const struct twin *g, uint32_t from,
                      uint32_t to, bool all_labelled) {
  size_t n;
  const uint32_t *labels = ft_acyclic_cycle (a, &n);
  bool *allowed = FT_ARRAY (bool, g->edges.size);
  for (size_t i = 0; i < g->edges.size; i++)
    allowed[i] = g->edges.begin[i].label == FT_NO_LABEL;
  bool right = true;
  for (size_t i = 0; i < n && right; i++) {
    right = labels[i] < g->edges.size && !allowed[labels[i]];
    if (right)
      allowed[labels[i]] = true;
  }
  right = right && reaches (g, to, from, allowed);
  for (size_t i = 0; i < n && right && all_labelled; i++) {
    allowed[labels[i]] = false;
    right = !reaches (g, to, from, allowed);
    allowed[labels[i]] = true;
  }
  free (allowed);
  return right;
}

// Whether every barred edge is a watched one that its reasons, with the help of
// unlabelled edges, do close into a cycle.
static bool are_barred (const ft_acyclic *a, const struct twin *g,
                        unsigned *count) {
  size_t n;
  const ft_barred *barred = ft_acyclic_barred (a, &n);
  bool right = true;
  bool *allowed = FT_ARRAY (bool, g->edges.size);
  for (size_t i = 0; i < n && right; i++) {
    for (size_t j = 0; j < g->edges.size; j++)
      allowed[j] = g->edges.begin[j].label == FT_NO_LABEL;
    for (size_t j = barred[i].begin; j < barred[i].end; j++)
      allowed[ft_acyclic_reasons (a)[j]] = true;
    const struct edge *w = g->watched.begin + barred[i].label;
    right = reaches (g, w->to, w->from, allowed);
  }
  *count += (unsigned)n;
  free (allowed);
  return right;
}

// Adds a random edge to both; false if they differ.
static bool add (ft_acyclic *a, struct twin *g, ft_rng *rng, bool all_labelled,
                 unsigned *cycles, unsigned *barred) {
  uint32_t from = ft_rng_below (rng, g->nodes);
  uint32_t to = ft_rng_below (rng, g->nodes);
  bool labelled = all_labelled || ft_rng_percent (rng, 60);
  uint32_t label = labelled ? (uint32_t)g->edges.size : FT_NO_LABEL;
  bool cycle = from == to || reaches (g, to, from, NULL);
  if (ft_acyclic_add (a, from, to, label) == cycle)
    return false;
  *cycles += cycle;
  if (!cycle)
    FT_PUSH (g->edges, ((struct edge){from, to, label}));
  return ft_acyclic_edges (a) == g->edges.size &&
         (!cycle || is_cycle (a, g, from, to, all_labelled)) &&
         are_barred (a, g, barred);
}

static bool run (uint64_t seed, unsigned *cycles, unsigned *barred) {
  ft_rng rng = ft_rng_init (seed);
  struct twin g = {.nodes = 2 + ft_rng_below (&rng, 20)};
  ft_acyclic *a = ft_acyclic_new (g.nodes);
  bool all_labelled = ft_rng_percent (&rng, 50), right = true;
  for (uint32_t i = 0; i < 10; i++) {
    struct edge w = {ft_rng_below (&rng, g.nodes), ft_rng_below (&rng, g.nodes),
                     i};
    FT_PUSH (g.watched, w);
    ft_acyclic_watch (a, w.from, w.to, i);
  }
  for (int step = 0; step < 120 && right; step++)
    if (ft_rng_percent (&rng, 12)) {
      g.edges.size = ft_rng_below (&rng, (uint32_t)g.edges.size + 1);
      ft_acyclic_drop (a, g.edges.size);
    } else
      right = add (a, &g, &rng, all_labelled, cycles, barred);
  ft_acyclic_free (a);
  FT_RELEASE (g.edges);
  FT_RELEASE (g.watched);
  return right;
}

static void random_edges (void **state) {
  (void)state;
  unsigned cycles = 0, barred = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++)
    if (!run (seed, &cycles, &barred))
      fail_msg ("FT_SEED=%llu", (unsigned long long)seed);
  assert_true (cycles > 0 && barred > 0);
}

// The worst order of insertion: each edge goes back behind all others.
static void long_chain (void **state) {
  (void)state;
  enum { n = 300 };
  ft_acyclic *a = ft_acyclic_new (n);
  for (uint32_t i = 0; i + 1 < n; i++)
    assert_true (ft_acyclic_add (a, i + 1, i, i));
  size_t length;
  assert_false (ft_acyclic_add (a, 0, n - 1, n));
  ft_acyclic_cycle (a, &length);
  assert_int_equal (length, n - 1);
  ft_acyclic_drop (a, n / 2);
  assert_true (ft_acyclic_add (a, 0, n - 1, n));
  ft_acyclic_free (a);
}

static void an_edge_to_itself (void **state) {
  (void)state;
  ft_acyclic *a = ft_acyclic_new (1);
  size_t n;
  assert_false (ft_acyclic_add (a, 0, 0, 7));
  ft_acyclic_cycle (a, &n);
  assert_int_equal (n, 0);
  assert_int_equal (ft_acyclic_edges (a), 0);
  ft_acyclic_free (a);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_edges),
      cmocka_unit_test (long_chain),
      cmocka_unit_test (an_edge_to_itself),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
