#include "encoders/literals.h"

#include <assert.h>
#include <string.h>

void ft_literals_init (ft_literals *l, const ft_graph *graph, ft_smt *smt,
                       uint64_t limit) {
  *l = (ft_literals){.graph = graph, .smt = smt, .limit = limit};
  l->yes = ft_smt_true (smt);
  l->no = ft_smt_false (smt);
}

void ft_literals_release (ft_literals *l) {
  ft_map_release (&l->order_at);
  ft_map_release (&l->threshold_at);
  FT_RELEASE (l->orders);
  FT_RELEASE (l->thresholds);
}

ft_term ft_literals_before (ft_literals *l, ft_id x, ft_id y) {
  assert (x != y);
  if (ft_graph_ordered (l->graph, x, y))
    return l->yes;
  if (ft_graph_ordered (l->graph, y, x))
    return l->no;
  ft_id *slot = ft_map_at (&l->order_at, (uint64_t)x << 32 | y);
  if (*slot == FT_NO_ID) {
    *slot = (ft_id)l->orders.size;
    bool recorded = l->graph->events[x] < l->graph->events[y];
    ft_order_literal literal = {x, y, ft_smt_bool (l->smt, recorded)};
    FT_PUSH (l->orders, literal);
  }
  return l->orders.begin[*slot].term;
}

static ft_term threshold (ft_literals *l, ft_id lane, ft_id k) {
  if (k <= l->graph->cone->base[l->graph->threads[lane]])
    return l->yes;
  ft_id *slot = ft_map_at (&l->threshold_at, (uint64_t)lane << 32 | k);
  if (*slot == FT_NO_ID) {
    *slot = (ft_id)l->thresholds.size;
    ft_threshold t = {lane, k, ft_smt_bool (l->smt, false)};
    FT_PUSH (l->thresholds, t);
  }
  return l->thresholds.begin[*slot].term;
}

ft_term ft_literals_included (ft_literals *l, ft_id x) {
  return threshold (l, ft_graph_thread (l->graph, x),
                    l->graph->cone->facts->index->local[l->graph->events[x]] +
                        1);
}

ft_term ft_literals_not (ft_literals *l, ft_term a) {
  return a == l->yes ? l->no : a == l->no ? l->yes : ft_smt_not (l->smt, a);
}

void ft_literals_clause (ft_literals *l, size_t n, const ft_term *terms) {
  FT_STACK (ft_term) left = {0};
  for (size_t i = 0; i < n; i++) {
    if (terms[i] == l->yes) {
      FT_RELEASE (left);
      return;
    }
    if (terms[i] != l->no)
      FT_PUSH (left, terms[i]);
  }
  ft_smt_assert (l->smt, ft_smt_or (l->smt, left.size, left.begin));
  l->clauses++;
  FT_RELEASE (left);
}

// ---- inclusion -----------------------------------------------------------

static void close_one (ft_literals *l, size_t i) {
  const ft_graph *g = l->graph;
  ft_threshold t = l->thresholds.begin[i];
  ft_id start = g->cone->start[g->threads[t.lane]];
  assert (t.k > start);
  ft_id node = g->first[t.lane] + t.k - 1 - start;
  ft_term without = ft_literals_not (l, t.term);
  for (ft_id lane = 0; lane < g->thread_count; lane++) {
    ft_id k = ft_graph_clock (g, node, lane);
    if (lane != t.lane && k) {
      ft_term needs = threshold (l, lane, k);
      ft_literals_clause (l, 2, (ft_term[]){without, needs});
    }
  }
}

static int compare_thresholds (const void *a, const void *b) {
  const ft_threshold *p = a, *q = b;
  if (p->lane != q->lane)
    return p->lane < q->lane ? -1 : 1;
  return (p->k > q->k) - (p->k < q->k);
}

void ft_literals_close (ft_literals *l) {
  for (size_t i = 0; i < l->thresholds.size; i++)
    close_one (l, i);
  size_t n = l->thresholds.size;
  if (!n)
    return;
  ft_threshold *sorted = ft_realloc (NULL, n, sizeof *sorted);
  memcpy (sorted, l->thresholds.begin, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, compare_thresholds);
  for (size_t i = 1; i < n; i++)
    if (sorted[i].lane == sorted[i - 1].lane) {
      ft_term more = ft_literals_not (l, sorted[i].term);
      ft_literals_clause (l, 2, (ft_term[]){more, sorted[i - 1].term});
    }
  free (sorted);
}

// ---- the solver's graph --------------------------------------------------

// The nodes that occur in order literals: listed lane by lane, and numbered
// for the solver in recorded order, which is a topological one already.
struct used {
  ft_id *nodes, *lane_begin;
  ft_id *number; // per node of the graph
};

static int compare_events (const void *a, const void *b, void *graph) {
  const ft_graph *g = graph;
  ft_id p = g->events[*(const ft_id *)a], q = g->events[*(const ft_id *)b];
  return (p > q) - (p < q);
}

static void number_used (const ft_graph *g, struct used *u, ft_id n) {
  ft_id *sorted = FT_ARRAY (ft_id, n);
  memcpy (sorted, u->nodes, n * sizeof *sorted);
  qsort_r (sorted, n, sizeof *sorted, compare_events, (void *)g);
  for (ft_id i = 0; i < n; i++)
    u->number[sorted[i]] = i;
  free (sorted);
}

static ft_id list_used (const ft_literals *l, struct used *u) {
  const ft_graph *g = l->graph;
  memset (u->number, 0xff, g->size * sizeof *u->number);
  for (size_t i = 0; i < l->orders.size; i++)
    u->number[l->orders.begin[i].from] = u->number[l->orders.begin[i].to] = 0;
  ft_id n = 0;
  for (ft_id lane = 0; lane < g->thread_count; lane++) {
    u->lane_begin[lane] = n;
    for (ft_id node = g->first[lane]; node < g->first[lane + 1]; node++)
      if (u->number[node] != FT_NO_ID)
        u->nodes[n++] = node;
  }
  u->lane_begin[g->thread_count] = n;
  number_used (g, u, n);
  return n;
}

// The last used node of 'lane' whose event is among its thread's first k, or
// FT_NO_ID.
static ft_id last_used (const ft_graph *g, const struct used *u, ft_id lane,
                        ft_id k) {
  const ft_id *local = g->cone->facts->index->local;
  ft_id low = u->lane_begin[lane], high = u->lane_begin[lane + 1];
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (local[g->events[u->nodes[middle]]] < k)
      low = middle + 1;
    else
      high = middle;
  }
  return low == u->lane_begin[lane] ? FT_NO_ID : u->nodes[low - 1];
}

// Edges into a used node that its predecessor in the lane, if it has one,
// does not imply.
static void connect_node (ft_literals *l, const struct used *u, ft_id lane,
                          ft_id node, ft_id previous) {
  const ft_graph *g = l->graph;
  if (previous != FT_NO_ID)
    ft_smt_edge (l->smt, u->number[previous], u->number[node]);
  for (ft_id other = 0; other < g->thread_count; other++) {
    ft_id k = ft_graph_clock (g, node, other);
    if (other == lane || !k ||
        (previous != FT_NO_ID && ft_graph_clock (g, previous, other) >= k))
      continue;
    ft_id from = last_used (g, u, other, k);
    if (from != FT_NO_ID &&
        !(previous != FT_NO_ID && ft_graph_ordered (g, from, previous)))
      ft_smt_edge (l->smt, u->number[from], u->number[node]);
  }
}

void ft_literals_connect (ft_literals *l) {
  const ft_graph *g = l->graph;
  struct used u = {FT_ARRAY (ft_id, g->size),
                   FT_ARRAY (ft_id, (size_t)g->thread_count + 1),
                   FT_ARRAY (ft_id, g->size)};
  ft_smt_graph (l->smt, list_used (l, &u));
  for (ft_id lane = 0; lane < g->thread_count; lane++)
    for (ft_id i = u.lane_begin[lane]; i < u.lane_begin[lane + 1]; i++)
      connect_node (l, &u, lane, u.nodes[i],
                    i == u.lane_begin[lane] ? FT_NO_ID : u.nodes[i - 1]);
  for (size_t i = 0; i < l->orders.size; i++) {
    const ft_order_literal *o = l->orders.begin + i;
    ft_smt_edge_if (l->smt, o->term, u.number[o->from], u.number[o->to]);
  }
  free (u.nodes);
  free (u.lane_begin);
  free (u.number);
}
