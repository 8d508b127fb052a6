// Scheduling policies: which thread runs next, and for how long, without a
// replay schedule.  Reproducible: the same seed and the same program give the
// same choices.

#ifndef FT_RUNTIME_POLICY_H
#define FT_RUNTIME_POLICY_H

#include <time.h>

#include "runtime/thread.h"

void ft_policy_start (void);
void ft_policy_thread_created (ft_thread *);
// The length of the thread's next time slice, in words.
uint64_t ft_policy_slice (ft_thread *);
// The next thread of the queue of ready threads; NULL when it is empty.
ft_thread *ft_policy_choose (ft_thread *first);
// Whether to preempt the thread at this synchronisation operation.
bool ft_policy_preempts_at_sync (ft_thread *);
// Whether the thread, which is about to wait, keeps the token until the deadline, so
// that no other thread ends the wait: all waits do, or half of them with random choices,
// as long as there is time left for that in the run ("outlast"), or, where the deadline
// is over, waits left ("expired").
bool ft_policy_outlasts (clockid_t, const struct timespec *deadline);
// Whether a replay may wait until the deadline, where its schedule has the thread go on
// behind the wait ("longest-wait").
bool ft_policy_reaches (clockid_t, const struct timespec *deadline);
// The thread has used up its slice, or yields.
void ft_policy_slice_ended (ft_thread *);

#endif
