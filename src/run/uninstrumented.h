// Writes that no record tells of: by libraries that foretrace-cc did not build,
// by the kernel, by other processes.
//
// A read reveals such a write when its value is not the one that its bytes are
// known to have, from the write or read of them before.  Who made it is not
// known, but it was while some thread was in a call to code that is not
// instrumented, or from outside of the program.  So the trace gets a variable
// that stands for all that is written unseen (FT_UNINSTRUMENTED_NAME).  It is changed
// at the begin and the end of the calls that may have made such a write, and
// right before the read that reveals it, and read before each access to memory
// that is written unseen.  These accesses without values keep their recorded
// order, so that nothing is certified that needs such an access on the other
// side of such a write.
//
// What a thread alone uses it is taken to have written itself, when it was in
// such a call meanwhile: program order sees to that.  This is a guess, without
// which each structure that a library fills in would order all threads.
//
// Cost: twelve bytes for each eight of memory whose values are recorded, and a
// quarter more time for a pass over the records.  In tests/unit/test_uninstrumented.c
// schedules that are certified are run again with the writes that were unseen.

#ifndef FT_RUN_UNINSTRUMENTED_H
#define FT_RUN_UNINSTRUMENTED_H

#include "run/run_access.h"
#include "run/memory_blocks.h"

#define FT_UNINSTRUMENTED_NAME "(unrecorded writes)"

typedef struct ft_uninstrumented ft_uninstrumented;

// Asks the code which functions of the C library's names are the program's own.
ft_uninstrumented *ft_uninstrumented_new (const ft_run_code *);
void ft_uninstrumented_free (ft_uninstrumented *);

// To be called with each record, before its accesses.
void ft_uninstrumented_record (ft_uninstrumented *, const ft_run_record *);

void ft_uninstrumented_access (ft_uninstrumented *, const ft_run_record *, const ft_run_access *,
                      const ft_memory_blocks *);

// Granules that are new memory.
void ft_uninstrumented_forget (ft_uninstrumented *, uint64_t first, uint64_t last);

// A read that reveals an unseen write.
typedef struct ft_revealing_read {
  uint64_t life, granule;
  uint64_t place; // of it, by 'ft_tick_number'
  ft_id since;    // the first call that may have made the write ...
  ft_id until;    // ... and the one after the last
  bool own;       // its thread may have made it itself
} ft_revealing_read;

const ft_revealing_read *ft_uninstrumented_reads (const ft_uninstrumented *, size_t *count);

// A place in the log of a thread as one number.
static inline uint64_t ft_tick_number (uint32_t thread, uint64_t place) {
  return place * FT_MOST_THREADS + thread;
}

// Adds the place of a read to those where the unseen writes change: each is
// before the events of the record there.
void ft_uninstrumented_mark (ft_uninstrumented *, const ft_revealing_read *, ft_map *places);

// Adds those of the calls that may have made what the marked reads reveal.
void ft_uninstrumented_mark_calls (ft_uninstrumented *, ft_map *places);

#endif
