// The access epochs of granules: which accesses happened so far, as far as fork
// and join, and barriers with fixed rounds, order them.
//
// The life of a thread is cut into *segments* at its forks and joins, and where
// it leaves barriers if these are followed.  One segment is before another if
// program order, forks, joins and barriers with fixed rounds say so, in every
// reordering of the run.  The *access epochs* of a granule are the segment of
// its last write and those of the last reads since then (FastTrack, Section 3,
// with segments as clock values).  As long as each access comes after all
// earlier ones that it conflicts with, no race can involve the granule, and
// every read returns the same value in every reordering.
//
// There are few different access epochs, whatever the number of granules: they
// are numbered, and the effects of accesses on them are cached.  Only a part of
// the order is found: up the ancestors of a thread and along the joins of
// threads that ended.

#ifndef FT_RUN_EPOCHS_H
#define FT_RUN_EPOCHS_H

#include "run/barrier_rounds.h"
#include "run/run_reader.h"

typedef struct ft_run_segment {
  uint32_t thread;
  uint32_t number; // in its thread, from 0
  ft_id round; // of a barrier that its thread left last, or FT_NO_ID
} ft_run_segment;

enum { FT_MOST_READERS = 12 }; // kept in access epochs

typedef struct ft_access_epochs {
  ft_id writer;                   // segment, or FT_NO_ID
  ft_id readers[FT_MOST_READERS]; // segments, ascending, then FT_NO_ID
  bool many;                      // there are more readers
} ft_access_epochs;

enum { FT_EPOCHS_CONFLICT = 0 }; // not a number of access epochs
#define FT_NO_EPOCHS FT_NO_ID    // of memory that was never accessed

typedef struct ft_run_epochs {
  bool follows_barriers; // given by the caller
  ft_barrier_rounds rounds; // if so; nothing holds once they have 'changed'
  FT_STACK (ft_run_segment) segments;
  FT_STACK (struct ft_run_epochs_thread {
    ft_id now;       // its current segment, FT_NO_ID before its first record
    ft_id forked_in; // its parent's segment, or FT_NO_ID
    ft_id joined_by; // the segment that its join begins, or FT_NO_ID
  })
  threads;                          // by number
  FT_STACK (ft_access_epochs) list; // by number, from 1 on
  ft_map numbers;                   // by hash: index in 'list'
  struct ft_run_epochs_cached {
    uint64_t key;    // epochs, segment and kind of the access; plus 1
    uint32_t epochs; // after it
  } recent[256];     // cache of the effects of accesses
} ft_run_epochs;

void ft_run_epochs_release (ft_run_epochs *); // (ft_run_epochs){0} is empty

// The current segment of a thread.
ft_id ft_run_epochs_segment (ft_run_epochs *, uint32_t thread);

// Begin new segments at FORK and JOIN records, and of barriers, whose memory is
// in the lifetime 'life'.  An access of the same record comes before.
void ft_run_epochs_record (ft_run_epochs *, const ft_run_record *,
                           uint64_t life);

// Whether all of 'segment' comes before anything that 'now' does from here on.
bool ft_run_epochs_before (const ft_run_epochs *, ft_id segment, ft_id now);

// The access epochs after an access by 'segment'; FT_EPOCHS_CONFLICT if nothing
// orders it with an access that it conflicts with.
uint32_t ft_run_epochs_access (ft_run_epochs *, uint32_t epochs, ft_id segment,
                               bool writes);

// The access epochs of memory that was written in a segment.
uint32_t ft_run_epochs_written (ft_run_epochs *, ft_id segment);

// Whether several threads read since the last write.
bool ft_run_epochs_several_read (const ft_run_epochs *, uint32_t epochs);

static inline const ft_access_epochs *ft_run_epochs_at (const ft_run_epochs *a,
                                                        uint32_t epochs) {
  return a->list.begin + epochs;
}

#endif
