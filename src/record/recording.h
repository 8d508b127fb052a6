// One recording: a program, a fresh run directory, and what came of it.

#ifndef FT_RECORD_RECORDING_H
#define FT_RECORD_RECORDING_H

#include "base/strbuf.h"
#include "record/target.h"

#define FT_SCHED_POLICIES(S)                                                        \
  S (roundrobin)                                                               \
  S (random)                                                                   \
  S (pct)

extern const char *const ft_sched_policy_names[]; // ends with NULL
extern const char *const ft_recording_mode_names[];     // ends with NULL

// Of 'ft_recording_mode_names'.  A light recording has the schedule and no logs, which
// are made from it (expand.h).  Programs built with --foretrace-light give no
// other.
enum ft_recording_mode { FT_RECORDING_FULL, FT_RECORDING_LIGHT };

typedef struct ft_record_options {
  const char *directory; // NULL: a fresh one
  int schedule;          // of 'ft_sched_policy_names'
  int mode;              // of 'ft_recording_mode_names'
  uint64_t seed, slice;  // slice 0: as the runtime thinks
  uint64_t most_bytes;   // of trace; 0: no limit
  bool plain;            // logs are not packed afterwards
  bool launcher;         // the program starts the one to record
  bool insistent;        // a second signal kills it (see target.h)
  const char *plan;      // text of a plan that it begins with; NULL: none
  const char *config;    // more lines of its configuration; NULL: none
  // Of one run of many: in a process group of its own, unseen, with nothing as
  // standard input if that is not a file; for so many seconds (0: no limit) and
  // as long as 'watch' says so (see target.h).
  bool apart;
  double seconds;
  bool (*watch) (void *context, pid_t);
  void *context;
  const ft_input_set *inputs; // that it gets, and whose bytes are told in the
                              // trace; NULL: none are
} ft_record_options;

typedef struct ft_recording {
  ft_strbuf directory; // absolute
  ft_target_exit ended;
} ft_recording;

void ft_recording_release (ft_recording *); // (ft_recording){0} is empty

// Runs 'arguments' (argv, ends with NULL).  False and an error when nothing
// was run, or the program never came to record.  Problems that leave the
// recording usable are told on standard error by the caller: 'remark', if not
// empty then.
bool ft_record_program (const ft_record_options *, char **arguments, ft_recording *,
                ft_error *remark, ft_error *);

#endif
