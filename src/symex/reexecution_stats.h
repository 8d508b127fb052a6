// How much of a recorded run was re-executed.

#ifndef FT_SYMEX_REEXECUTION_STATS_H
#define FT_SYMEX_REEXECUTION_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "symex/concretize_reason.h"

typedef struct ft_reexecution_stats {
  uint64_t records, followed; // all records; those with known instructions
  uint64_t added;             // events added to the trace
  uint64_t desynchronised;    // times that a frame was desynchronised
  uint64_t differing;         // records other than the code makes there
  uint64_t instructions;      // of all code of the program, executed or not
  uint64_t uninterpreted;     // instructions without an operator among these
  uint64_t altpaths;      // alternative paths that were executed
  bool unknown_escaped; // an unknown pointer escaped to uninstrumented code, so
                        // that no alternative path accesses memory
  ft_concretize_counts concretized;
} ft_reexecution_stats;

#endif
