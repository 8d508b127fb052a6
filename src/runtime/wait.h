// Waiting for objects, for the scheduler; the interface for wrappers is in
// rtl.h.

#ifndef FT_RUNTIME_WAIT_H
#define FT_RUNTIME_WAIT_H

#include "runtime/thread.h"

// Makes a blocked thread ready.  With the scheduler lock, as the next two.
void ft_wait_make_ready (ft_thread *);
// Takes a blocked thread out of its bucket; it does not become ready.
void ft_wait_dequeue (ft_thread *);
// At the end of a replay, whose schedule decided on wakes and deadlines: all
// blocked threads become ready and check their conditions again.
void ft_wait_make_all_ready (void);
void ft_wait_after_fork (ft_thread *);

// Blocked threads are in buckets by the address of their object.
enum { FT_WAIT_BUCKETS = 1024 };

typedef struct ft_wait_bucket {
  ft_thread *first, *last; // longest waiting first
} ft_wait_bucket;

extern ft_wait_bucket ft_wait_buckets[FT_WAIT_BUCKETS];

static inline ft_wait_bucket *ft_wait_bucket_of (const void *object) {
  uint64_t key = (uintptr_t)object * UINT64_C (0x9e3779b97f4a7c15);
  return &ft_wait_buckets[key >> 54];
}

// True only if no thread waits for the object.  The caller has the token, and
// only a thread with the token begins to wait, so that an empty bucket stays
// empty.
static inline bool ft_wait_has_none (const void *object) {
  return !__atomic_load_n (&ft_wait_bucket_of (object)->first,
                           __ATOMIC_RELAXED);
}

#endif
