// What became of the records of a run whose code was followed.

#ifndef FT_SYMEX_REEXECUTION_STATS_H
#define FT_SYMEX_REEXECUTION_STATS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ft_reexecution_stats {
  uint64_t records, followed; // it was known which instructions made them
  uint64_t added;              // events
  uint64_t lost;  // times that the way of a thread was not known for a while
  uint64_t wrong; // times that a record was not what the code makes there
  uint64_t instructions; // of all recorded code of the program, run or not
  uint64_t opaque;       // of them, those that no operator stands for
  uint64_t sides;        // of branches, looked at
  bool loose; // code without records was given what is not known, so that none
              // of them accesses memory
} ft_reexecution_stats;

#endif
