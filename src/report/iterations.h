// Iterations that one thread executed (candidate/iteration_pairs.h), and what
// recordings with other assignments say of them (cli/reassign.h); lanes of simd
// loops that depend on each other (candidate/lane_pairs.h).

#ifndef FT_REPORT_ITERATIONS_H
#define FT_REPORT_ITERATIONS_H

#include <jansson.h>
#include <stdio.h>

#include "candidate/iteration_pairs.h"
#include "candidate/lane_pairs.h"
#include "report/report.h"

typedef struct ft_iteration_finding {
  enum ft_verdict verdict; // refuted: no race where two threads execute them
  unsigned race;      // certified: its number in the recording
  size_t assignment;  // certified: of which recording
} ft_iteration_finding;

typedef struct ft_iterations {
  ft_iteration_pairs found;
  FT_STACK (ft_iteration_finding) findings; // parallel to 'found.pairs'
  FT_STACK (char *) recordings; // owned; by assignment: "" if it is not kept.
                                // Empty: none was made
  size_t races; // certified in these recordings, and not in this one
  size_t counted; // of these: neither known nor suppressed
  ft_lane_pairs lanes; // whose lines have no certified race
  char *program; // owned; with its arguments, as a shell reads them
} ft_iterations;

static inline bool ft_iterations_are_empty (const ft_iterations *x) {
  return !x->found.pairs.size && !x->found.alone && !x->lanes.size &&
         !x->found.tests_locks;
}

// Pairs that no recording has decided, and a region that ran with one thread and
// was not recorded again.
size_t ft_iterations_undecided (const ft_iterations *);

// Whether lanes depend on each other, or another recording has a race.  NULL: no.
bool ft_iterations_race (const ft_iterations *);

// Adds "a.c:20:19 in iteration 0, a.c:20:21 in iteration 1 of the simd loop at
// a.c:18:1: ", the verdict, "the loop has no safelen".
void ft_lanes_add (ft_strbuf *, const ft_lane_pair *, const char *verdict);

void ft_iterations_release (ft_iterations *); // {0} is empty

void ft_iterations_text (FILE *, const ft_iterations *);
json_t *ft_iterations_json (const ft_iterations *);

#endif
