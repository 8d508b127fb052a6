// A finding: a race or a deadlock in one form, for report formats that treat
// both alike.

#ifndef FT_REPORT_FINDING_H
#define FT_REPORT_FINDING_H

#include "base/strbuf.h"
#include "report/report.h"

typedef struct ft_finding {
  char letter;                 // 'R' or 'D'
  size_t number;               // from 1: R3, D1
  const ft_race *race;         // NULL for a deadlock
  const ft_deadlock *deadlock; // NULL for a race
  const ft_id *events;         // the pair, or the blocked acquires
  uint32_t count;              // number of events
  enum ft_verdict verdict;
  enum ft_model model;
  const char *certifier, *reason; // NULL: none
  const ft_witness *witness;      // empty unless certified
  uint64_t fingerprint;
  bool known;
  const struct ft_suppression *suppressed; // the rule, NULL: none
  const ft_replayed *replayed;
  double seconds;
} ft_finding;

// The next finding of a report that is not left out, races first; '*at' is 0 at
// first.  False if there are no more.
bool ft_finding_next (const ft_report *, size_t *at, ft_finding *);

// Adds a title with names escaped for a terminal: "data race on 'x'", "deadlock
// of T1, T2".  A finding that is not certified is called a pair, or a cycle of
// locks.  Its consequence follows, "(crash)", if it is known.
void ft_finding_title (ft_strbuf *, const ft_report *, const ft_finding *);

// The same without the consequence, which may be another one in each check.
void ft_finding_name (ft_strbuf *, const ft_report *, const ft_finding *);

// Adds event number 'i' in words: "T1 writes x", "T1 waits for m".
void ft_finding_event (ft_strbuf *, const ft_report *, const ft_finding *,
                       uint32_t i);

// The text report of the finding alone, without colours; the caller frees.
char *ft_finding_text (const ft_report *, const ft_index *, const ft_finding *);

#endif
