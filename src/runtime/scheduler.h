// The scheduler: which thread of the program runs, that is, has the token.
//
// The scheduler lock is the one lock of the runtime.  It guards scheduler
// states and queues.  It is held for a few instructions, never across user
// code, and never by a thread whose signal handlers might run (they are delayed
// while the thread is FT_IN_RUNTIME).

#ifndef FT_RUNTIME_SCHEDULER_H
#define FT_RUNTIME_SCHEDULER_H

#include "runtime/thread.h"

void ft_scheduler_lock (void);
void ft_scheduler_unlock (void);

// The thread that has the token; NULL when it is free, and before the first
// thread's first scheduling point.  Guarded by the scheduler lock.
extern ft_thread *ft_token_holder;

// ---- with the scheduler lock held ------------------------------------------

// A new thread, or one that no longer waits: puts it into the queue of ready
// threads, and grants the token when it is free.
void ft_token_request (ft_thread *);
// The same without granting the token.
void ft_token_enqueue (ft_thread *);
// The holder gives the token away and enters the state.  A holder that becomes
// FT_SCHED_READY may be chosen again at once: true then, and the schedule has
// no entry for it.
bool ft_token_release (ft_thread *, enum ft_sched_state,
                       enum ft_wire_switch_reason);
// Chooses the next thread when the token is free.
void ft_token_grant_next (void);
// Whether a thread waits for the token; in a replay the schedule knows.
bool ft_scheduler_has_others (void);
// Counts the thread among those that wait with a deadline, or no longer.
void ft_scheduler_count_timed (ft_thread *, int timed);
// No thread can go on: reports it.  Returns when the process is to hang as it
// would without the runtime.
void ft_scheduler_deadlocked (void);

// ---- without it ------------------------------------------------------------

// Waits until the calling thread has the token; then its time slice begins.
void ft_token_wait (ft_thread *);
// Waits until it has the token, a signal wakes it, or the deadline comes.
// Returns whether it has the token.
bool ft_token_wait_until (ft_thread *, clockid_t, const struct timespec *until);

// After a fork: the child process has this thread only.
void ft_scheduler_after_fork (ft_thread *);

#endif
