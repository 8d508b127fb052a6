// Who runs next, and how long, when no plan says so.  Reproducible: the same
// seed and the same program give the same choices.

#ifndef FT_RUNTIME_POLICY_H
#define FT_RUNTIME_POLICY_H

#include "runtime/thread.h"

void ft_policy_start (void);
void ft_policy_thread_created (ft_thread *);
// Words until the next end of a slice.
uint64_t ft_policy_slice (ft_thread *);
// One of the queue of those that are ready; NULL when it is empty.
ft_thread *ft_policy_choose (ft_thread *first);
// At a synchronisation operation: whether to let another one run.
bool ft_policy_preempts_at_sync (ft_thread *);
// The thread has used up its slice, or says that others may go first.
void ft_policy_slice_ended (ft_thread *);

#endif
