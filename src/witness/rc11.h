// RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency
// in C/C++11, PLDI 2017): whether the schedule of a witness, with the stores
// that its reads return and its modification orders, is a consistent execution
// graph, and what happens before what in it.
//
// The events are those of the schedule, by their number in it.  The schedule is
// a linear order of program order and reads-from, so that no-thin-air holds
// ('rc11_execution.c' refuses anything else).  'rc11.c' has happens-before,
// coherence and atomicity, 'rc11_sc.c' the axiom SC.
//
// Bytes of a variable that no event of the schedule distinguishes are one *cell*,
// named by their first byte; coherence and atomicity hold for each cell.

#ifndef FT_WITNESS_RC11_H
#define FT_WITNESS_RC11_H

#include "witness/checker_state.h"

// Which threads' events, and how many of each, happen before something: a count
// by thread.  NULL: none.  Not changed once it is made.
typedef const ft_id *ft_past;

typedef struct ft_rc11_edge {
  ft_id from, to;
} ft_rc11_edge;

typedef struct ft_rc11_execution {
  ft_checker *checker; // borrowed, as is all of 'witness'
  const ft_witness *witness;
  ft_id size;
  ft_tid threads;
  const ft_event **events; // by number
  ft_id *number;           // by event of the trace
  ft_id *next;             // the next event of the thread, or FT_NO_ID
  ft_id *rank; // of a write: its place in the modification order of its
               // variable, from 1
  // Eight of each event, by cell: the write that it reads from (FT_NO_ID: the
  // initial value), and, of a write, its neighbours in modification order.
  ft_id *source, *previous_write, *next_write;
  ft_id *first_write; // by variable * 8 + cell, or FT_NO_ID
  uint8_t *cells;     // by variable: its cells, as a mask
  // Edges that happens-before is the transitive closure of, beside program
  // order; and for each access the last ones of other threads, in the same
  // cell, that happen before it.
  FT_STACK (ft_rc11_edge) synchronised, same_cell;
} ft_rc11_execution;

// The cells of an access, as a mask.
static inline uint8_t ft_rc11_cells (const ft_rc11_execution *g, ft_id k) {
  const ft_event *e = g->events[k];
  return e->mask & g->cells[e->target];
}

// The place in modification order of what an access writes or returns.
static inline ft_id ft_rc11_rank (const ft_rc11_execution *g, ft_id k,
                                   int cell) {
  ft_id source = g->source[8 * k + cell];
  return ft_kind_writes (g->events[k]->kind) ? g->rank[k]
         : source == FT_NO_ID                ? 0
                                             : g->rank[source];
}

// Fills a graph, all zero, of a schedule that the checker has just run.  False:
// refused.  Released in both cases.
bool ft_rc11_init (ft_rc11_execution *, ft_checker *, const ft_witness *);
void ft_rc11_release (ft_rc11_execution *);

// Whether the witness, whose schedule was run with its reads, is a consistent
// graph in which 'first' does not happen before the last event.
bool ft_rc11_accepts (ft_checker *, const ft_witness *, ft_id first);

// Whether psc is acyclic; with the edges of happens-before filled.
bool ft_rc11_is_sc (const ft_rc11_execution *);

// The orders of atomic events; unknown ones are seq_cst, consume is acquire.
static inline bool ft_rc11_acquires (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_RELEASE;
}

static inline bool ft_rc11_releases (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_ACQUIRE &&
         e->order != FT_ORDER_CONSUME;
}

static inline bool ft_rc11_is_seq_cst (const ft_event *e) {
  return (ft_kind_is_atomic (e->kind) || e->kind == FT_FENCE) &&
         (e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN) &&
         !ft_event_is_void (e);
}

#endif
