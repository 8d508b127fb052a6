// Literals of the 'order' encoding: "x comes before y" and "x is included".
//
// What the graph already orders and what the base includes are constants.
// An order literal is one-directional: true adds the edge x -> y to the
// solver's graph, false says nothing; each is made so that the recorded order
// is what the solver tries first.  Inclusion is a threshold per thread.

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
  ft_map order_at, threshold_at;
  FT_STACK (ft_order_literal) orders;
  FT_STACK (ft_threshold) thresholds;
  uint64_t clauses, limit;
};

void ft_literals_init (ft_literals *, const ft_graph *, ft_smt *,
                       uint64_t limit);
void ft_literals_release (ft_literals *);

ft_term ft_literals_before (ft_literals *, ft_id x, ft_id y);
ft_term ft_literals_included (ft_literals *, ft_id x);
ft_term ft_literals_not (ft_literals *, ft_term);

// Asserts the disjunction; constants are simplified away.
void ft_literals_clause (ft_literals *, size_t n, const ft_term *);

// Asserts that thresholds are closed: the first k events of a thread include
// fewer of them, and all that comes before them in the graph.  May add
// thresholds.
void ft_literals_close (ft_literals *);

// Hands the order literals to the solver as edges of its graph, whose nodes
// are the events in them, with the edges of the must-order reduced to these.
void ft_literals_connect (ft_literals *);

#endif
