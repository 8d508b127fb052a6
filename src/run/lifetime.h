// When a thread can be sure that a lock or a condition is there: in whatever
// order the threads run, it was initialised before, and is destroyed, and its
// memory freed, after what the thread does.
//
// No event of a trace tells of an initialisation or an end, so that no schedule
// is bound by them; sides of branches that were not taken ask here before they
// use one ('native_sides.c').  What has to come before what is said by the order
// of each thread, by forks and by joins alone: locks and values may change.
//
// An initialisation of which that does not say so counts as before if the
// thread, or one that has to come before, has used the object after it already:
// whatever orders it for that orders it for the side.  Not a use that another
// side may have replaced.
//
// The address of a block is known only once it is allocated, unless another one was
// there before; only then is the allocation asked about, too.
//
// Cost: a mark for each initialisation, end and first use by a thread; a question
// takes the object's marks times the generations of threads.

#ifndef FT_RUN_LIFETIME_H
#define FT_RUN_LIFETIME_H

#include "base/hash.h"
#include "base/stack.h"
#include "run/run_reader.h"

typedef struct ft_lifetime_moment {
  uint32_t thread; // FT_NO_ID: none
  uint64_t time;   // greater for what comes later in the run
} ft_lifetime_moment;

typedef struct ft_lifetime_mark {
  uint64_t life, address; // 'address' 0: all of the lifetime
  uint64_t bytes;         // of the object, as far as the record tells
  enum { FT_LIFETIME_BEGINS, FT_LIFETIME_ENDS, FT_LIFETIME_USED } what;
  ft_lifetime_moment at;
} ft_lifetime_mark;

typedef struct ft_lifetimes {
  FT_STACK (ft_lifetime_mark) marks;
  FT_STACK (struct ft_lifetime_thread {
    ft_lifetime_moment forked;
    ft_lifetime_moment joined;
    FT_STACK (struct ft_lifetime_span {
      uint64_t from;
      uint64_t to;
    })
    replaced; // ascending
  })
  threads;
  ft_map used; // digests of uses that have a mark
} ft_lifetimes;

void ft_lifetimes_release (ft_lifetimes *); // (ft_lifetimes){0} is empty

// The next record of the run; 'life' is the lifetime that its payload is in,
// of an ALLOC behind it.  Those where no other block was before are left out.
void ft_lifetimes_step (ft_lifetimes *, const ft_run_record *, uint64_t time,
                     uint64_t life);

// The thread accesses memory of that lifetime, which is not 0.
void ft_lifetimes_access (ft_lifetimes *, ft_lifetime_moment, uint64_t life);

// After the last record: what may be asked from now on.
void ft_lifetimes_finish (ft_lifetimes *);

// What the thread did between may be left out for a side: sides that are asked
// about later go without it.
void ft_lifetimes_replace (ft_lifetimes *, uint32_t thread, uint64_t from,
                        uint64_t to);

// Whether it is there for what the thread does at that moment.
bool ft_lifetimes_is_live (const ft_lifetimes *, ft_lifetime_moment, uint64_t life,
                   uint64_t address);

// Whether memory of that lifetime has been allocated by then.  That it is not freed
// yet is said by events.
bool ft_lifetimes_is_allocated (const ft_lifetimes *, ft_lifetime_moment, uint64_t life);

// Whether one of the bytes is an object's, which changes without events.
bool ft_lifetimes_has_object (const ft_lifetimes *, uint64_t life, uint64_t address,
                      uint64_t bytes);

#endif
