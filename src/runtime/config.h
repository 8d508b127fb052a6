// DIR/config: lines "key value".  Unknown keys are ignored, so that another
// version's launcher can say more; a value that is wrong is reported.

#ifndef FT_RUNTIME_CONFIG_H
#define FT_RUNTIME_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

enum ft_sched_policy { FT_POLICY_ROUNDROBIN, FT_POLICY_RANDOM, FT_POLICY_PCT };

// name in the file, default, what it is
#define FT_CONFIG_NUMBERS(N)                                                   \
  N (seed, 1, "of random choices")                                             \
  N (slice, 20000, "words that a thread may write before another one's turn")  \
  N (max_words, 0, "in all logs; 0: no limit")                                 \
  N (plan, 0, "1: DIR/plan is replayed")                                       \
  N (patience, 10, "seconds to wait for a thread in a blocking call")          \
  N (log_after, 1, "0: nothing is logged after the plan")                      \
  N (depth, 3, "PCT: changes of priority")                                     \
  N (length, 100000, "PCT: words in which they fall")

struct ft_config {
#define N(name, value, what) uint64_t name;
  FT_CONFIG_NUMBERS (N)
#undef N
  bool light;
  bool deadlock_exits; // "deadlock exit"
  enum ft_sched_policy schedule;
  char symbolic[4096]; // "symbolic DIR": inputs are told of; "" for not
  char inputs[4096];   // "inputs PATH": what the recording kept; "" for none
};

extern struct ft_config ft_config;

void ft_config_read (const char *directory);

#endif
