// Operations on synchronisation states that several wrappers use, by a thread
// that has the token.  The interposed functions of sync_*.c choose between
// these and the real ones.

#ifndef FT_RUNTIME_SYNC_OPS_H
#define FT_RUNTIME_SYNC_OPS_H

#include "runtime/sync_state.h"

// An absolute deadline of a wait, by a clock; none if not 'limited'.
struct ft_wait_deadline {
  clockid_t clock;
  bool limited;
  struct timespec time;
};

#define FT_NO_DEADLINE ((struct ft_wait_deadline){0})

// Reads a deadline from the program's memory, with a record, once: the thread
// may lose the token before it waits, and a wait must not see what others write
// there meanwhile.  A scheduling point, but for no thread (NULL).  No deadline
// if 'time' is NULL.
struct ft_wait_deadline ft_wait_deadline_read (ft_thread *, clockid_t,
                                               const struct timespec *time);

// 0 or EINVAL: the checks that glibc makes before it waits.
int ft_wait_deadline_check (struct ft_wait_deadline);
int ft_clock_check (clockid_t);

// Blocks on an object; false when the deadline came before a wake.
bool ft_block_on_deadline (ft_thread *, const void *object,
                           struct ft_wait_deadline);

// Whether a cancellation of the thread was requested and is enabled.
bool ft_cancelled (const ft_thread *);

// Mutexes, for conditions: releases the mutex, whatever its depth, and acquires
// it again.  'ft_mutex_check_owner' returns 0, or the error of an unlock.
ft_sync_state *ft_mutex_state (pthread_mutex_t *);
bool ft_mutex_is_shared (const pthread_mutex_t *); // between processes
int ft_mutex_check_owner (ft_thread *, pthread_mutex_t *,
                          const ft_sync_state *);
void ft_mutex_unlock_fully (ft_thread *, ft_sync_state *);
int ft_mutex_relock (ft_thread *, pthread_mutex_t *, ft_sync_state *);

// Waits while a word of memory has a value, as the kernel's futex: 0, EAGAIN,
// ETIMEDOUT, EINTR.  A wake returns the number of threads that it woke.
int ft_futex_wait (ft_thread *, const uint32_t *word, uint32_t value,
                   struct ft_wait_deadline, uint32_t mask);
int ft_futex_wake (ft_thread *, const uint32_t *word, int count, uint32_t mask);

// Futexes of the kernel, for threads that are not under the scheduler.
int ft_real_futex_wait (const uint32_t *word, uint32_t value,
                        struct ft_wait_deadline);
void ft_real_futex_wake (const uint32_t *word, int count);

#endif
