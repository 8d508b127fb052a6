// Who has used a granule so far, as far as fork and join order it.
//
// The life of a thread is cut into *segments* at its forks and joins.  One
// segment is before another when program order, forks and joins say so, in
// every reordering of the run.  The *age* of a granule is the segment of its
// last write and those of the last reads since then.  As long as each access
// comes after all that it conflicts with, no race can involve the granule, and
// every read returns the same value in every reordering.
//
// Ages are few, whatever the number of granules: they are numbered, and what
// an access did to them is remembered.  Only some of the order is found: up
// the ancestors of a thread and along the joins of threads that ended.

#ifndef FT_RUN_EPOCHS_H
#define FT_RUN_EPOCHS_H

#include "run/run_reader.h"

typedef struct ft_run_segment {
  uint32_t thread, number; // in its thread, from 0
} ft_run_segment;

enum { FT_MOST_READERS = 12 }; // that an age tells apart

typedef struct ft_access_epochs {
  ft_id writer;                   // segment, or FT_NO_ID
  ft_id readers[FT_MOST_READERS]; // segments, ascending, then FT_NO_ID
  bool many;                      // more readers than that
} ft_access_epochs;

enum { FT_EPOCHS_CONFLICT = 0 }; // what 'ft_run_epochs_access' gives besides ages
#define FT_NO_EPOCHS FT_NO_ID    // of what was never accessed

typedef struct ft_run_epochs {
  FT_STACK (ft_run_segment) segments;
  FT_STACK (struct ft_run_epochs_thread {
    ft_id now;       // its segment, FT_NO_ID before its first record
    ft_id forked_in; // its parent's segment, or FT_NO_ID
    ft_id joined_by; // the segment that its join begins, or FT_NO_ID
  })
  threads;                // by number
  FT_STACK (ft_access_epochs) list; // from 1 on
  ft_map ages;            // to 'list'
  struct ft_run_epochs_cached {
    uint64_t key;
    uint32_t age;
  } recent[256]; // what accesses did
} ft_run_epochs;

void ft_run_epochs_release (ft_run_epochs *); // (ft_run_epochs){0} is empty

// The segment that a thread is in.
ft_id ft_run_epochs_segment (ft_run_epochs *, uint32_t thread);

// FORK and JOIN.
void ft_run_epochs_record (ft_run_epochs *, const ft_run_record *);

// Whether all of one segment comes before what another one does from now on.
bool ft_run_epochs_before (const ft_run_epochs *, ft_id segment, ft_id now);

// The age after an access; FT_EPOCHS_CONFLICT when fork and join do not order it
// with what it conflicts with.
uint32_t ft_run_epochs_access (ft_run_epochs *, uint32_t age, ft_id segment, bool writes);

// The age of memory that was written in a segment.
uint32_t ft_run_epochs_written (ft_run_epochs *, ft_id segment);

// Whether several threads read since the last write.
bool ft_run_epochs_several_read (const ft_run_epochs *, uint32_t age);

static inline const ft_access_epochs *ft_run_epochs_at (const ft_run_epochs *a, uint32_t age) {
  return a->list.begin + age;
}

#endif
