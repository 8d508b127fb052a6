// One recording: runs a program into a new run directory.

#ifndef FT_RECORD_RECORDING_H
#define FT_RECORD_RECORDING_H

#include "base/strbuf.h"
#include "record/target.h"

#define FT_SCHED_POLICIES(S)                                                   \
  S (roundrobin)                                                               \
  S (random)                                                                   \
  S (pct)

extern const char *const ft_sched_policy_names[];   // ends with NULL
extern const char *const ft_recording_mode_names[]; // ends with NULL

// The indices of 'ft_recording_mode_names'.  A light recording has the schedule
// and no logs, which a replay makes from it (replay/expand.h).  Programs built
// with --foretrace-light give no other.  In a parallel one, which only such
// programs give, threads run at a time (runtime/parallel.h).
enum ft_recording_mode {
  FT_RECORDING_FULL,
  FT_RECORDING_LIGHT,
  FT_RECORDING_PARALLEL
};

typedef struct ft_record_options {
  const char *directory;     // NULL: a new one
  int schedule;              // scheduling policy, of 'ft_sched_policy_names'
  int mode;                  // of 'ft_recording_mode_names'
  uint64_t seed;             // of random choices of the policy
  uint64_t slice;            // words of a time slice; 0: the runtime's default
  uint64_t most_bytes;       // of the trace; 0: no limit
  bool uncompressed;         // logs are not compressed
  bool launcher;             // the program starts the one to record
  bool insistent;            // a second signal kills it (see target.h)
  const char *schedule_text; // replay schedule to follow first, or NULL
  const char *config;        // more lines of its configuration, or NULL
  // For one of many runs: in a process group of its own, without output, and
  // without standard input unless that is a file.
  bool isolated;
  double seconds;                       // time limit; 0: none
  bool (*watch) (void *context, pid_t); // see target.h
  void *context;
  const ft_input_set *inputs; // of the program, symbolic in the trace; or NULL
} ft_record_options;

typedef struct ft_recording {
  ft_strbuf directory; // absolute
  ft_target_exit ended;
} ft_recording;

void ft_recording_release (ft_recording *); // (ft_recording){0} is empty

// Runs 'arguments' (argv, ends with NULL).  False and an error when nothing was
// run, or the program did not begin to record.  'remark' is set, for the caller
// to report, when there was a problem that leaves the recording usable.
bool ft_record_program (const ft_record_options *, char **arguments,
                        ft_recording *, ft_error *remark, ft_error *);

#endif
