// Whether a replay really was where it should have been, from the replay's own
// logs: the runtime's word that both threads were parked is not enough.
//
// A race: the records right after the two parking places are accesses of the
// same kind at the same places of the program as recorded, and touch a common
// byte, one of them writing.  A deadlock: at its parking place each thread
// holds the lock that the one before it asks for next.

#ifndef FT_REPLAY_CONFIRM_H
#define FT_REPLAY_CONFIRM_H

#include "base/strbuf.h"
#include "results/results.h"
#include "replay/replay_schedule.h"

// Of two events at the same place of the program: a compare-and-swap that fails
// is a read there, and one that does not a read and a write.
bool ft_is_same_kind (enum ft_kind, enum ft_kind);

// 'run' is the directory of the replay.  False, why, in a few words, and at
// what it failed, if it is not confirmed.
bool ft_confirm (const char *run, const ft_trace *recorded, const ft_witness *,
                 const ft_replay_schedule *, ft_strbuf *why, enum ft_replay_failure *);

#endif
