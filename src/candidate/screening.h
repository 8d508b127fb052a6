// Screening: one pass over the logs of a recorded run that may find that there
// is nothing to decide.
//
// No names, no values, no re-execution, and no trace: addresses, locks, forks,
// joins and barriers alone.  The pass looks at all accesses, to shared memory or
// not.  Nothing is a candidate if no two accesses of one lifetime of a granule
// conflict, hold no common lock, and are unordered by fork, join and barriers
// with fixed rounds ('pairs.h', 'run/epochs.h'); there is no cycle of acquires if
// the locks have an order.  What is left out (the variables that stand for the
// system and for uninstrumented code, the counts of semaphores) has atomic
// accesses only, which do not conflict.  Alternative paths are not looked at.
//
// If there are, a second pass lists the pairs of their locations, all that a load
// of the run may have as candidates: of the memory where the first pass found
// some, the different accesses with their contexts and locations.
//
// Whatever is doubtful is left to a load of the run: records that no trace can
// have, memory that is used after its free, a recording that is incomplete.  So
// the answer "none" may be wrong in one direction only.

#ifndef FT_CANDIDATE_SCREENING_H
#define FT_CANDIDATE_SCREENING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/deadline.h"
#include "base/progress.h"
#include "grammar/forecast.h"

typedef struct ft_screening {
  bool no_pairs;    // there are no two such accesses
  bool no_cycles;   // the same, and the locks have an order
  bool forecast;    // there are, and '*forecast' lists their locations
  uint64_t records; // of the run, if 'no_pairs'
} ft_screening;

// Screens a run of at least 'least' words.  Without 'barriers' these order
// nothing.  The deadline may be NULL, and so may be the forecast, which the
// caller releases in any case.
ft_screening ft_screen (const char *path, uint64_t least, bool barriers,
                        ft_forecast *, const ft_deadline *,
                        ft_progress_callback);

#endif
