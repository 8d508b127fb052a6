// Execution graphs of small programs with atomics, and RC11 (Lahav et al., PLDI
// 2017) written down as its relations: matrices of all pairs of events, closed
// by multiplying them.  The slow twin of 'src/witness/rc11*.c'.

#ifndef FT_MODEL_RC11_GRAPH_H
#define FT_MODEL_RC11_GRAPH_H

#include "witness/witness.h"

enum { FT_RC11_GRAPH_EVENTS = 24, FT_RC11_GRAPH_VARIABLES = 4 };

typedef struct ft_rc11_graph_event {
  ft_tid thread;
  enum ft_kind kind; // an access, or FENCE
  enum ft_memory_order order;
  int variable;
  int reads, writes; // values, for litmus tests
} ft_rc11_graph_event;

// Events in program order thread after thread, so that a number below is
// earlier.
typedef struct ft_rc11_graph {
  int size;
  ft_rc11_graph_event events[FT_RC11_GRAPH_EVENTS];
  int source[FT_RC11_GRAPH_EVENTS]; // of a read: the write, or -1: initial value
  int rank[FT_RC11_GRAPH_EVENTS];   // of a write: its place in the modification
                               // order of its variable
} ft_rc11_graph;

bool ft_rc11_graph_writes (const ft_rc11_graph *, int event);
bool ft_rc11_graph_reads (const ft_rc11_graph *, int event);

// Whether all axioms hold.  'hb' (may be NULL) becomes happens-before.
bool ft_rc11_graph_is_consistent (const ft_rc11_graph *,
                             bool hb[FT_RC11_GRAPH_EVENTS][FT_RC11_GRAPH_EVENTS]);

// A trace with these events, thread after thread; all values are 0, so that a
// read may return any write.  With 'halves' two variables share a granule.
// Event i of the graph is event '*first' + i of the trace: before it stands a
// read of each variable by a thread of its own, which shows the initial values.
ft_trace *ft_rc11_graph_trace (const ft_rc11_graph *, bool halves, ft_id *first);

// Lists the events in 'order', which is one of program order and reads-from
// that begins with the smallest numbers; false if there is none.
bool ft_rc11_graph_order (const ft_rc11_graph *, int order[FT_RC11_GRAPH_EVENTS]);

#endif
