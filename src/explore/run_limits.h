// Limits of one run beside its time: memory, and threads and processes.
//
// The runtime reserves address space that it never uses, so that a limit on
// that would end programs for nothing; and a limit on processes counts those of
// the user.  So whoever waits for the program looks at what is below itself, a
// few times a second.

#ifndef FT_EXPLORE_RUN_LIMITS_H
#define FT_EXPLORE_RUN_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "explore/types.h"

enum { FT_MOST_PROCESSES = 1000, FT_MOST_TASKS = 20000 }; // threads of them all

typedef struct ft_run_limits {
  uint64_t memory;    // bytes; 0: no limit
  const char *broken; // what was too much; NULL: nothing
} ft_run_limits;

// For 'ft_target': 'context' is an ft_run_limits.
bool ft_run_limits_watch (void *context, pid_t);

// ---- room ------------------------------------------------------------------

// Whether the directory of an exploration can still be written to.  What a full
// disk does to a run looks like damage, or like a crash of the program.

// False and an error (69) when there is no room for a small run; nothing stays.
bool ft_disk_space_check (const ft_explore_options *, ft_error *);

#endif
