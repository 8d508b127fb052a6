// A hash table of handles; see handles.h.

#include "runtime/handles.h"

enum { BUCKETS = 1024 };

static ft_thread *bucket[BUCKETS];

static ft_thread **bucket_of (pthread_t handle) {
  return &bucket[(uint64_t)handle * UINT64_C (0x9e3779b97f4a7c15) >> 54];
}

void ft_handles_add (ft_thread *t) {
  ft_thread **b = bucket_of (t->handle);
  t->same_hash = *b;
  *b = t;
}

void ft_handles_remove (ft_thread *t) {
  ft_thread **b = bucket_of (t->handle);
  while (*b && *b != t)
    b = &(*b)->same_hash;
  if (*b)
    *b = t->same_hash;
}

ft_thread *ft_handles_find (pthread_t handle) {
  ft_thread *t = *bucket_of (handle);
  while (t && t->handle != handle)
    t = t->same_hash;
  return t;
}

void ft_handles_after_fork (ft_thread *t) {
  for (unsigned i = 0; i < BUCKETS; i++)
    bucket[i] = NULL;
  ft_handles_add (t);
}
