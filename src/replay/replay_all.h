// Replays of all certified findings of a check: each finding once, within the
// time limit, and then the first ones repeatedly, so that a report can say how
// reliably a schedule reaches its race.

#ifndef FT_REPLAY_REPLAY_ALL_H
#define FT_REPLAY_REPLAY_ALL_H

#include "results/results.h"
#include "replay/replay.h"

typedef struct ft_replay_all_options {
  unsigned times;           // replays of each finding
  double seconds;           // time limit of all replays; 0: none
  const volatile int *stop; // becomes non-zero when the user interrupts
  // Called before each replay; may be NULL.
  void (*progress) (void *context, size_t done, size_t total);
  void *context;
} ft_replay_all_options;

// Fills 'replayed' of the certified races and deadlocks.  False and an error if
// the program cannot be run; the results of earlier replays are kept.
bool ft_replay_all (const ft_replay_all_options *, const ft_replay_context *,
                    ft_results *, ft_error *);

#endif
