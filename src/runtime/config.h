// The configuration of a run, in the file DIR/config: lines "key value".
// Unknown keys are ignored, so that another version of foretrace can write
// more; a wrong value is reported.

#ifndef FT_RUNTIME_CONFIG_H
#define FT_RUNTIME_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

enum ft_sched_policy { FT_POLICY_ROUNDROBIN, FT_POLICY_RANDOM, FT_POLICY_PCT };

// Numbers: key, default, meaning
#define FT_CONFIG_NUMBERS(N)                                                   \
  N (seed, 1, "of random choices")                                             \
  N (slice, 20000, "words that a thread may write in one time slice")          \
  N (max_words, 0, "in all logs; 0: no limit")                                 \
  N (max_threads, 0, "after which the recording ends; 0: no limit")            \
  N (plan, 0, "1: the replay schedule DIR/plan is followed")                   \
  N (whole, 0, "1: it is the one of the recording, and is to do the same")       \
  N (patience, 10, "seconds to wait for a thread in a blocking call")          \
  N (log_after, 1, "0: nothing is logged after the end of the schedule")       \
  N (sent, 0, "1: what goes to other processes is kept, see sent.h")           \
  N (longest_wait, 0, "milliseconds that a replay waits until a deadline; 0: any")   \
  N (outlast, 0, "milliseconds that waits with a deadline may hold up others")  \
  N (goes_on, 0, "1 + the number of the thread that does behind the plan; 0: any") \
  N (expired, 0, "waits whose deadline is over that end before others run")     \
  N (rounds, 0, "1: every round of a waiting loop is made and kept")           \
  N (depth, 3, "PCT: the bug depth d, for d - 1 changes of priority")          \
  N (length, 100000, "PCT: words of all logs in which the changes fall")

struct ft_config {
#define N(name, value, what) uint64_t name;
  FT_CONFIG_NUMBERS (N)
#undef N
  bool light;          // "mode light" and "mode parallel"
  bool parallel;       // "mode parallel", see parallel.h
  bool deadlock_exits; // "deadlock exit"
  enum ft_sched_policy schedule;
  char symbolic[4096]; // "symbolic DIR": inputs are symbolic; "" if not
  char inputs[4096];   // "inputs PATH": inputs of the recording; "" for none
  char files[4096];    // "files DIR": files as they were before it; "" for none
};

extern struct ft_config ft_config;

void ft_config_read (const char *directory);

#endif
