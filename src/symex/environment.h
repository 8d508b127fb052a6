// The environment of re-execution: what the recorded run says about the memory,
// the locks and the lifetimes that the code at hand names by address.
//
// Re-execution knows values; which variable an address is, whether memory is
// there in every schedule, and what uninstrumented code may reach is known
// from the records of all threads.  'load' owns the environment and keeps it at
// the record that is re-executed.

#ifndef FT_SYMEX_ENVIRONMENT_H
#define FT_SYMEX_ENVIRONMENT_H

#include "run/lifetime.h"
#include "run/object_ids.h"
#include "run/variables.h"
#include "trace/altpath_locks.h"

typedef struct ft_step_lock { // of a lock by a thread
  uint32_t depth;             // how often; 0: it has not
  bool shared;
} ft_step_lock;

typedef struct ft_environment {
  const ft_run_code *code;     // borrowed, as the next five
  const ft_run_reader *walk;
  const ft_run_record *record; // that is re-executed
  ft_variables *variables;
  ft_object_ids *objects;
  ft_tables *tables; // of the record
  bool sides;   // alternative paths are looked for
  bool finding; // the pass that finds what memory alternative paths reach
  bool loose;   // an unknown pointer escaped: it may be any address
  FT_STACK (ft_shared_granule) reached; // found in that pass
  ft_map late;                          // granules that are shared from later on
  ft_map hidden;     // begins of globals, constants and blocks that escaped
  ft_lifetimes usable;  // lifetimes of locks and conditions, of the whole run
  FT_STACK (ft_held_acquires) held; // by thread
} ft_environment;

void ft_environment_release (ft_environment *);

// The lock's holders, by the number of the recorded thread.
ft_held_acquires *ft_environment_held (ft_environment *, uint32_t thread);

// The moment of the record: right before it, or behind it.
ft_lifetime_moment ft_environment_moment (const ft_environment *, bool behind);

// Whether an event comes of an access to the byte.
bool ft_environment_keeps (const ft_environment *, uint64_t address);

// Completes, with target and mask, an access of memory by an event of an
// alternative path; false where there may be no such memory.
bool ft_environment_resolve (ft_environment *, uint64_t address,
                             unsigned bytes, ft_event *);

// Completes an acquire or a release of the lock at an address by an event of an
// alternative path; '*has' is how the thread has it.  False where there may be
// no such lock, which is all that it says of events of other kinds.
bool ft_environment_hold (ft_environment *, uint64_t address, ft_event *,
                          ft_step_lock *has);

// Uninstrumented code was given the address: no event records what it writes
// there.  Returns whether that is new of the global, constant or block that the
// address is in, and where that begins and ends.
bool ft_environment_hide (ft_environment *, uint64_t address, uint64_t *first,
                          uint64_t *last);

// Whether uninstrumented code may read what is stored there; 'back': it has
// called the code that stores, so that it may have passed the address of a
// variable of its own.
bool ft_environment_is_seen (const ft_environment *, uint64_t address,
                             bool back);

// Whether the memory may have been written without a record, now or later.
bool ft_environment_is_hidden (const ft_environment *, uint64_t address);

// The lifetimes that the record begins, ends or uses, for questions that are
// asked when the whole run is known.
void ft_environment_note_usable (ft_environment *);
void ft_environment_note_access (ft_environment *, uint64_t address);

#endif
