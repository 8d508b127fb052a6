// Pairs of one cause: races on the same variable or field between the same two
// functions, of one function that does not hold the same lock (missing_lock.h), or
// behind one publication (publication.h), which one lock or one atomic would mend
// together.  They are one entry of a report, under the one that is ranked first;
// what a publication explains is under the race of its pointer, if that is one.

#ifndef FT_REPORT_SAME_CAUSE_H
#define FT_REPORT_SAME_CAUSE_H

#include "report/report.h"

// Puts the certified races of the report that are not left out into entries, in
// 'entries' of the report: for each ranked race the index of the race that leads
// its entry.  A race that no recorded run describes is an entry of its own.
void ft_same_cause_find (ft_report *);

// Whether a race of this rank has an entry of its own.
static inline bool ft_same_cause_leads (const ft_report *r, size_t i) {
  return !r->entries || r->entries[i] == i;
}

// The number of other races in the entry of a race that leads it.
size_t ft_same_cause_others (const ft_report *, size_t i);

#endif
