// The phases of a check, and how far each of them got.  A check that was cut
// short reports in which phases, and for what reason.  Each phase observes the
// budget; replaying and continuing, after the check, have budgets of their own.

#ifndef FT_RESULTS_PHASES_H
#define FT_RESULTS_PHASES_H

#include "base/strbuf.h"
#include "candidate/pairs.h"

//     phase, its name, the unit that is counted
#define FT_PHASES(P)                                                           \
  P (READING, "reading", "events")                                             \
  P (INDEXING, "indexing", "events")                                           \
  P (LISTING, "listing", "variables")                                          \
  P (ORDERING, "ordering", "candidates")                                       \
  P (CYCLES, "cycles", "cycles")                                               \
  P (FAILURES, "failures", "failures")                                         \
  P (CERTIFYING, "certifying", "candidates")                                   \
  P (REPLAYING, "replaying", "replays")                                        \
  P (CONTINUING, "continuing", "continuations")                                \
  P (MERGING, "merging", "shards") /* cut: some are not there yet */

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
  enum ft_truncation cut; // FT_TRUNCATION_NONE: it was completed
  uint64_t done;          // set for phases that were cut short
  uint64_t total;         // 0: unknown
  bool about; // of reading: 'total' is an estimate, and nothing says what else
              // may race
  bool used;  // of reading: what was read was looked at
} ft_phase_end;

// The ends of all phases of one check.  Phases after one without any result
// were not begun, and do not count as cut short.
typedef struct ft_phase_ends {
  ft_phase_end of[FT_PHASE_COUNT];
} ft_phase_ends;

void ft_phase_cut (ft_phase_ends *, enum ft_phase, enum ft_truncation,
                   uint64_t done, uint64_t total);

// Describes a phase that was cut short: "listing stopped after 3 variables
// (time)".
void ft_phase_describe (ft_strbuf *, enum ft_phase, const ft_phase_end *);

// Whether candidates of races (deadlocks) may be missing.
bool ft_phases_miss_races (const ft_phase_ends *);
bool ft_phases_miss_deadlocks (const ft_phase_ends *);

// Whether any phase was cut for this reason.
bool ft_phases_cut_by (const ft_phase_ends *, enum ft_truncation);

#endif
