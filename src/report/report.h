// What the reports print: one check of one trace, its races ranked and named.
//
// Races are numbered R1, R2, ...: certified first, then undecided, then
// refuted, each by event position, so that the ids that people pass around
// are small.  A report computes nothing but the order of its lines.

#ifndef FT_REPORT_REPORT_H
#define FT_REPORT_REPORT_H

#include "base/progress.h"
#include "predict/check.h"
#include "format/reader.h"

typedef struct ft_report ft_report;

struct ft_report {
  const ft_trace *trace;           // borrowed
  const ft_results *results;       // borrowed
  const ft_check_options *options; // borrowed
  ft_read_options read;
  const char *model;                // the most relaxed one looked at
  const ft_race **ranked;           // owned; ranked[i] is race R(i+1)
  const struct ft_sources *sources; // borrowed; NULL: nothing but the trace
  ft_progress_callback looking;                 // while sources are looked up
  size_t steps;  // the last ones of each schedule that are shown with their
                 // places in the source, if those are all (see 'sources.h')
  bool new_only; // certified races of the baseline are left out
  bool show_suppressed; // with the rule, instead of leaving them out
};

void ft_report_init (ft_report *, const ft_trace *, const ft_results *,
                     const ft_check_options *, ft_read_options);
void ft_report_release (ft_report *);

static inline bool ft_report_omits (const ft_report *r, const ft_race *race) {
  return (r->new_only && race->known && race->verdict == FT_CERTIFIED) ||
         (race->suppressed && !r->show_suppressed);
}

static inline bool ft_report_omits_deadlock (const ft_report *r,
                                             const ft_deadlock *d) {
  return (r->new_only && d->known && d->verdict == FT_CERTIFIED) ||
         (d->suppressed && !r->show_suppressed);
}

// The names of the relations that leave the race unordered, from the one
// that orders least to the one that orders most; "hybrid" is the first.
// Returns how many there are.
enum { FT_REPORT_RELATIONS = 5 };
int ft_report_unordered_by (const ft_race *,
                            const char *names[FT_REPORT_RELATIONS]);

// What the command line calls a set of candidates: "hybrid", "hb", ...
const char *ft_report_candidates (enum ft_relation);

#endif
