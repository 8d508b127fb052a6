// Confirms a replay from its own logs: the runtime's outcome that all threads
// were held is not enough.
//
// A race is confirmed when the records at the two held ticks are accesses of
// the same kind at the same locations as in the recording, and touch a common
// byte, one of them writing (RaceFuzzer: real race).  Of a race under c11 only
// the thread of the second access was held, behind the first one: it is
// confirmed when, beside that, the checker finds by the replay's own events that
// the first does not happen before the second; under rc11, in an execution graph of
// the replay, in which loads return older stores of the same values.  A deadlock is confirmed
// when each thread, where it is held, holds the lock that the thread before it
// in the cycle acquires next (DeadlockFuzzer).

#ifndef FT_REPLAY_CONFIRM_H
#define FT_REPLAY_CONFIRM_H

#include "base/strbuf.h"
#include "results/results.h"
#include "replay/replay_schedule.h"

// Whether the kinds of these events can be of the same instruction: a
// compare-and-swap is a read if it fails, and else a read and a write; a free is
// the first or the second one.
bool ft_is_same_kind (const ft_event *, const ft_event *);

// 'run' is the directory of the replay.  False, the reason in a few words, and
// the kind of failure, if it is not confirmed.
bool ft_confirm (const char *run, const ft_trace *recorded, const ft_witness *,
                 const ft_replay_schedule *, ft_strbuf *why,
                 enum ft_replay_failure *);

#endif
