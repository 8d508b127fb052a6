// Whether the program of a replay, if it has one thread, waits for what does not come.
// (Of one with several threads its runtime sees that.)
//
// Tested by tests/unit/test_stuck.c.

#ifndef FT_REPLAY_STUCK_H
#define FT_REPLAY_STUCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FT_STUCK_SECONDS = 10 };

// All zero to begin with.
typedef struct ft_stuck {
  bool known;     // the rest is set
  double since;   // when it was seen sleeping like this for the first time
  uint64_t words; // that it had written by then
  uint64_t time;  // that it had computed by then
} ft_stuck;

// To be called a few times a second.  True when the process has slept for so many
// seconds, has written nothing meanwhile and waits for no child.
bool ft_stuck_look (ft_stuck *, pid_t, uint64_t words, double now);

#endif
