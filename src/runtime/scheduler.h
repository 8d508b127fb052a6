// The baton: which thread of the program runs.
//
// The gate is the one lock of the runtime.  It guards stages and queues, is
// held for a few instructions, never across user code, and never by a thread
// whose signal handlers might run (they are put off while it is FT_IN_RUNTIME).

#ifndef FT_RUNTIME_SCHEDULER_H
#define FT_RUNTIME_SCHEDULER_H

#include "runtime/thread.h"

void ft_scheduler_lock (void);
void ft_scheduler_unlock (void);

// The thread that has the baton; NULL when it is free.  Gate.
extern ft_thread *ft_token_holder;

// All below with the gate entered.

// A new thread, or one that no longer waits for something: it is in the queue
// for the baton, and has it when it is free.
void ft_token_request (ft_thread *);
void ft_token_enqueue (ft_thread *); // only the queue
// The holder gives the baton away and gets 'stage'.  If that is FT_SCHED_READY it may
// get it back at once; true when it did, and nothing was noted.
bool ft_token_release (ft_thread *, enum ft_sched_state, enum ft_wire_switch_reason);
// Chooses who goes on when the baton is free.
void ft_token_grant_next (void);
void ft_scheduler_count_timed (ft_thread *, int timed); // blocks with a deadline, or not

// Without the gate: until the calling thread has the baton; then its turn
// begins.
void ft_token_wait (ft_thread *);
// Until it has the baton, is roused by a signal, or the time comes.  Whether
// it has the baton.
bool ft_token_wait_until (ft_thread *, clockid_t, const struct timespec *until);

// Makes the runtime of a forked child consist of one thread.
void ft_scheduler_after_fork (ft_thread *);

// ---- deadlock --------------------------------------------------------------

// Nobody can go on.

// Gate.  Returns when the process is to hang as it would by itself.
void ft_scheduler_deadlocked (void);

#endif
