// Uninstrumented writes, which no record reports: by libraries that
// foretrace-cc did not build, by the kernel, by other processes.
//
// A read reveals such a write if its value is not the value that its bytes are
// known to have, from the last write or read of them; or if it is not 0, and
// the first access to memory that was allocated.  The writer is unknown, but it
// was a thread in a call of uninstrumented code, or outside of the program.  So
// the trace gets a variable that stands for all memory with uninstrumented
// writes (FT_UNINSTRUMENTED_NAME).  It is changed at the begin
// and the end of the calls that may have made such a write, and right before
// the read that reveals it; and it is read before each access to memory with
// uninstrumented writes.  These accesses without values keep their recorded
// order, so that nothing is certified that moves such an access across such a
// write.
//
// An uninstrumented thread, or the kernel, may have written because of anything
// that a thread had done by then, so the read comes behind all of that (see
// 'unrecorded_calls.h').
//
// If one thread alone uses the memory and was in such a call meanwhile, it is
// taken to have written itself, in program order.  This is a guess, without
// which each structure that a library fills in would order all threads.  Atomic
// reads have no such guess: memory for one thread alone needs no atomics.
//
// Cost: twelve bytes for each eight bytes of memory whose values are recorded,
// and a quarter more time for a pass over the records.
// tests/unit/test_uninstrumented.c executes certified schedules again, with the
// writes that were not recorded.

#ifndef FT_RUN_UNINSTRUMENTED_H
#define FT_RUN_UNINSTRUMENTED_H

#include "run/run_access.h"
#include "run/memory_blocks.h"

#define FT_UNINSTRUMENTED_NAME "(system) unrecorded writes"

typedef struct ft_uninstrumented ft_uninstrumented;

// Asks the code which functions of the C library's names are the program's own.
// Loads at the ticks of 'stale' reveal nothing.
ft_uninstrumented *ft_uninstrumented_new (const ft_run_code *,
                                          const ft_map *stale);
void ft_uninstrumented_free (ft_uninstrumented *);

// To be called with each record, before its accesses.
void ft_uninstrumented_record (ft_uninstrumented *, const ft_run_record *);

// 'fresh': see 'ft_sharing_is_fresh'.
void ft_uninstrumented_access (ft_uninstrumented *, const ft_run_record *,
                               const ft_run_access *, const ft_memory_blocks *,
                               bool fresh);

// Another process may write to memory that is shared.
void ft_uninstrumented_fork (ft_uninstrumented *);

// The block is new memory.
void ft_uninstrumented_forget (ft_uninstrumented *, const ft_memory_blocks *,
                               ft_id block);

// A read that reveals an uninstrumented write.
typedef struct ft_revealing_read {
  uint64_t life, granule;
  uint64_t tick; // of the read, by 'ft_tick_number'
  ft_id since;   // the first call that may have made the write ...
  ft_id until;   // ... and the one behind the last one
  bool own;      // its thread may have made it itself
  bool any;      // what made it may be no call: other threads, the kernel
} ft_revealing_read;

const ft_revealing_read *ft_uninstrumented_reads (const ft_uninstrumented *,
                                                  size_t *count);

// A tick in the log of a thread as one number.
static inline uint64_t ft_tick_number (uint32_t thread, uint64_t tick) {
  return tick * FT_MOST_THREADS + thread;
}

// Add the tick of a read to the ticks at which the variable changes, each time
// before the events of the record there.
void ft_uninstrumented_mark (ft_uninstrumented *, const ft_revealing_read *,
                             ft_map *ticks);

// Add the ticks of the calls that may have made the writes that the marked
// reads reveal.
void ft_uninstrumented_mark_calls (ft_uninstrumented *, ft_map *ticks);

#endif
