// A finding: a race, a deadlock or a failure in one form, for report formats
// that treat all alike.

#ifndef FT_REPORT_FINDING_H
#define FT_REPORT_FINDING_H

#include "base/strbuf.h"
#include "report/report.h"

typedef struct ft_finding {
  char letter;                 // 'R', 'D' or 'F'
  size_t number;               // from 1: R3, D1
  const ft_race *race;         // NULL for another finding
  const ft_deadlock *deadlock; // NULL for another finding
  const ft_failure *failure;   // NULL for another finding
  ft_id own[2];                // of a failure
  const ft_id *events; // the pair, the blocked acquires, or 'own': what fails,
                       // and the free that comes before it
  uint32_t count; // number of events
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

// The next finding of a report that is not left out: races, deadlocks, failures
// that are not refuted; '*at' is 0 at first.  A copy of the finding would point
// into the original.  False if there are no more.
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
