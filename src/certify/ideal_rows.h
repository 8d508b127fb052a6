// The representation of ideals: clocks, and the needs of single events.

#ifndef FT_CERTIFY_IDEAL_ROWS_H
#define FT_CERTIFY_IDEAL_ROWS_H

#include "certify/ideal.h"

// Rows of 'commons' that are all zero.
enum { FT_COMMON_UNKNOWN, FT_COMMON_NOTHING, FT_COMMON_FIRST };

struct ft_ideals {
  const ft_facts *facts;
  bool recorded; // sync-preserving
  bool assumed;  // with orders that are only assumed, and those of the system
  bool system;   // with those of the system alone
  bool frozen;   // with reads that are frozen
  bool sections; // with ends of sections ('ideal_sections.c')
  bool enablers; // with what allows wakes and failed tries
  const struct ft_ideals *needed; // clocks of happens-before: those of needs; else
                                  // NULL ('ideal_happens.c')
  enum ft_model model;
  // Reads of which it is tested, round by round, whether they are replaceable.
  FT_STACK (ft_id) tested;
  bool *replaceable; // per source of a read ('sources' of ft_reads): other
                     // writers may take its place; NULL: of all reads but those
                     // without one by value
  // Per source that is replaceable: what it and all writers that may take its
  // place need, and they themselves; a row of 'commons'.  NULL where 'replaceable'
  // is, and where that takes too long.
  ft_id *common;
  FT_STACK (ft_id) commons; // 'threads' numbers each
  ft_tid threads;
  ft_id *row; // per event of 'facts->awaiting', from 1 on: its needs, without
              // itself; a number of 'rows'
  FT_STACK (ft_id) rows; // 'threads' numbers each; the first row is all zero
};

static inline ft_tid ft_ideals_thread (const ft_ideals *x, ft_id e) {
  return x->facts->trace->events[e].thread;
}

static inline ft_id ft_ideals_local (const ft_ideals *x, ft_id e) {
  return x->facts->index->local[e];
}

static inline const ft_id *ft_ideals_row (const ft_ideals *x, ft_id e) {
  return x->rows.begin +
         (size_t)x->row[x->facts->awaiting->last[e]] * x->threads;
}

static inline bool ft_ideals_includes (const ft_ideals *x, const ft_id *cut,
                                       ft_id e) {
  return cut[ft_ideals_thread (x, e)] > ft_ideals_local (x, e);
}

// Called with each event that another one needs.
typedef struct ft_need_visitor {
  void (*visit) (const ft_ideals *, ft_id needed, struct ft_need_visitor *);
  ft_id *cut;
  bool grew;     // the cut did
  ft_id section; // the acquire of the section that needs the event, where
                 // ft_ideals_visit_sections visits it
  ft_id read;    // all of its writers need the event; else FT_NO_ID
  ft_tid thread; // the event searched for, see ft_ideals_chain
  ft_id at, found, cause, by; // 'by': the 'read' of the event found
} ft_need_visitor;

// The limit on the numbers in rows.
uint64_t ft_ideals_most_rows (const ft_facts *);

// Visits the events that the thread of an event waits for, besides its own
// events, before it can be about to execute the event ('free_value': its own
// value is free); or before it can execute it.
void ft_ideals_to_reach (const ft_ideals *, ft_id event, bool free_value,
                         ft_need_visitor *);
void ft_ideals_to_run (const ft_ideals *, ft_id event, ft_need_visitor *);

// Visits the ends of sections of other threads that had to be over when those
// began in which the event is, or which it begins, as far as 'cut' shows, which has
// what the event needs ('ideal_sections.c').
void ft_ideals_visit_sections (const ft_ideals *, ft_id event, const ft_id *cut,
                               ft_need_visitor *);

// Of clocks of happens-before: whether the read has to read from its i-th source, which
// synchronises with it ('forced': no other write has its value), and whether the rule of an
// object by which one event comes before another one synchronises.
bool ft_ideals_synchronises (const ft_ideals *, ft_id read, ft_id i, bool forced);
bool ft_ideals_order_synchronises (const ft_ideals *, ft_id first, ft_id second);

// The first event that can allow a wake or a failed try, if no other thread than
// its own has one that can ('ideal_enablers.c'); else FT_NO_ID.
ft_id ft_ideals_enabler (const ft_ideals *, ft_id event);

// Whether other writers may take the place of the i-th source of the read, as far as
// these clocks show.  (A source that is not marked as replaceable need not have been
// looked at: the read may need it for something else.)
bool ft_ideals_is_replaceable (const ft_ideals *, ft_id read, ft_id i);

// Marks the sources as replaceable that are not shown to have no other writer,
// and finds what all their writers need.  Returns whether there were any, or
// some of these need less than before ('ideal_writers.c').
bool ft_ideals_mark_replaceable (ft_ideals *);

#endif
