// The log of a thread: a window of its file that is mapped and moves on, or a
// ring in memory when nothing is to be kept (light mode, end of recording).
// Places go on through both.

#ifndef FT_RUNTIME_THREAD_LOG_H
#define FT_RUNTIME_THREAD_LOG_H

#include "runtime/files.h"
#include "runtime/thread.h"

// Only light objects count words so far, or also code that writes records.
void ft_log_set_light (bool light);

void ft_log_start (ft_thread *);
// Makes room for FT_SLACK words at the cursor.
void ft_log_reserve (ft_thread *);
// The thread writes no more: the file gets its true length.
void ft_log_close (ft_thread *);

// The process ends: the same for a thread that may still write, but not any
// more to be kept.
void ft_log_trim (ft_thread *);
// After a fork: forgets files and windows of the parent process.
void ft_log_after_fork (ft_thread *);

// What is written is not read.
static inline bool ft_log_is_ring (const ft_thread *t) {
  return t->base == t->ring;
}

static inline uint64_t ft_current_tick (const ft_thread *t) {
  return t->base_place + (uint64_t)(*t->cursor - t->base);
}

// Says in the files how far the log goes.
static inline void ft_log_publish (ft_thread *t) {
  if (!t->base)
    return; // closed, and published before
  uint64_t place = ft_current_tick (t);
  t->place = place;
  if (t->header)
    __atomic_store_n (&t->header->words, place, __ATOMIC_RELEASE);
  ft_control->words += place - t->counted;
  t->counted = place;
}

#endif
