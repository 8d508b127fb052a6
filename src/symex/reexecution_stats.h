// How much of a recorded run was re-executed.

#ifndef FT_SYMEX_REEXECUTION_STATS_H
#define FT_SYMEX_REEXECUTION_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "symex/concretize_reason.h"

typedef struct ft_reexecution_stats {
  uint64_t records, followed; // it was known which instructions made them
  uint64_t added;             // events
  uint64_t desynchronised;    // times that a frame was
  uint64_t differing;    // times that a record was not what the code makes there
  uint64_t instructions; // of all recorded code of the program, run or not
  uint64_t uninterpreted; // of them, those that no operator stands for
  uint64_t altpaths;      // alternative paths that were executed
  bool unknown_escaped; // an unknown pointer escaped to uninstrumented code, so
                        // that no alternative path accesses memory
  ft_concretize_counts concretized;
} ft_reexecution_stats;

#endif
