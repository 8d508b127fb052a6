#include "smt/acyclic.h"

#include <assert.h>

struct arc {
  uint32_t node, label;
};

struct node {
  FT_STACK (struct arc) out, in, watched;
  uint32_t rank;        // position in the topological order
  uint32_t stamp;       // of the last search that reached it
  uint32_t from, label; // the arc by which a search reached it
};

struct ends {
  uint32_t from, to;
};

struct ft_acyclic {
  struct node *nodes;
  uint32_t size, stamp;
  FT_STACK (struct ends) edges;          // in the order of addition
  FT_STACK (uint32_t) cycle;             // labels of the last refused cycle
  FT_STACK (uint32_t) forward, backward; // nodes of the last searches
  FT_STACK (uint32_t) ranks;             // of these nodes
  FT_STACK (uint32_t) reasons;           // labels, for 'barred'
  FT_STACK (ft_barred) barred;
};

ft_acyclic *ft_acyclic_new (uint32_t nodes) {
  ft_acyclic *g = FT_NEW (ft_acyclic);
  g->size = nodes;
  g->nodes = FT_ARRAY (struct node, nodes);
  for (uint32_t i = 0; i < nodes; i++)
    g->nodes[i].rank = i;
  return g;
}

void ft_acyclic_free (ft_acyclic *g) {
  if (!g)
    return;
  for (uint32_t i = 0; i < g->size; i++) {
    FT_RELEASE (g->nodes[i].out);
    FT_RELEASE (g->nodes[i].in);
    FT_RELEASE (g->nodes[i].watched);
  }
  free (g->nodes);
  FT_RELEASE (g->edges);
  FT_RELEASE (g->cycle);
  FT_RELEASE (g->forward);
  FT_RELEASE (g->backward);
  FT_RELEASE (g->ranks);
  FT_RELEASE (g->reasons);
  FT_RELEASE (g->barred);
  free (g);
}

// ---- searches between the two ranks --------------------------------------

static void explain_cycle (ft_acyclic *g, uint32_t from, uint32_t to) {
  FT_CLEAR (g->cycle);
  for (uint32_t i = from; i != to; i = g->nodes[i].from)
    if (g->nodes[i].label != FT_NO_LABEL)
      FT_PUSH (g->cycle, g->nodes[i].label);
}

// Finds the nodes reachable from 'to' up to the rank of 'from'; false if 'from'
// is one of them.
static bool search_forward (ft_acyclic *g, uint32_t from, uint32_t to) {
  uint32_t stamp = ++g->stamp, bound = g->nodes[from].rank;
  FT_CLEAR (g->forward);
  FT_PUSH (g->forward, to);
  g->nodes[to].stamp = stamp;
  for (size_t i = 0; i < g->forward.size; i++) {
    uint32_t n = g->forward.begin[i];
    for (size_t j = 0; j < g->nodes[n].out.size; j++) {
      struct arc arc = g->nodes[n].out.begin[j];
      struct node *next = g->nodes + arc.node;
      if (next->rank > bound || next->stamp == stamp)
        continue;
      next->stamp = stamp;
      next->from = n;
      next->label = arc.label;
      if (arc.node == from)
        return false;
      FT_PUSH (g->forward, arc.node);
    }
  }
  return true;
}

// Finds the nodes that reach 'from', down to the rank of 'to'.
static void search_backward (ft_acyclic *g, uint32_t from, uint32_t to) {
  uint32_t stamp = ++g->stamp, bound = g->nodes[to].rank;
  FT_CLEAR (g->backward);
  FT_PUSH (g->backward, from);
  g->nodes[from].stamp = stamp;
  for (size_t i = 0; i < g->backward.size; i++) {
    uint32_t n = g->backward.begin[i];
    for (size_t j = 0; j < g->nodes[n].in.size; j++) {
      struct arc arc = g->nodes[n].in.begin[j];
      struct node *before = g->nodes + arc.node;
      if (before->rank < bound || before->stamp == stamp)
        continue;
      before->stamp = stamp;
      before->from = n;
      before->label = arc.label;
      FT_PUSH (g->backward, arc.node);
    }
  }
}

// ---- watched edges -------------------------------------------------------

static void push_reason (ft_acyclic *g, uint32_t label) {
  if (label != FT_NO_LABEL)
    FT_PUSH (g->reasons, label);
}

// Adds the labels on the path between a node and the start of the search that
// reached it.
static void push_reasons (ft_acyclic *g, uint32_t node, uint32_t start) {
  for (; node != start; node = g->nodes[node].from)
    push_reason (g, g->nodes[node].label);
}

// Lists the watched edges from a node that the new edge reaches to a node that
// reaches the new edge: they would close a cycle.  The two last searches found
// these nodes; the searches have no node in common, and the backward one has
// the current stamp.
static void bar_edges (ft_acyclic *g, uint32_t from, uint32_t to,
                       uint32_t label) {
  for (size_t i = 0; i < g->forward.size; i++) {
    uint32_t n = g->forward.begin[i];
    for (size_t j = 0; j < g->nodes[n].watched.size; j++) {
      struct arc arc = g->nodes[n].watched.begin[j];
      if (g->nodes[arc.node].stamp != g->stamp)
        continue;
      ft_barred barred = {arc.label, g->reasons.size, 0};
      push_reason (g, label);
      push_reasons (g, n, to);
      push_reasons (g, arc.node, from);
      barred.end = g->reasons.size;
      FT_PUSH (g->barred, barred);
    }
  }
}

void ft_acyclic_watch (ft_acyclic *g, uint32_t from, uint32_t to,
                       uint32_t label) {
  FT_PUSH (g->nodes[from].watched, ((struct arc){to, label}));
}

const ft_barred *ft_acyclic_barred (const ft_acyclic *g, size_t *n) {
  *n = g->barred.size;
  return g->barred.begin;
}

const uint32_t *ft_acyclic_reasons (const ft_acyclic *g) {
  return g->reasons.begin;
}

// ---- reordering ----------------------------------------------------------

static int compare_ranks (const void *a, const void *b) {
  uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
  return (p > q) - (p < q);
}

static int compare_nodes (const void *a, const void *b, void *graph) {
  const ft_acyclic *g = graph;
  uint32_t p = g->nodes[*(const uint32_t *)a].rank;
  uint32_t q = g->nodes[*(const uint32_t *)b].rank;
  return (p > q) - (p < q);
}

// Moves the nodes that reach the new edge before the nodes that it reaches.
// Both sets keep their inner order and together keep their ranks.
static void reorder (ft_acyclic *g) {
  FT_CLEAR (g->ranks);
  qsort_r (g->backward.begin, g->backward.size, sizeof (uint32_t),
           compare_nodes, g);
  qsort_r (g->forward.begin, g->forward.size, sizeof (uint32_t), compare_nodes,
           g);
  for (size_t i = 0; i < g->backward.size; i++)
    FT_PUSH (g->ranks, g->nodes[g->backward.begin[i]].rank);
  for (size_t i = 0; i < g->forward.size; i++)
    FT_PUSH (g->ranks, g->nodes[g->forward.begin[i]].rank);
  qsort (g->ranks.begin, g->ranks.size, sizeof (uint32_t), compare_ranks);
  const uint32_t *rank = g->ranks.begin;
  for (size_t i = 0; i < g->backward.size; i++)
    g->nodes[g->backward.begin[i]].rank = *rank++;
  for (size_t i = 0; i < g->forward.size; i++)
    g->nodes[g->forward.begin[i]].rank = *rank++;
}

bool ft_acyclic_add (ft_acyclic *g, uint32_t from, uint32_t to,
                     uint32_t label) {
  FT_CLEAR (g->cycle);
  FT_CLEAR (g->barred);
  FT_CLEAR (g->reasons);
  assert (from < g->size && to < g->size);
  if (from == to)
    return false;
  if (g->nodes[from].rank > g->nodes[to].rank) {
    if (!search_forward (g, from, to)) {
      explain_cycle (g, from, to);
      return false;
    }
    search_backward (g, from, to);
    bar_edges (g, from, to, label);
    reorder (g);
  }
  FT_PUSH (g->nodes[from].out, ((struct arc){to, label}));
  FT_PUSH (g->nodes[to].in, ((struct arc){from, label}));
  FT_PUSH (g->edges, ((struct ends){from, to}));
  return true;
}

const uint32_t *ft_acyclic_cycle (const ft_acyclic *g, size_t *n) {
  *n = g->cycle.size;
  return g->cycle.begin;
}

size_t ft_acyclic_edges (const ft_acyclic *g) {
  return g->edges.size;
}

// The topological order stays valid: fewer edges constrain it.
void ft_acyclic_drop (ft_acyclic *g, size_t n) {
  assert (n <= g->edges.size);
  while (g->edges.size > n) {
    struct ends e = FT_POP (g->edges);
    g->nodes[e.from].out.size--;
    g->nodes[e.to].in.size--;
  }
}
