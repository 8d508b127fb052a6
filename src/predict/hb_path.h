// Happens-before path: the shortest chain of edges between threads that ordered
// two events in the recorded run.  Edges are those of happens-before (locks,
// forks, joins, atomics, conditions, barriers, semaphores), or fork and join
// alone.  Cost: linear in the events between the two.

#ifndef FT_PREDICT_HB_PATH_H
#define FT_PREDICT_HB_PATH_H

#include "certify/facts.h"

//     kind, its name in JSON
#define FT_HB_EDGES(H)                                                         \
  H (LOCK, "lock")                                                             \
  H (FORK, "fork")                                                             \
  H (JOIN, "join")                                                             \
  H (ATOMIC, "atomic")                                                         \
  H (OBJECT, "object") // condition, barrier, semaphore

enum ft_hb_edge_kind {
#define H(NAME, text) FT_HB_EDGE_##NAME,
  FT_HB_EDGES (H)
#undef H
};

const char *ft_hb_edge_name (enum ft_hb_edge_kind);

typedef struct ft_hb_edge {
  enum ft_hb_edge_kind kind;
  ft_id from, to; // events of two threads, 'from' first
} ft_hb_edge;

typedef struct ft_hb_path {
  FT_STACK (ft_hb_edge) edges;
} ft_hb_path;

// Appends the edges from 'first' to 'second'; false if there is no path.
bool ft_hb_path_find (const ft_facts *, ft_id first, ft_id second,
                      bool fork_join_only, ft_hb_path *);

#endif
