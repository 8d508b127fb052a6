// Partial orders over a stream of events, behind one interface.
//
// Each relation is one file (hb.c, shb.c, wcp.c, dc.c, c11.c) whose head gives the
// definition, the source and the cost.  An order keeps two things for each
// thread: a local time, which changes after each event that publishes something
// to other threads, so that events between two changes are indistinguishable;
// and a clock of the events that come before the thread's last event.

#ifndef FT_ORDER_ORDER_H
#define FT_ORDER_ORDER_H

#include "order/clock.h"
#include "trace/event.h"
#include "trace/tables.h"

//     relation, name, what it is
#define FT_RELATIONS(R)                                                        \
  R (FORK_JOIN, "fork-join", "program order, fork and join")                   \
  R (HB, "hb", "happens-before")                                               \
  R (SHB, "shb", "schedulable happens-before")                                 \
  R (WCP, "wcp", "weak-causally-precedes, with program order, fork and join")  \
  R (DC, "dc", "doesn't-commute")                                              \
  R (C11, "c11", "happens-before of C11")

enum ft_relation {
#define R(NAME, text, what) FT_REL_##NAME,
  FT_RELATIONS (R)
#undef R
};

typedef struct ft_order ft_order;

// 'tables' are borrowed and may grow between steps.
ft_order *ft_order_new (enum ft_relation, const ft_tables *tables);
void ft_order_free (ft_order *);

// Processes the next event of the trace.
void ft_order_step (ft_order *, const ft_event *);

// The local time of thread 't' after a step on one of its events, to be kept
// with the event for later questions.
ft_time ft_order_time (const ft_order *, ft_tid t);

// After a step on event e of thread 't': whether the event of thread 'other' at
// local time 'time' is ordered before e.  (In SHB, a read's own edge from its
// last write does not count for the read itself.)
bool ft_order_before (const ft_order *, ft_tid other, ft_time time, ft_tid t);

// The last local time of thread 'other' that is ordered before the last event
// of thread 't'.
ft_time ft_order_known (const ft_order *, ft_tid other, ft_tid t);

const char *ft_relation_name (enum ft_relation);

#endif
