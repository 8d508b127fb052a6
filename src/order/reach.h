// Which local times some thread may still come to know.
//
// A section in a queue (see 'release_queue.h') matters only to a thread that
// knows its acquire and not its release.  The times that threads know come from
// clocks, and all clocks that threads have or may get are stored somewhere:
// with the threads, with locks and synchronisation objects, in sections that
// lists of conflicting sections name, and in sections in queues that are
// reached in turn. So a section between whose acquire and release no such clock
// stands is never asked for again, not even by a thread that never learns
// anything.  (Dropping only the sections that all threads know would let one
// such thread keep everything.)
//
// Cost: per clock, a binary search for each thread with sections in queues.

#ifndef FT_ORDER_REACH_H
#define FT_ORDER_REACH_H

#include "base/hash.h"
#include "order/order_thread.h"

// Kinds of clocks: any, and those of synchronisation order.
enum { FT_REACH_ANY, FT_REACH_SYNC, FT_REACH_KINDS };

typedef struct ft_reach {
  FT_STACK (struct ft_reach_thread {
    ft_tid thread;
    // The life of the thread in intervals, from each time that is asked for to
    // the next.
    FT_STACK (ft_time) times; // ascending, when sealed
    FT_STACK (struct ft_reach_interval {
      bool reached[FT_REACH_KINDS];
      uint32_t before[FT_REACH_KINDS]; // reached intervals before this one
    })
    intervals;
  })
  threads;
  ft_map by_thread; // thread -> index in 'threads'
  size_t clocks;
} ft_reach;

void ft_reach_release (ft_reach *); // (ft_reach){0} is empty

// First register all times between which there will be questions, then seal,
// then add clocks.
void ft_reach_register (ft_reach *, ft_tid, ft_time);
void ft_reach_seal (ft_reach *);
void ft_reach_add (ft_reach *, const ft_clock *, int kind);

// To be called after additions and before questions.
void ft_reach_count (ft_reach *);

// Whether a clock of the kind has a time of the thread from 'begin' on that is
// before 'end'.  Both times must be registered.
bool ft_reach_between (const ft_reach *, ft_tid, ft_time begin, ft_time end,
                       int kind);

#endif
