// How much of a recorded run was re-executed.

#ifndef FT_SYMEX_REEXECUTION_STATS_H
#define FT_SYMEX_REEXECUTION_STATS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ft_reexecution_stats {
  uint64_t records, followed; // it was known which instructions made them
  uint64_t added;              // events
  uint64_t lost;  // times that a frame was desynchronised
  uint64_t wrong; // times that a record was not what the code makes there
  uint64_t instructions; // of all recorded code of the program, run or not
  uint64_t opaque;       // of them, those that no operator stands for
  uint64_t sides;        // alternative paths that were looked at
  bool loose; // an unknown pointer escaped to uninstrumented code, so that no
              // alternative path accesses memory
} ft_reexecution_stats;

#endif
