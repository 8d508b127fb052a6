// The constraint graph: the order that every answer to a question respects, on
// the events that it may include, with the clocks of its transitive closure.
// Its edges are program order, forks, joins, allocations before uses, writers
// before the reads that have no other, and the orders that saturation forced.
// Events outside the window are not nodes.
//
// Nodes are numbered thread by thread, and the threads that take part are
// numbered too.  Memory: nodes times threads that take part.

#ifndef FT_CERTIFY_GRAPH_H
#define FT_CERTIFY_GRAPH_H

#include "certify/cone.h"

typedef struct ft_edge {
  ft_id from, to; // nodes
} ft_edge;

typedef struct ft_graph ft_graph;

struct ft_graph {
  const ft_cone *cone;      // borrowed
  ft_id size;               // number of nodes
  ft_id *events;            // of each node
  ft_tid thread_count;      // number of threads that take part
  ft_tid *threads;          // of the trace, by number
  ft_id *first;             // first node of each thread, + 1
  ft_id *thread_index;      // per thread of the trace: its number, or FT_NO_ID
  FT_STACK (ft_edge) edges; // in addition to program order
  ft_id *clocks; // 'size' times 'thread_count': number of events of that
                 // thread, counted from its start, that come before or at the
                 // node
};

// NULL if the clocks would take more than 'memory' bytes.
ft_graph *ft_graph_new (const ft_cone *, uint64_t memory);
void ft_graph_free (ft_graph *);

// Adds an edge to those that every answer respects.  Then ft_graph_order
// computes the clocks anew, false if there is a cycle; ft_graph_join only
// updates the clock of 'to', enough for the rest of a pass.
void ft_graph_add (ft_graph *, ft_id from, ft_id to);
void ft_graph_join (ft_graph *, ft_id from, ft_id to);
bool ft_graph_order (ft_graph *);

// The node of an event that ft_cone_may_include.
ft_id ft_graph_node (const ft_graph *, ft_id event);

// Whether node x is y or comes before it in every answer that includes y.
static inline bool ft_graph_ordered (const ft_graph *g, ft_id x, ft_id y);

// The number of the thread of a node.
static inline ft_id ft_graph_thread (const ft_graph *g, ft_id node) {
  const ft_trace *trace = g->cone->facts->trace;
  return g->thread_index[trace->events[g->events[node]].thread];
}

static inline ft_id ft_graph_clock (const ft_graph *g, ft_id node,
                                    ft_id thread) {
  return g->clocks[(size_t)node * g->thread_count + thread];
}

static inline bool ft_graph_ordered (const ft_graph *g, ft_id x, ft_id y) {
  return ft_graph_clock (g, y, ft_graph_thread (g, x)) >=
         g->cone->facts->index->local[g->events[x]] + 1;
}

#endif
