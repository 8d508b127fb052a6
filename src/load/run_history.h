// The history of a run before the current record, for descriptions: locks held
// and where they were acquired and initialised, where memory was allocated and
// threads were created.

#ifndef FT_LOAD_RUN_HISTORY_H
#define FT_LOAD_RUN_HISTORY_H

#include "run/memory_blocks.h"
#include "load/contexts.h"

typedef struct ft_lock_hold { // a lock that a thread holds
  uint64_t address;
  ft_id lock; // of the trace
  bool shared;
  uint32_t depth;
  ft_id taken;   // context
  uint64_t tick; // of the record of its acquire
} ft_lock_hold;

typedef struct ft_run_history_thread {
  FT_STACK (ft_lock_hold) holds;
  ft_lock_hold waiting; // released by a wait; its depth is 0 if there is none
  uint32_t creator;
  ft_id created;                // context
  const ft_run_function *start; // NULL before its first function
} ft_run_history_thread;

typedef struct ft_run_history {
  const ft_run_code *code; // borrowed
  ft_contexts contexts;
  FT_STACK (ft_run_history_thread) threads; // by number
  FT_STACK (ft_id) allocated;               // by block: context
  ft_map initialised;                       // address of a lock to context
} ft_run_history;

// (ft_run_history){.code = ...} is empty.
void ft_run_history_release (ft_run_history *);

// Apply a record, after it was read; 'lock' is the target of its event.
void ft_run_history_step (ft_run_history *, const ft_run_record *, ft_id lock);

// After an ALLOC, MAP or THREAD_START that began 'block'.
void ft_run_history_alloc (ft_run_history *, const ft_run_record *,
                           ft_id block);

ft_run_history_thread *ft_run_history_thread_of (ft_run_history *,
                                                 uint32_t number);

#endif
