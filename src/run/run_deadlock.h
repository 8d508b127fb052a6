// The deadlock that a recorded run ended in: the file 'deadlock', which
// src/runtime/scheduler.c writes.

#ifndef FT_RUN_RUN_DEADLOCK_H
#define FT_RUN_RUN_DEADLOCK_H

#include "base/stack.h"
#include "run/location_names.h"

typedef struct ft_deadlocked_thread {
  char name[FT_THREAD_NAME_SIZE];
  char awaited[FT_THREAD_NAME_SIZE]; // the thread for whose end it waits, or ""
  char *location;                    // where it waits; owned
} ft_deadlocked_thread;

typedef struct ft_run_deadlock {
  FT_STACK (ft_deadlocked_thread) threads; // empty unless the run deadlocked
} ft_run_deadlock;

bool ft_run_deadlocked (const char *run);

// Locations are missing ("an unknown place") when the logs cannot be read.
void ft_run_deadlock_read (ft_run_deadlock *, const char *run);
void ft_run_deadlock_release (ft_run_deadlock *);

#endif
