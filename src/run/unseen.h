// Writes that no record tells of: by libraries that foretrace-cc did not build,
// by the kernel, by other processes.
//
// A read reveals such a write when its value is not the one that its bytes are
// known to have, from the write or read of them before.  Who made it is not
// known, but it was while some thread was in a call to code that is not
// instrumented, or from outside of the program.  So the trace gets a variable
// that stands for all that is written unseen (FT_UNSEEN_NAME).  It is changed
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
// quarter more time for a pass over the records.  In tests/unit/test_unseen.c
// schedules that are certified are run again with the writes that were unseen.

#ifndef FT_TRACE_NATIVE_UNSEEN_H
#define FT_TRACE_NATIVE_UNSEEN_H

#include "run/access.h"
#include "run/blocks.h"

#define FT_UNSEEN_NAME "(unrecorded writes)"

typedef struct ft_unseen ft_unseen;

ft_unseen *ft_unseen_new (void);
void ft_unseen_free (ft_unseen *);

// To be called with each record, before its accesses.
void ft_unseen_record (ft_unseen *, const ft_record *);

void ft_unseen_touch (ft_unseen *, const ft_record *, const ft_touch *,
                      const ft_blocks *);

// Granules that are new memory.
void ft_unseen_forget (ft_unseen *, uint64_t first, uint64_t last);

// A read that reveals an unseen write.
typedef struct ft_unseen_read {
  uint64_t life, granule;
  uint64_t place; // of it, by 'ft_unseen_place'
  ft_id since;    // the first call that may have made the write ...
  ft_id until;    // ... and the one after the last
  bool own;       // its thread may have made it itself
} ft_unseen_read;

const ft_unseen_read *ft_unseen_reads (const ft_unseen *, size_t *count);

// A place in the log of a thread as one number.
static inline uint64_t ft_unseen_place (uint32_t thread, uint64_t place) {
  return place * FT_MOST_THREADS + thread;
}

// Adds the place of a read to those where the unseen writes change: each is
// before the events of the record there.
void ft_unseen_mark (ft_unseen *, const ft_unseen_read *, ft_map *places);

// Adds those of the calls that may have made what the marked reads reveal.
void ft_unseen_mark_calls (ft_unseen *, ft_map *places);

#endif
