// Replays of all that a check certified: each once, as far as the time goes,
// and then the first ones again and again, so that a report can say how
// certainly a schedule leads there.

#ifndef FT_REPLAY_REPLAY_ALL_H
#define FT_REPLAY_REPLAY_ALL_H

#include "results/results.h"
#include "replay/replay.h"

typedef struct ft_replay_all_options {
  unsigned times;           // that each is replayed
  double seconds;           // for all; 0: no limit
  const volatile int *stop; // becomes non-zero when the user interrupts
  // Called before each replay; may be NULL.
  void (*progress) (void *context, size_t done, size_t total);
  void *context;
} ft_replay_all_options;

// Fills 'replayed' of the certified races and deadlocks.  False and an error
// if the program cannot be run; what was found until then is kept.
bool ft_replay_all (const ft_replay_all_options *, const ft_replay_context *, ft_results *,
                    ft_error *);

#endif
