// Lifetimes of locks, conditions and memory: when a thread can be sure that an
// object exists, because in every order of the threads it was initialised
// before, and is destroyed, and its memory freed, after the thread uses it.
//
// No event of a trace is an initialisation or a destruction, so that no
// schedule is bound by them; alternative paths ask here before they use an
// object ('load/altpath_events.c', 'symex/environment.h').  What must come
// before what is decided by program order, forks and joins alone: locks and
// values may change.
//
// An initialisation that is not ordered so counts as before if the thread, or
// one that must come before, has used the object after it already: whatever
// orders the initialisation before that use orders it before the alternative
// path.  A use that another alternative path may have replaced does not count.
//
// The address of a block is known only once it is allocated, unless another
// block was at this address before; only in this case its allocation matters,
// too.
//
// Cost: a mark for each initialisation, destruction and first use by a thread;
// a question takes the object's marks times the generations of threads.

#ifndef FT_RUN_LIFETIME_H
#define FT_RUN_LIFETIME_H

#include "base/hash.h"
#include "base/stack.h"
#include "run/run_reader.h"

typedef struct ft_lifetime_moment {
  uint32_t thread; // FT_NO_ID: none
  uint64_t time;   // increases in the order of the run
} ft_lifetime_moment;

typedef struct ft_lifetime_mark {
  uint64_t life, address; // 'address' 0: all memory of the lifetime
  uint64_t bytes;         // of the object, as far as the record says
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
    replaced; // by alternative paths, ascending
  })
  threads;
  ft_map used; // digests of uses that have a mark
} ft_lifetimes;

void ft_lifetimes_release (ft_lifetimes *); // (ft_lifetimes){0} is empty

// The next record of the run; 'life' is the lifetime of its payload, for an
// ALLOC behind the record.  ALLOC records of memory that had no block before
// are left out.
void ft_lifetimes_step (ft_lifetimes *, const ft_run_record *, uint64_t time,
                        uint64_t life);

// The thread accesses memory of a lifetime, which is not 0.
void ft_lifetimes_access (ft_lifetimes *, ft_lifetime_moment, uint64_t life);

// After the last record.  The functions below may be called only then.
void ft_lifetimes_finish (ft_lifetimes *);

// An alternative path may replace what the thread did between the two times.
// Later questions do not rely on it.
void ft_lifetimes_replace (ft_lifetimes *, uint32_t thread, uint64_t from,
                           uint64_t to);

// Whether the object exists for the thread at that moment.
bool ft_lifetimes_is_live (const ft_lifetimes *, ft_lifetime_moment,
                           uint64_t life, uint64_t address);

// Whether memory of a lifetime has been allocated by then.  That it is not yet
// freed is said by events.
bool ft_lifetimes_is_allocated (const ft_lifetimes *, ft_lifetime_moment,
                                uint64_t life);

// Whether one of the bytes belongs to an object, which changes without events.
bool ft_lifetimes_has_object (const ft_lifetimes *, uint64_t life,
                              uint64_t address, uint64_t bytes);

#endif
