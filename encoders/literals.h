// Literals of the 'order' encoding: "x comes before y" and "x is included".
//
// Orders that the graph already has, and events that the base includes, are
// constants.  An order literal is one-directional: true adds the edge x -> y to
// the solver's graph, false says nothing.  Its preferred value is the recorded
// order, which the solver tries first.  Inclusion is a threshold per thread.

#ifndef FT_ENCODERS_LITERALS_H
#define FT_ENCODERS_LITERALS_H

#include "certify/graph.h"
#include "smt/smt.h"

typedef struct ft_order_literal {
  ft_id from, to; // nodes
  ft_term term;
} ft_order_literal;

typedef struct ft_threshold {
  ft_id lane, k; // the first k events of the lane's thread are included
  ft_term term;
} ft_threshold;

typedef struct ft_literals ft_literals;

struct ft_literals {
  const ft_graph *graph; // borrowed
  ft_smt *smt;           // borrowed
  ft_term yes, no;
  ft_map order_at;     // by pair of nodes: index into 'orders'
  ft_map threshold_at; // by lane and 'k': index into 'thresholds'
  FT_STACK (ft_order_literal) orders;
  FT_STACK (ft_threshold) thresholds;
  uint64_t clauses; // asserted so far
  uint64_t limit;   // bytes that the clauses may take, 0: unlimited
};

void ft_literals_init (ft_literals *, const ft_graph *, ft_smt *,
                       uint64_t limit);
void ft_literals_release (ft_literals *);

// The terms "x comes before y" and "x is included", for nodes of the graph.
ft_term ft_literals_before (ft_literals *, ft_id x, ft_id y);
ft_term ft_literals_included (ft_literals *, ft_id x);
ft_term ft_literals_not (ft_literals *, ft_term);

// Asserts the disjunction; constants are simplified away.
void ft_literals_clause (ft_literals *, size_t n, const ft_term *);

// Asserts that inclusion is closed: the first k events of a thread include its
// shorter prefixes and all events that the graph orders before them.  May add
// thresholds.
void ft_literals_close (ft_literals *);

// Passes the order literals to the solver as edges of its graph.  The nodes of
// the solver's graph are the nodes that occur in order literals; its fixed
// edges are the order of the constraint graph restricted to these nodes.
void ft_literals_connect (ft_literals *);

#endif
