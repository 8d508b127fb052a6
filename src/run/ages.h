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

#ifndef FT_TRACE_NATIVE_AGES_H
#define FT_TRACE_NATIVE_AGES_H

#include "run/walk.h"

typedef struct ft_segment {
  uint32_t thread, number; // in its thread, from 0
} ft_segment;

enum { FT_MOST_READERS = 12 }; // that an age tells apart

typedef struct ft_age {
  ft_id writer;                   // segment, or FT_NO_ID
  ft_id readers[FT_MOST_READERS]; // segments, ascending, then FT_NO_ID
  bool many;                      // more readers than that
} ft_age;

enum { FT_AGE_CONFLICT = 0 }; // what 'ft_ages_step' gives besides ages
#define FT_NO_AGE FT_NO_ID    // of what was never accessed

typedef struct ft_ages {
  FT_STACK (ft_segment) segments;
  FT_STACK (struct ft_age_thread {
    ft_id now;       // its segment, FT_NO_ID before its first record
    ft_id forked_in; // its parent's segment, or FT_NO_ID
    ft_id joined_by; // the segment that its join begins, or FT_NO_ID
  })
  threads;                // by number
  FT_STACK (ft_age) list; // from 1 on
  ft_map ages;            // to 'list'
  struct ft_age_step {
    uint64_t key;
    uint32_t age;
  } recent[256]; // what accesses did
} ft_ages;

void ft_ages_release (ft_ages *); // (ft_ages){0} is empty

// The segment that a thread is in.
ft_id ft_ages_now (ft_ages *, uint32_t thread);

// FORK and JOIN.
void ft_ages_record (ft_ages *, const ft_record *);

// Whether all of one segment comes before what another one does from now on.
bool ft_ages_before (const ft_ages *, ft_id segment, ft_id now);

// The age after an access; FT_AGE_CONFLICT when fork and join do not order it
// with what it conflicts with.
uint32_t ft_ages_step (ft_ages *, uint32_t age, ft_id segment, bool writes);

// The age of memory that was written in a segment.
uint32_t ft_ages_written (ft_ages *, ft_id segment);

// Whether several threads read since the last write.
bool ft_ages_several_read (const ft_ages *, uint32_t age);

static inline const ft_age *ft_ages_at (const ft_ages *a, uint32_t age) {
  return a->list.begin + age;
}

#endif
