// What the wrappers of synchronisation share among themselves: operations on
// shadows by a thread that is known to have the baton.  The exported functions
// of sync_*.c decide between these and the real ones.

#ifndef FT_RUNTIME_SYNC_OPS_H
#define FT_RUNTIME_SYNC_OPS_H

#include "runtime/sync_state.h"

// A time limit of a wait; 'time' NULL for none.
struct ft_wait_deadline {
  clockid_t clock;
  const struct timespec *time;
};

#define FT_NO_DEADLINE ((struct ft_wait_deadline){0})

// 0 or EINVAL, as glibc checks a deadline before it waits.
int ft_wait_deadline_check (struct ft_wait_deadline);
int ft_clock_check (clockid_t);

// Blocks on an object; false when the time came first.
bool ft_block_on_deadline (ft_thread *, const void *object, struct ft_wait_deadline);

// Whether somebody asked the thread to end, and it allows that.
bool ft_cancelled (const ft_thread *);

// Mutexes, for conditions: give up entirely, whatever its depth was, and take
// again.  'ft_mutex_check_owner' is 0, or the error of an unlock.
ft_sync_state *ft_mutex_state (pthread_mutex_t *);
bool ft_mutex_is_shared (const pthread_mutex_t *); // between processes
int ft_mutex_check_owner (ft_thread *, pthread_mutex_t *, const ft_sync_state *);
void ft_mutex_unlock_fully (ft_thread *, ft_sync_state *);
int ft_mutex_relock (ft_thread *, pthread_mutex_t *, ft_sync_state *);

// Waiting on a word of memory while it has a value, as the kernel's futex:
// 0, EAGAIN, ETIMEDOUT, EINTR.  Waking returns how many there were.
int ft_futex_wait (ft_thread *, const uint32_t *word, uint32_t value,
                   struct ft_wait_deadline, uint32_t mask);
int ft_futex_wake (ft_thread *, const uint32_t *word, int count, uint32_t mask);

// Futexes of the kernel, for threads that are not under the scheduler.
int ft_real_futex_wait (const uint32_t *word, uint32_t value, struct ft_wait_deadline);
void ft_real_futex_wake (const uint32_t *word, int count);

#endif
