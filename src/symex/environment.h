// The environment of re-execution: what the recorded run says about the memory,
// the locks and the lifetimes that the code names by address.
//
// Re-execution knows values.  The variable at an address, whether memory exists
// in every schedule, and which memory uninstrumented code may reach are known
// from the records of all threads.  'load' owns the environment and keeps it at
// the record that is re-executed.

#ifndef FT_SYMEX_ENVIRONMENT_H
#define FT_SYMEX_ENVIRONMENT_H

#include "run/lifetime.h"
#include "run/object_ids.h"
#include "run/variables.h"
#include "trace/altpath_locks.h"

typedef struct ft_step_lock { // how a thread holds a lock
  uint32_t depth;             // number of acquires; 0: not at all
  bool shared;
} ft_step_lock;

// Values that memory had at an address (symex/altpath/other_value.h).
typedef struct ft_seen_values {
  uint64_t words[4];
  uint32_t count;
} ft_seen_values;

typedef struct ft_environment {
  // Borrowed:
  const ft_run_code *code;
  const ft_run_reader *reader;
  const ft_run_record *record; // the record that is re-executed
  ft_variables *variables;
  ft_object_ids *objects;
  const ft_memory_reuses *reuses;
  ft_tables *tables;
  // Owned:
  bool altpaths;        // alternative paths are followed
  bool finding;         // this is the pass that finds the memory they reach
  bool notes_reads;     // it is the first such pass (altpath/other_value.h)
  bool unknown_escaped; // an unknown pointer escaped: it may be any address
  bool all_reached; // calls without records may read all memory
  FT_STACK (bool) calls_reading; // by thread: its call may read memory without
                                 // a record
  FT_STACK (bool) calls_writing; // or, one of known effect, write
  bool all_written; // such a call got an unknown address
  ft_map written; // first addresses of what such calls may write
  ft_map written_pages;   // the same outside of all objects
  bool libraries_written; // such a call got an address from a library
  FT_STACK (ft_shared_granule) reached; // granules that this pass has found
  ft_map late_shared; // granules that became shared after their first access
  ft_map compared;    // numbers, from 1, of mappings of which a thread that has
                      // not made them uses the address as a value
  ft_map address_reads; // ticks (ft_tick_number) of reads on which alone an address
                        // depends that the run accesses
  ft_map seen_at;       // addresses: numbers in 'seen'
  FT_STACK (ft_seen_values) seen;
  ft_map escaped;     // first addresses of escaped globals, constants, blocks
  ft_lifetimes lifetimes; // of locks, conditions and memory, of the whole run
  FT_STACK (ft_held_acquires) held; // by thread
} ft_environment;

void ft_environment_release (ft_environment *);

// The locks that a thread holds, by the number of the recorded thread.
ft_held_acquires *ft_environment_held_acquires (ft_environment *,
                                                uint32_t thread);

// The moment right before the record, or right behind it.
ft_lifetime_moment ft_environment_moment (const ft_environment *, bool behind);

// Whether an access to the byte is an event of the trace.
bool ft_environment_is_traced (const ft_environment *, uint64_t address);

// Set target and mask of an access to memory by an event of an alternative
// path.  False if the memory may not exist there, or its value may be unknown.
bool ft_environment_resolve (ft_environment *, uint64_t address, unsigned bytes,
                             ft_event *);

// The bytes of an object.
typedef struct ft_extent {
  uint64_t first, bytes;
} ft_extent;

// The live heap block that contains the address, which is 'fixed': the same in every
// schedule.  Otherwise none of whose memory another block of the run has, so that its
// address says which block it is.  False if there is none.  A global has no extent: a
// linker may put many of them together into one array.
bool ft_environment_extent (const ft_environment *, uint64_t address, bool fixed,
                            ft_extent *);

// The number of the freed heap block that contains the bytes, and whose memory no other
// block of the run has, nor a library may have since; FT_NO_ID: there is none.
ft_id ft_environment_freed_block (const ft_environment *, uint64_t address,
                                  unsigned bytes);

// Set the target of an acquire or a release of the lock at 'address' by an
// event of an alternative path; '*has' is how the thread holds the lock.  False
// if the lock may not exist there.
bool ft_environment_resolve_lock (ft_environment *, uint64_t address,
                                  ft_event *, ft_step_lock *has);

// The condition at 'address', for events of an alternative path.  False if it may not
// exist there.
bool ft_environment_resolve_condition (ft_environment *, uint64_t address,
                                       ft_id *condition);

// Uninstrumented code got the address, so that no event records its writes
// there.  Returns whether this is new for the global, constant or block at the
// address; '*first' and '*last' are its bounds, 0 if there is none.
bool ft_environment_mark_escaped (ft_environment *, uint64_t address,
                                  uint64_t *first, uint64_t *last);

// A library call of known effect got the address, and may write there without a
// record.  Outside of all objects, what it writes may begin before the address,
// and its size is not known: the page and its neighbours count.
void ft_environment_mark_written (ft_environment *, uint64_t address);
bool ft_environment_may_be_written (const ft_environment *, uint64_t address);

// Whether such a call may write anything.
bool ft_environment_is_any_written (const ft_environment *);

// Whether uninstrumented code may read what is stored at the address.  'back':
// uninstrumented code has called the code that stores, so that it may have
// passed the address of a variable of its own.
bool ft_environment_may_be_read (const ft_environment *, uint64_t address,
                                 bool back);

// Whether the memory may be written without a record, now or later.
bool ft_environment_has_escaped (const ft_environment *, uint64_t address);

// Note the lifetimes that the record begins, ends or uses, and the access to a
// lifetime, for questions that are asked when the whole run is known.
void ft_environment_note_lifetime (ft_environment *);
void ft_environment_note_access (ft_environment *, uint64_t address);

#endif
