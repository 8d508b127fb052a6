// Why a saturated cone contradicts itself, in terms of events: a cycle of
// forced orders with as few steps between threads as can be found.

#include <string.h>

#include "candidate/closure.h"

// At most this many of the latest forced orders are tried as a start, and
// this many steps are told.
#define STARTS 32
#define TOLD 12

// 0-1 breadth-first search: steps along a thread are free.
struct search {
  const ft_closure *closure;
  const ft_graph *graph;
  ft_id *begin, *edges;     // out-edges by node
  ft_id *distance, *parent; // parent edge, or FT_NO_ID for program order
};

static void list_edges (struct search *s) {
  const ft_graph *g = s->graph;
  s->begin = FT_ARRAY (ft_id, (size_t)g->size + 2);
  s->edges = FT_ARRAY (ft_id, g->edges.size);
  for (size_t i = 0; i < g->edges.size; i++)
    s->begin[g->edges.begin[i].from + 2]++;
  for (ft_id i = 0; i < g->size; i++)
    s->begin[i + 2] += s->begin[i + 1];
  for (size_t i = 0; i < g->edges.size; i++)
    s->edges[s->begin[g->edges.begin[i].from + 1]++] = (ft_id)i;
}

// Distances from 'start' in steps between threads.
static void measure (struct search *s, ft_id start) {
  const ft_graph *g = s->graph;
  FT_STACK (ft_id) now = {0}, later = {0};
  memset (s->distance, 0xff, g->size * sizeof *s->distance);
  s->distance[start] = 0;
  s->parent[start] = FT_NO_ID;
  FT_PUSH (now, start);
  for (ft_id d = 0; now.size; d++) {
    for (size_t i = 0; i < now.size; i++) {
      ft_id n = now.begin[i], lane = ft_graph_lane (g, n);
      for (ft_id e = s->begin[n]; e < s->begin[n + 1]; e++) {
        ft_id to = g->edges.begin[s->edges[e]].to;
        if (s->distance[to] == FT_NO_ID) {
          s->distance[to] = d + 1;
          s->parent[to] = s->edges[e];
          FT_PUSH (later, to);
        }
      }
      ft_id next = n + 1;
      if (next < g->first[lane + 1] && s->distance[next] > d) {
        s->distance[next] = d;
        s->parent[next] = FT_NO_ID;
        FT_PUSH (now, next);
      }
    }
    FT_CLEAR (now);
    for (size_t i = 0; i < later.size; i++)
      if (s->distance[later.begin[i]] == d + 1)
        FT_PUSH (now, later.begin[i]);
    FT_CLEAR (later);
  }
  FT_RELEASE (now);
  FT_RELEASE (later);
}

// The index of a forced order's edge: they were added last, in order.
static ft_id edge_of (const struct search *s, size_t forced) {
  return (ft_id)(s->graph->edges.size - s->closure->forced.size + forced);
}

// The forced order on the shortest cycle found, or SIZE_MAX.
static size_t find_start (struct search *s) {
  const ft_closure *c = s->closure;
  size_t best = SIZE_MAX;
  ft_id shortest = FT_NO_ID;
  size_t first = c->forced.size > STARTS ? c->forced.size - STARTS : 0;
  for (size_t i = first; i < c->forced.size; i++) {
    ft_edge e = s->graph->edges.begin[edge_of (s, i)];
    measure (s, e.to);
    if (s->distance[e.from] < shortest) {
      shortest = s->distance[e.from];
      best = i;
    }
  }
  return best;
}

// ---- words ---------------------------------------------------------------

static void describe (const ft_closure *c, ft_id e, ft_strbuf *buf) {
  ft_cone_describe (c->cone, e, buf);
}

static void explain_forced (const ft_closure *c, const ft_forced *f,
                            ft_strbuf *buf) {
  switch (f->rule) {
  case FT_RULE_EARLIER_WRITE:
    ft_strbuf_add (buf, "or ");
    describe (c, f->read, buf);
    ft_strbuf_add (buf, " would read from it");
    break;
  case FT_RULE_LATER_WRITE:
    ft_strbuf_add (buf, "which would overwrite what it reads");
    break;
  case FT_RULE_SECTION:
    ft_strbuf_add (buf, "which needs the lock");
    break;
  }
}

static void explain_given (const ft_closure *c, ft_id from, ft_id to,
                           ft_strbuf *buf) {
  const ft_event *a = c->cone->facts->trace->events + from;
  const ft_event *b = c->cone->facts->trace->events + to;
  if (a->kind == FT_FORK && a->target == b->thread)
    ft_strbuf_add (buf, "which starts the thread");
  else if (b->kind == FT_JOIN && b->target == a->thread)
    ft_strbuf_add (buf, "which waits for the thread");
  else if (ft_kind_writes (a->kind))
    ft_strbuf_add (buf, "whose thread reads its value");
  else
    ft_strbuf_add (buf, "as recorded");
}

static void explain_edge (const struct search *s, ft_id edge, ft_strbuf *buf) {
  const ft_closure *c = s->closure;
  ft_edge e = s->graph->edges.begin[edge];
  ft_id from = s->graph->events[e.from], to = s->graph->events[e.to];
  describe (c, from, buf);
  ft_strbuf_add (buf, " before ");
  describe (c, to, buf);
  ft_strbuf_add (buf, ", ");
  size_t given = s->graph->edges.size - c->forced.size;
  if (edge >= given)
    explain_forced (c, c->forced.begin + (edge - given), buf);
  else
    explain_given (c, from, to, buf);
}

static void explain_cycle (struct search *s, ft_strbuf *buf) {
  size_t start = find_start (s);
  if (start == SIZE_MAX) {
    ft_strbuf_add (buf, "the orders that locks and reads force contradict "
                        "each other");
    return;
  }
  ft_id edge = edge_of (s, start);
  ft_edge e = s->graph->edges.begin[edge];
  measure (s, e.to);
  ft_strbuf_add (buf, "these orders are forced and contradict each other: ");
  explain_edge (s, edge, buf);
  int told = 1;
  for (ft_id n = e.from; n != e.to && told < TOLD;) {
    edge = s->parent[n];
    if (edge == FT_NO_ID) {
      n--; // along the thread
      continue;
    }
    ft_strbuf_add (buf, "; ");
    explain_edge (s, edge, buf);
    n = s->graph->edges.begin[edge].from;
    told++;
  }
}

void ft_closure_explain (const ft_closure *c, ft_strbuf *buf) {
  if (c->cannot_close != FT_NO_ID) {
    ft_strbuf_add (buf, "the critical section at ");
    describe (c, c->cannot_close, buf);
    ft_strbuf_add (buf, " would have to end, for others need its lock: ");
    if (c->cone->facts->index->match[c->cannot_close] == FT_NO_ID)
      ft_strbuf_add (buf, "it never does");
    else
      ft_cone_explain (c->cone, buf);
    return;
  }
  ft_id size = c->graph->size;
  struct search s = {.closure = c, .graph = c->graph};
  list_edges (&s);
  s.distance = FT_ARRAY (ft_id, size);
  s.parent = FT_ARRAY (ft_id, size);
  explain_cycle (&s, buf);
  free (s.begin);
  free (s.edges);
  free (s.distance);
  free (s.parent);
}
