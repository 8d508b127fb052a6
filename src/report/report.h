// A report: one check of one trace, its races ranked and named, in the form
// that all report formats print.
//
// Races are numbered R1, R2, ...: certified first, then undecided, each by
// stage and harm, then by event position; then refuted by position.  So the ids
// that people use are small, and what matters most comes first. A report
// computes only the order of its lines.

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
  const char *model;      // the most relaxed model of the check
  const char *memory_option; // " --memory-model c11", for commands that are to find
                             // the same; "" if they do without
  const ft_race **ranked; // owned; ranked[i] is race R(i+1)
  uint8_t *harms;         // owned; enum ft_harm of ranked[i]
  size_t *entries; // owned; by rank, the race under which a race is listed
                   // (see 'same_cause.h'); NULL: each has its own entry
  struct ft_missing_lock *missing_locks; // owned; by rank (missing_lock.h)
  size_t *shown; // owned; ranks in the order in which findings are shown: by
                 // consequence, as far as known, else by rank
  unsigned fail_on; // bits of the classes of consequences that are failures; 0:
                    // all findings are
  const struct ft_iterations *iterations; // borrowed; NULL: none (iterations.h)
  const struct ft_sources *sources; // borrowed; NULL: only the trace is known
  ft_progress_callback looking;     // called while sources are looked up
  size_t steps; // the number of last steps of each schedule that are shown with
                // their source locations (see 'sources.h')
  bool new_only;        // leave out certified races of the baseline
  bool show_suppressed; // show suppressed findings with their rule instead of
                        // leaving them out
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

static inline bool ft_report_omits_failure (const ft_report *r,
                                            const ft_failure *f) {
  return (r->new_only && f->known && f->verdict == FT_CERTIFIED) ||
         (f->suppressed && !r->show_suppressed);
}

// Whether a certified race counts in the exit status: it is not known, not
// suppressed, and its class is one of those asked for, or was not found out.
bool ft_report_fails (const ft_report *, const ft_race *);

// The certified races that were not tried (results/consequence.h) and do not
// count, since 'fail_on' does not ask for them.
size_t ft_report_not_counted (const ft_report *);

bool ft_report_fails_deadlock (const ft_report *, const ft_deadlock *);
bool ft_report_fails_failure (const ft_report *, const ft_failure *);

// The names of the relations that leave the race unordered, from the weakest to
// the strongest; "hybrid" is the first.  Returns their number.
enum { FT_REPORT_RELATIONS = 5 };
int ft_report_unordered_by (const ft_race *,
                            const char *names[FT_REPORT_RELATIONS]);

// The options, after a blank, with which a command numbers races as this report
// does, or "".
const char *ft_report_assume_option (const ft_report *);

// The name of a set of candidates on the command line: "hybrid", "hb", ...
const char *ft_report_candidates (enum ft_relation);

#endif
