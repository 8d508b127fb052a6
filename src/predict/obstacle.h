// Obstacles: why two events are not a candidate.  The first obstacle of the
// list counts.  Definitions as in the hybrid filter ('candidate/pairs.h').

#ifndef FT_PREDICT_OBSTACLE_H
#define FT_PREDICT_OBSTACLE_H

#include "certify/facts.h"
#include "certify/segment.h"

//     kind, its name in JSON
#define FT_OBSTACLES(O)                                                        \
  O (NONE, "none") /* they are a candidate */                                  \
  O (NO_ACCESS, "no-access")                                                   \
  O (SAME_THREAD, "same-thread")                                               \
  O (OTHER_VARIABLE, "other-variable")                                         \
  O (OTHER_BYTES, "other-bytes")                                               \
  O (BOTH_READ, "both-read")                                                   \
  O (BOTH_ATOMIC, "both-atomic")                                               \
  O (ORDERED, "ordered") /* by fork and join */                                \
  O (COMMON_LOCK, "common-lock")

enum ft_obstacle {
#define O(NAME, text) FT_OBSTACLE_##NAME,
  FT_OBSTACLES (O)
#undef O
};

#define O(NAME, text) +1
enum { FT_OBSTACLE_COUNT = 0 FT_OBSTACLES (O) };
#undef O

const char *ft_obstacle_name (enum ft_obstacle);

typedef struct ft_obstacles {
  const ft_index *index; // borrowed
  ft_segments *segments;
} ft_obstacles;

void ft_obstacles_init (ft_obstacles *, const ft_index *);
void ft_obstacles_release (ft_obstacles *);

// The obstacle between two different events, the first one first.
enum ft_obstacle ft_obstacle_of (const ft_obstacles *, ft_id, ft_id);

// A lock that both events hold, at least one of them exclusively, or FT_NO_ID.
ft_id ft_obstacle_lock (const ft_index *, ft_id, ft_id);

#endif
