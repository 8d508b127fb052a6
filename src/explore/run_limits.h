// Run limits: bounds on the memory, threads and processes of one run, and the
// check that the disk has space for its recording.
//
// The limits of the system do not serve: the runtime reserves address space
// that it never uses, and a limit on processes counts all processes of the
// user.  The process that waits for the program therefore examines its own
// process tree a few times a second.

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
  const char *run;    // the run directory of a program that need not go on when
                      // its recording has ended; NULL: it does
  const char *broken; // the limit that was exceeded; NULL: none
} ft_run_limits;

// The call-back 'watch' of 'ft_target'; 'context' is an ft_run_limits.  False
// if the program is to be ended.
bool ft_run_limits_watch (void *context, pid_t);

// ---- disk space ------------------------------------------------------------

// Whether the directory of an exploration has space for a small run, which is
// tried by writing a temporary file.  False and an error (69) if not.  A full
// disk would otherwise look like a damaged recording or a crash of the program.
bool ft_disk_space_check (const ft_explore_options *, ft_error *);

#endif
