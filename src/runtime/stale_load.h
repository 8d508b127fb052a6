// Loads of a replay that return an older store than the last one: the lines
// "stale" of the replay schedule (replayer.h), for executions of the memory model
// that no interleaving has.
//
// Right before the load, at its check, the word gets the value of the older
// store, and back its own at the next check of the thread.  In between the
// thread makes the load and nothing else of the recorded code, and no other
// thread has the token; only a function without records that it calls there
// would find the value, too.  Whether the memory model lets the load return that
// store, 'foretrace' decides by what the replay has recorded (replay/confirm.c).

#ifndef FT_RUNTIME_STALE_LOAD_H
#define FT_RUNTIME_STALE_LOAD_H

#include "runtime/replay_text.h"
#include "runtime/thread.h"

// The lines of a schedule, which stay there.
void ft_stale_loads_set (const struct ft_stale_load *, size_t count);

// The tick at which the thread has to take the slow path for one; UINT64_MAX
// for none.
uint64_t ft_stale_load_stop_tick (const ft_thread *);

// The thread is in the check before an access.  True if its limit changes.
bool ft_stale_load_begin (const ft_thread *);

// The thread has made the load, if it was about to.
void ft_stale_load_end (const ft_thread *);

#endif
