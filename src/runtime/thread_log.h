// The log of a thread, in one of three kinds of memory: a buffer that foretrace
// empties (log_buffers.h), a mapped window that moves along the log file, or a
// ring when the log is not kept (light mode, end of recording).  Ticks continue
// from one to the next.

#ifndef FT_RUNTIME_THREAD_LOG_H
#define FT_RUNTIME_THREAD_LOG_H

#include "runtime/files.h"
#include "runtime/thread.h"

// The program has an object of a light build, or one that writes records.
void ft_log_set_light (bool light);

void ft_log_start (ft_thread *);
// Makes sure that FT_SLACK words can be written at the cursor.
void ft_log_reserve (ft_thread *);
// Ends the recording of all threads, which this one notices.
void ft_log_stop (ft_thread *, const char *why);
// The thread writes no more: cuts the file to its true length.
void ft_log_close (ft_thread *);

// The process ends: the same for a thread that may still write, whose further
// words are not kept.
void ft_log_trim (ft_thread *);
// After a fork: leaves files and windows of the parent process.
void ft_log_after_fork (ft_thread *);

// Whether the words of the thread are not kept.
static inline bool ft_log_is_ring (const ft_thread *t) {
  return t->base == t->ring;
}

static inline uint64_t ft_current_tick (const ft_thread *t) {
  return t->base_tick + (uint64_t)(*t->cursor - t->base);
}

// Writes the length of the log into the header and 'control'.
static inline void ft_log_publish (ft_thread *t) {
  if (!t->base)
    return; // closed, and published before
  uint64_t tick = ft_current_tick (t);
  t->tick = tick;
  if (t->header)
    __atomic_store_n (&t->header->words, tick, __ATOMIC_RELEASE);
  ft_control->words += tick - t->counted_ticks;
  t->counted_ticks = tick;
}

#endif
