// A recorded program, run once as a plan says and at random after that, and
// what its threads did, one after the other.
//
// The plan is followed by the program's own runtime, so that what is seen here
// did happen.  Costs a process and a run directory, some milliseconds.

#ifndef FT_MODEL_EXECUTION_H
#define FT_MODEL_EXECUTION_H

#include "replay/outcome_read.h"
#include "replay/replay_schedule.h"
#include "record/target.h"

// An event of the run.  A library function may do several in one record, which
// then have the same place.
typedef struct ft_deed {
  ft_tick place;
  uint64_t address, bytes; // that it touches; the address of a lock or object;
                           // FORK, JOIN: the number of the other thread
  uint64_t value, written; // read or written; of an RMW both
  uint32_t line;           // of the program; 0 if unknown
  uint8_t kind;            // enum ft_kind
  bool valued;             // the values are known
  bool tried;              // an acquire that would not have waited
} ft_deed;

typedef struct ft_execution {
  FT_STACK (ft_deed) deeds;
  FT_STACK (bool) over;         // by thread: it did all that it does
  ft_replay_schedule plan;                 // only its threads: who created whom
  enum ft_replay_outcome_kind arrival; // at the end of the plan
  ft_tick at;                  // where it was left, if so
  uint64_t before; // where the thread could have been stopped, or 0
  char why[200];   // in the words of the runtime
  ft_target_exit ended;
} ft_execution;

typedef struct ft_tested {
  const char *path;       // of the program, which foretrace-cc built
  char *const *arguments; // argv, ends with NULL
  double seconds;         // that a run may take
} ft_tested;

// Without a plan all is left to the seed.  False and an error when the program
// cannot be run, or what it recorded not be read.
bool ft_execute (const ft_tested *, const ft_replay_schedule *, uint64_t seed,
                 ft_execution *, ft_error *);
void ft_execution_release (ft_execution *); // (ft_execution){0} is empty

// Whether two deeds of different threads race when both come next: they touch
// a common byte, one of them writes or frees, and not both are atomic.
bool ft_deeds_conflict (const ft_deed *, const ft_deed *);

#endif
