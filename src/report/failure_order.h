// The events of a failure's witness whose order decides: what is other than in
// the recorded run, in two or three accesses of one variable.
//
// *Between*: two accesses of one thread, one behind the other, between which
// the schedule has a conflicting access of another thread, unlike the run; such
// accesses want to be in one section (AVIO: Lu, Tucek, Qin, Zhou, ASPLOS 2006).
// *Before*, otherwise: a read and a write that the schedule has in the other
// order than the run, or a read that the schedule has before its write of the
// run.  A free is a write of its block here.

#ifndef FT_REPORT_FAILURE_ORDER_H
#define FT_REPORT_FAILURE_ORDER_H

#include "base/strbuf.h"
#include "report/report.h"

enum ft_failure_order_kind {
  FT_FAILURE_ORDER_UNKNOWN, // no such events: other values alone decide
  FT_FAILURE_ORDER_BETWEEN, // events[1] comes between the two others
  FT_FAILURE_ORDER_BEFORE   // events[0] comes before events[1]
};

typedef struct ft_failure_order {
  enum ft_failure_order_kind kind;
  ft_id events[3];
  ft_id lock; // BETWEEN: a lock that the thread holds at both accesses, but
              // gives back between them; FT_NO_ID: none
} ft_failure_order;

ft_failure_order ft_failure_order_of (const ft_trace *, const ft_failure *);

// The events that an order has.
static inline uint32_t ft_failure_order_count (const ft_failure_order *o) {
  return o->kind == FT_FAILURE_ORDER_BETWEEN  ? 3
         : o->kind == FT_FAILURE_ORDER_BEFORE ? 2
                                              : 0;
}

// Adds "if T2's write of 'balance' (a.c:20:11) comes between T1's read
// (a.c:10:14) and its write (a.c:13:11)"; false, nothing, if nothing is known.
bool ft_failure_order_add (ft_strbuf *, const ft_report *, const ft_failure *);

// Adds what would prevent it: "one section of 'lock' from a.c:10:14 to
// a.c:13:11"; false, nothing, if nothing is known, or if the accesses are of two
// turns of a loop.
bool ft_failure_order_add_remedy (ft_strbuf *, const ft_report *,
                                  const ft_failure *);

// Adds "failed assertion in main at a.c:30:3".
void ft_failure_title (ft_strbuf *, const ft_report *, const ft_failure *);

// Adds event 'i' of a failure in words, 0: what fails, 1: the free before it:
// "main comes to a failed assertion", "T2 frees it".
void ft_failure_add_event (ft_strbuf *, const ft_report *, const ft_failure *,
                           uint32_t i);

#endif
