#include "encoders/linearise.h"

#include <assert.h>

struct work {
  const ft_graph *graph;
  const ft_id *cut;
  ft_id *begin, *nodes; // successors by node
  ft_id *missing;       // by node: predecessors in other threads that are not
                        // yet scheduled
  ft_id *next;          // per lane: its next node
};

static bool is_included (const struct work *w, ft_id node) {
  const ft_graph *g = w->graph;
  return g->cone->facts->index->local[g->events[node]] <
         w->cut[ft_graph_thread (g, node)];
}

// Counts the successors of each node, or, if 'placing', stores them.
static void list_edges (struct work *w, const ft_edge *edges, size_t n,
                        int placing) {
  for (size_t i = 0; i < n; i++) {
    if (!is_included (w, edges[i].from) || !is_included (w, edges[i].to))
      continue;
    if (placing) {
      w->nodes[w->begin[edges[i].from + 1]++] = edges[i].to;
      w->missing[edges[i].to]++;
    } else
      w->begin[edges[i].from + 2]++;
  }
}

static void list_successors (struct work *w, const ft_edge *edges, size_t n) {
  const ft_graph *g = w->graph;
  w->begin = FT_ARRAY (ft_id, (size_t)g->size + 2);
  w->missing = FT_ARRAY (ft_id, g->size);
  list_edges (w, g->edges.begin, g->edges.size, 0);
  list_edges (w, edges, n, 0);
  for (ft_id i = 0; i < g->size; i++)
    w->begin[i + 2] += w->begin[i + 1];
  w->nodes = FT_ARRAY (ft_id, w->begin[g->size + 1]);
  list_edges (w, g->edges.begin, g->edges.size, 1);
  list_edges (w, edges, n, 1);
}

// The ready node that was recorded first, or FT_NO_ID.
static ft_id pick (const struct work *w) {
  const ft_graph *g = w->graph;
  ft_id best = FT_NO_ID;
  for (ft_id lane = 0; lane < g->thread_count; lane++) {
    ft_id node = w->next[lane];
    if (node < g->first[lane + 1] && is_included (w, node) &&
        !w->missing[node] &&
        (best == FT_NO_ID || g->events[node] < g->events[best]))
      best = node;
  }
  return best;
}

bool ft_linearise (const ft_graph *g, const ft_id *cut, const ft_edge *edges,
                   size_t n, ft_reordering *out) {
  struct work w = {.graph = g, .cut = cut};
  list_successors (&w, edges, n);
  w.next = FT_ARRAY (ft_id, g->thread_count);
  ft_id left = 0;
  for (ft_id lane = 0; lane < g->thread_count; lane++) {
    assert (cut[lane] >= g->cone->start[g->threads[lane]]);
    w.next[lane] = g->first[lane];
    left += cut[lane] - g->cone->start[g->threads[lane]];
  }
  for (ft_id node; left && (node = pick (&w)) != FT_NO_ID; left--) {
    FT_PUSH (out->events, g->events[node]);
    w.next[ft_graph_thread (g, node)]++;
    for (ft_id i = w.begin[node]; i < w.begin[node + 1]; i++)
      w.missing[w.nodes[i]]--;
  }
  free (w.begin);
  free (w.nodes);
  free (w.missing);
  free (w.next);
  return !left;
}
