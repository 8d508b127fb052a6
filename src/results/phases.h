// The phases of a check, each of which looks at the budget (replaying, after
// it, has one of its own), and how far each came: a check that was cut short
// says in which of them, and by what.

#ifndef FT_RESULTS_PHASES_H
#define FT_RESULTS_PHASES_H

#include "base/strbuf.h"
#include "candidate/pairs.h"

//     phase, its name, what is counted
#define FT_PHASES(P)                                                           \
  P (READING, "reading", "events")                                             \
  P (INDEXING, "indexing", "events")                                           \
  P (LISTING, "listing", "variables")                                          \
  P (ORDERING, "ordering", "candidates")                                       \
  P (CYCLES, "cycles", "cycles")                                               \
  P (CERTIFYING, "certifying", "candidates")                                   \
  P (REPLAYING, "replaying", "replays")

enum ft_phase {
#define P(NAME, text, unit) FT_PHASE_##NAME,
  FT_PHASES (P)
#undef P
};

#define P(NAME, text, unit) +1
enum { FT_PHASE_COUNT = 0 FT_PHASES (P) };
#undef P

const char *ft_phase_name (enum ft_phase);
const char *ft_phase_unit (enum ft_phase);
const char *ft_truncation_name (enum ft_truncation); // "time", ...

typedef struct ft_phase_end {
  enum ft_truncation cut; // FT_TRUNCATION_NONE: it was done to its end
  uint64_t done;    // set for phases that were cut
  uint64_t total;   // 0: unknown
} ft_phase_end;

// All of what 'ft_phase_end' says of one check, by phase.  What comes after a
// phase that made nothing was not begun, and is not cut.
typedef struct ft_phase_ends {
  ft_phase_end of[FT_PHASE_COUNT];
} ft_phase_ends;

void ft_phase_cut (ft_phase_ends *, enum ft_phase, enum ft_truncation, uint64_t done,
                   uint64_t total);

// "listing stopped after 3 variables (time)", of a phase that was cut.
void ft_phase_describe (ft_strbuf *, enum ft_phase, const ft_phase_end *);

// Whether candidates of races (deadlocks) may be missing.
bool ft_phases_miss_races (const ft_phase_ends *);
bool ft_phases_miss_deadlocks (const ft_phase_ends *);

// Whether any phase was cut for this reason.
bool ft_phases_cut_by (const ft_phase_ends *, enum ft_truncation);

#endif
