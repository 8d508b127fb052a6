// Blocking, for the core: the interface for wrappers is in core.h.

#ifndef FT_RUNTIME_WAIT_H
#define FT_RUNTIME_WAIT_H

#include "runtime/thread.h"

// A blocked thread is ready, for whatever reason.  Gate.
void ft_wait_make_ready (ft_thread *);
// The same without a turn in the queue for the baton.
void ft_wait_dequeue (ft_thread *);
// At the end of a replay, in which the plan decided on wakes and deadlines:
// all that wait are ready, and look again.
void ft_wait_make_all_ready (void);
void ft_wait_after_fork (ft_thread *);

// Those that wait are in buckets by the address of what they wait for.
enum { FT_WAIT_BUCKETS = 1024 };

typedef struct ft_wait_bucket {
  ft_thread *first, *last; // longest waiting first
} ft_wait_bucket;

extern ft_wait_bucket ft_wait_buckets[FT_WAIT_BUCKETS];

static inline ft_wait_bucket *ft_wait_bucket_of (const void *object) {
  uint64_t key = (uintptr_t)object * UINT64_C (0x9e3779b97f4a7c15);
  return &ft_wait_buckets[key >> 54];
}

// Surely nobody waits.  Only who has the baton begins to wait, and that is the
// caller: what is empty stays so.
static inline bool ft_wait_has_none (const void *object) {
  return !__atomic_load_n (&ft_wait_bucket_of (object)->first,
                           __ATOMIC_RELAXED);
}

#endif
