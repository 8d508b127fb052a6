// Enablers: events that allow another event.  Which of several candidates does
// so depends on the schedule.
//
// - A wake needs a signal or broadcast on its condition after its wait began.
//   That a signal serves one wake only is not looked at.
// - A failed try needs a section of another thread on its lock that is open.
//
// A candidate has a beginning, before the event, and an end, after 'since': of
// a signal both are the signal itself and 'since' is the beginning of the wait;
// of a section they are its acquire and its release, and 'since' is the try.
// These are necessary in every schedule that the checker accepts, so that a
// question for which no candidate fits is refuted.
//
// Slow twin: enumeration, in tests/unit/test_certify.c.

#ifndef FT_CERTIFY_ENABLERS_H
#define FT_CERTIFY_ENABLERS_H

#include "certify/access_lists.h"

typedef struct ft_enablers ft_enablers;

struct ft_enablers {
  const ft_index *index;
  const ft_access_lists *acquires; // borrowed; per lock
  ft_access_lists *notices;        // per condition: signals and broadcasts
  ft_id *since; // per event: see above; FT_NO_ID: it has no choice
};

// NULL if no event has a choice.
ft_enablers *ft_enablers_new (const ft_index *,
                              const ft_access_lists *acquires);
void ft_enablers_free (ft_enablers *);

static inline bool ft_enablers_has (const ft_enablers *c, ft_id event) {
  return c && c->since[event] != FT_NO_ID;
}

// The lists of beginnings; those of the event's target are its candidates, but
// for its own thread's.
static inline const ft_access_lists *ft_enablers_lists (const ft_enablers *c,
                                                        ft_id event) {
  return c->index->trace->events[event].kind == FT_WAKE ? c->notices
                                                        : c->acquires;
}

// The end of a candidate, FT_NO_ID for a section that is never closed.
static inline ft_id ft_enablers_end (const ft_enablers *c, ft_id candidate) {
  return ft_kind_acquires (c->index->trace->events[candidate].kind)
             ? c->index->match[candidate]
             : candidate;
}

#endif
