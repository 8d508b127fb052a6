// How long continuations may take, so that some that never end leave time to
// others, and one that is only slow is not taken for a hang.
//
// A continuation hangs if it has not ended after five seconds, and ten times
// what the slowest of those that ended took: on a busy machine these are slow,
// too.  Tested by tests/unit/test_patience.c.

#ifndef FT_REPLAY_PATIENCE_H
#define FT_REPLAY_PATIENCE_H

#include <stddef.h>

typedef struct ft_patience {
  double least;   // seconds that each one may take
  double most;    // that none may exceed
  double longest; // that one which ended took; 0: none ended
} ft_patience;

// 'recorded' is the duration of the recording, 'most' the time limit of a
// replay.
void ft_patience_init (ft_patience *, double recorded, double most);

// Takes the duration of a continuation that ended.
void ft_patience_learn (ft_patience *, double seconds);

// The seconds after which a continuation hangs.
double ft_patience_enough (const ft_patience *);

// The time limit of the next of 'waiting' continuations that 'left' seconds are
// for: no more than enough.
double ft_patience_share (const ft_patience *, double left, size_t waiting);

#endif
