// What a run did before the record at hand, as far as descriptions tell it:
// locks held and where they were taken and initialised, where memory was
// allocated and threads were created.

#ifndef FT_TRACE_NATIVE_PAST_H
#define FT_TRACE_NATIVE_PAST_H

#include "run/blocks.h"
#include "load/contexts.h"

typedef struct ft_hold { // of a lock by a thread
  uint64_t address;
  ft_id lock; // of the trace
  bool shared;
  uint32_t depth;
  ft_id taken;    // context
  uint64_t place; // of the record that took it
} ft_hold;

typedef struct ft_past_thread {
  FT_STACK (ft_hold) holds;
  ft_hold waiting; // given up for a wait, its depth 0 if there is none
  uint32_t creator;
  ft_id created;                 // context
  const ft_code_function *start; // NULL before its first function
} ft_past_thread;

typedef struct ft_past {
  const ft_code *code; // borrowed
  ft_contexts contexts;
  FT_STACK (ft_past_thread) threads; // by number
  FT_STACK (ft_id) allocated;        // per block: context
  ft_map initialised;                // address of a lock to context
} ft_past;

void ft_past_release (ft_past *); // (ft_past){.code = ...} is empty

// After the record; 'lock' is the target of its event.
void ft_past_step (ft_past *, const ft_record *, ft_id lock);

// After an ALLOC, MAP or THREAD_START that began 'block'.
void ft_past_alloc (ft_past *, const ft_record *, ft_id block);

ft_past_thread *ft_past_thread_of (ft_past *, uint32_t number);

#endif
