// What ordered two events in the recorded run, told in the fewest steps
// between threads.  Steps are those of happens-before (locks, forks, joins,
// atomics, conditions, barriers, semaphores), or of fork and join alone.
// Linear in the events between the two.

#ifndef FT_PREDICT_RECORDED_H
#define FT_PREDICT_RECORDED_H

#include "certify/facts.h"

//     kind, its name in JSON
#define FT_HOPS(H)                                                             \
  H (LOCK, "lock")                                                             \
  H (FORK, "fork")                                                             \
  H (JOIN, "join")                                                             \
  H (ATOMIC, "atomic")                                                         \
  H (OBJECT, "object") // condition, barrier, semaphore

enum ft_hop_kind {
#define H(NAME, text) FT_HOP_##NAME,
  FT_HOPS (H)
#undef H
};

const char *ft_hop_name (enum ft_hop_kind);

typedef struct ft_hop {
  enum ft_hop_kind kind;
  ft_id from, to; // events of two threads, 'from' first
} ft_hop;

typedef struct ft_path {
  FT_STACK (ft_hop) hops;
} ft_path;

// Appends the steps from 'first' to 'second'; false if there is no path.
bool ft_recorded_path (const ft_facts *, ft_id first, ft_id second,
                       bool fork_join_only, ft_path *);

#endif
