// Races and deadlocks in one form, for the formats that treat them alike.

#ifndef FT_REPORT_FINDING_H
#define FT_REPORT_FINDING_H

#include "base/strbuf.h"
#include "report/report.h"

typedef struct ft_finding {
  char letter;      // 'R' or 'D'
  size_t number;    // from 1: R3, D1
  const ft_race *race;         // NULL for a deadlock
  const ft_deadlock *deadlock; // NULL for a race
  const ft_id *events;         // the pair, or the blocked acquires
  uint32_t count;              // of them
  enum ft_verdict verdict;
  enum ft_model model;
  const char *certifier, *reason; // NULL: none
  const ft_witness *witness;      // empty unless certified
  uint64_t fingerprint;
  bool known;
  const struct ft_suppression *suppressed; // NULL: by no rule
  const ft_replayed *replayed;
  double seconds;
} ft_finding;

// The findings of a report that are not left out, races first; '*at' begins
// with 0.  False when there are no more.
bool ft_finding_next (const ft_report *, size_t *at, ft_finding *);

// "data race on 'x'", "deadlock of T1, T2": names made harmless.  What is not
// certified is a pair, or a cycle of locks.
void ft_finding_title (ft_strbuf *, const ft_report *, const ft_finding *);

// "T1 writes x", "T1 waits for m".
void ft_finding_event (ft_strbuf *, const ft_report *, const ft_finding *,
                       uint32_t i);

// The text report of the finding alone, without colours; the caller frees.
char *ft_finding_text (const ft_report *, const ft_index *, const ft_finding *);

#endif
