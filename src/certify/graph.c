#include "certify/graph.h"

#include <assert.h>
#include <string.h>

ft_id ft_graph_node (const ft_graph *g, ft_id event) {
  const ft_facts *f = g->cone->facts;
  ft_tid t = f->trace->events[event].thread;
  return g->first[g->thread_index[t]] + f->index->local[event] -
         g->cone->start[t];
}

// ---- nodes ---------------------------------------------------------------

static void number_nodes (ft_graph *g) {
  const ft_cone *c = g->cone;
  const ft_index *x = c->facts->index;
  g->thread_index = FT_ARRAY (ft_id, x->threads);
  memset (g->thread_index, 0xff, x->threads * sizeof *g->thread_index);
  for (ft_tid t = 0; t < x->threads; t++)
    if (c->start[t] < c->top[t])
      g->thread_index[t] = g->thread_count++,
      g->size += c->top[t] - c->start[t];
  g->threads = FT_ARRAY (ft_tid, g->thread_count);
  g->first = FT_ARRAY (ft_id, (size_t)g->thread_count + 1);
  g->events = FT_ARRAY (ft_id, g->size);
  ft_id node = 0;
  for (ft_tid t = 0; t < x->threads; t++) {
    if (g->thread_index[t] == FT_NO_ID)
      continue;
    g->threads[g->thread_index[t]] = t;
    g->first[g->thread_index[t]] = node;
    for (ft_id k = c->start[t]; k < c->top[t]; k++)
      g->events[node++] = ft_index_event (x, t, k);
  }
  g->first[g->thread_count] = node;
}

void ft_graph_add (ft_graph *g, ft_id from, ft_id to) {
  ft_edge edge = {from, to};
  FT_PUSH (g->edges, edge);
}

// ---- edges ---------------------------------------------------------------

static void add_edge (ft_graph *g, ft_id from, ft_id to) {
  if (from == FT_NO_ID || !ft_cone_may_include (g->cone, from))
    return;
  ft_graph_add (g, ft_graph_node (g, from), ft_graph_node (g, to));
}

// An event that a path leaves out has its place in its thread there, too, and waits for
// nothing.
static void add_alloc (ft_graph *g, ft_id e, ft_pos alloc) {
  const ft_facts *f = g->cone->facts;
  if (alloc != FT_NO_POS && !(f->left_out && f->left_out[e]))
    add_edge (g, (ft_id)alloc, e);
}

static void add_allocs_of_free (ft_graph *g, ft_id e) {
  uint32_t count;
  const ft_id *allocs = ft_free_allocs_of (g->cone->facts->free_allocs, e, &count);
  for (uint32_t i = 0; i < count; i++)
    add_alloc (g, e, allocs[i]);
}

// Adds the edges from the writers of a read that must return what it returned.
// If only a later event of the thread binds the value of the read, that event
// comes after the writers, and the read itself may not.
static void add_sources (ft_graph *g, ft_id read) {
  const ft_facts *f = g->cone->facts;
  ft_id at, to = read;
  enum ft_binding binding = ft_cone_binding (g->cone, read, &at);
  if (binding == FT_NEVER_BOUND || !ft_cone_is_forced (g->cone, read))
    return;
  if (binding == FT_BOUND_LATE)
    to = ft_index_event (f->index, f->trace->events[read].thread, at);
  for (ft_id i = f->reads->source_begin[read];
       i < f->reads->source_begin[read + 1]; i++)
    add_edge (g, f->reads->sources.begin[i].writer, to);
}

static void add_edges (ft_graph *g, ft_id e) {
  const ft_facts *f = g->cone->facts;
  const ft_event *event = f->trace->events + e;
  if (!f->index->local[e])
    add_edge (g, f->index->fork_of[event->thread], e);
  if (ft_event_is_void (event))
    return;
  if (ft_kind_reads (event->kind))
    add_sources (g, e);
  if (ft_kind_accesses (event->kind))
    add_alloc (g, e, f->trace->tables.variables.begin[event->target].alloc);
  if (event->kind == FT_FREE)
    add_allocs_of_free (g, e);
  add_edge (g, f->index->joined[e], e);
  for (ft_id i = f->orders ? f->orders->begin[e] : 0;
       f->orders && i < f->orders->begin[e + 1]; i++)
    add_edge (g, f->orders->before[i], e);
  if (f->recorded_before && !g->cone->question.relaxed)
    add_edge (g, f->recorded_before[e], e);
}

// ---- clocks --------------------------------------------------------------

struct successors {
  ft_id *begin, *nodes; // by source node
  ft_id *missing;       // per node, number of predecessors not processed yet
};

static struct successors list_successors (const ft_graph *g) {
  struct successors s = {FT_ARRAY (ft_id, (size_t)g->size + 2),
                         FT_ARRAY (ft_id, g->edges.size),
                         FT_ARRAY (ft_id, g->size)};
  for (size_t i = 0; i < g->edges.size; i++)
    s.begin[g->edges.begin[i].from + 2]++;
  for (ft_id i = 0; i < g->size; i++)
    s.begin[i + 2] += s.begin[i + 1];
  for (size_t i = 0; i < g->edges.size; i++) {
    s.nodes[s.begin[g->edges.begin[i].from + 1]++] = g->edges.begin[i].to;
    s.missing[g->edges.begin[i].to]++;
  }
  for (ft_id thread = 0; thread < g->thread_count; thread++)
    for (ft_id i = g->first[thread] + 1; i < g->first[thread + 1]; i++)
      s.missing[i]++;
  return s;
}

static void join_clocks (ft_graph *g, ft_id from, ft_id to) {
  const ft_id *a = g->clocks + (size_t)from * g->thread_count;
  ft_id *b = g->clocks + (size_t)to * g->thread_count;
  for (ft_tid i = 0; i < g->thread_count; i++)
    if (a[i] > b[i])
      b[i] = a[i];
}

void ft_graph_join (ft_graph *g, ft_id from, ft_id to) {
  join_clocks (g, from, to);
}

bool ft_graph_order (ft_graph *g) {
  memset (g->clocks, 0, (size_t)g->size * g->thread_count * sizeof *g->clocks);
  struct successors s = list_successors (g);
  ft_id *ready = FT_ARRAY (ft_id, g->size);
  ft_id done = 0, found = 0;
  for (ft_id i = 0; i < g->size; i++)
    if (!s.missing[i])
      ready[found++] = i;
  while (done < found) {
    ft_id node = ready[done++], thread = ft_graph_thread (g, node);
    g->clocks[(size_t)node * g->thread_count + thread] =
        g->cone->facts->index->local[g->events[node]] + 1;
    if (node + 1 < g->first[thread + 1]) {
      join_clocks (g, node, node + 1);
      if (!--s.missing[node + 1])
        ready[found++] = node + 1;
    }
    for (ft_id i = s.begin[node]; i < s.begin[node + 1]; i++) {
      join_clocks (g, node, s.nodes[i]);
      if (!--s.missing[s.nodes[i]])
        ready[found++] = s.nodes[i];
    }
  }
  free (ready);
  free (s.begin);
  free (s.nodes);
  free (s.missing);
  return done == g->size;
}

ft_graph *ft_graph_new (const ft_cone *cone, uint64_t memory) {
  ft_graph *g = FT_NEW (ft_graph);
  g->cone = cone;
  number_nodes (g);
  if (memory && (uint64_t)g->size * g->thread_count * sizeof (ft_id) > memory) {
    ft_graph_free (g);
    return NULL;
  }
  g->clocks = FT_ARRAY (ft_id, (size_t)g->size * g->thread_count);
  for (ft_id i = 0; i < g->size; i++)
    add_edges (g, g->events[i]);
  for (size_t i = 0; i < cone->forced.size; i++)
    add_edge (g, cone->forced.begin[i].from, cone->forced.begin[i].to);
  bool acyclic = ft_graph_order (g);
  assert (acyclic); // forward in the trace, or saturated without a cycle
  (void)acyclic;
  return g;
}

void ft_graph_free (ft_graph *g) {
  if (!g)
    return;
  free (g->events);
  free (g->threads);
  free (g->first);
  free (g->thread_index);
  FT_RELEASE (g->edges);
  free (g->clocks);
  free (g);
}
