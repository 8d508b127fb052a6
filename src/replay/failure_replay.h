// Replays of failures: the program follows the witness, the thread that fails
// goes on, and the replay counts if the failure is seen: the program ends by
// the signal of this kind of failure, with another exit status than 0, or since no
// thread can go on, and what it says or where it ended is the place that was
// predicted.

#ifndef FT_REPLAY_FAILURE_REPLAY_H
#define FT_REPLAY_FAILURE_REPLAY_H

#include "replay/continuation.h"
#include "results/results.h"

typedef struct ft_failure_seen {
  bool seen;
  ft_strbuf text;                 // how the program ended, seen or not
  enum ft_replay_failure failure; // unless seen
  int interrupted;                // signal by which the user interrupted, or 0
} ft_failure_seen;

void ft_failure_seen_release (ft_failure_seen *);

// Whether the place of such a failure has no record, so that the thread that fails is at the
// record before: an access through a null pointer ends the program before its record, and
// divisions and traps have none.
bool ft_failure_has_no_record (enum ft_failure_kind, const ft_continuation *);

// Runs the program along the schedule, in a directory that is removed then, until
// it ends or no thread can go on, and has 'judge' look at it unless the user
// interrupted ('interrupted', the signal or 0).  False and an error if the program
// cannot be run.
bool ft_replay_to_end (const ft_replay_context *, const ft_replay_schedule *,
                       void (*judge) (void *context, const char *run,
                                      const ft_target_exit *),
                       void *context, int *interrupted, ft_error *);

// One replay.  False and an error if the program cannot be run.
bool ft_failure_replay (const ft_replay_context *, const ft_failure *,
                        const ft_replay_schedule *, ft_failure_seen *,
                        ft_error *);

// Whether a program that ended so shows the failure that is predicted at a
// location: "a.c:30:3".  Uses of freed memory and second frees are seen if the
// continuation has what the records say of memory.
bool ft_failure_is_seen (enum ft_failure_kind, const char *location,
                         const ft_continuation *);

#endif
