// The clocks of one relation, and the state that each thread has in it.
//
// Clocks: a relation keeps one vector clock per thread, WCP three.  Edges join
// the clocks of one thread to those of another; the relation says by a set of
// clock kinds which of them an edge concerns.
//
// Thread state: the clocks and the local time of a thread (C_t and N_t in
// FastTrack and in WCP, Algorithm 1).  The local time changes right before the
// event that follows a publishing event, which is one that lets other threads
// know something.  So all events of one local time come before the event that
// publishes it, if there is one, and an event is known to another thread
// exactly if its local time is.

#ifndef FT_ORDER_ORDER_THREAD_H
#define FT_ORDER_ORDER_THREAD_H

#include "base/stack.h"
#include "order/clock.h"

// The vector clocks of a thread or lock.  WCP keeps three, all other relations
// the first alone.
enum ft_clock_kind {
  FT_CLOCK_ORDER, // events ordered before; for WCP by ≺WCP alone
  FT_CLOCK_HB,    // WCP: events that happen before
  FT_CLOCK_SYNC,  // WCP: program order and the edges of 'sync_edges.h'
};

enum { FT_CLOCK_KINDS = 3, FT_ALL_CLOCKS = 7 };

typedef struct ft_clocks {
  ft_clock of[FT_CLOCK_KINDS];
} ft_clocks;

void ft_clocks_release (
    ft_clocks *); // back to bottom; (ft_clocks){0} is bottom

static inline bool ft_clocks_is_empty (const ft_clocks *clocks) {
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    if (clocks->of[i].root || clocks->of[i].time)
      return false;
  return true;
}

static inline void ft_clocks_copy (ft_clocks *to, const ft_clocks *from) {
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    ft_clock_copy (to->of + i, from->of + i);
}

// Joins the clocks in the set 'which'.  Returns whether anything changed.
static inline bool ft_clocks_join (ft_clocks *to, const ft_clocks *from,
                                   unsigned which) {
  bool changed = false;
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    if (which >> i & 1)
      changed |= ft_clock_join (to->of + i, from->of + i);
  return changed;
}

// A function that is called for all clocks that are stored somewhere.
typedef void ft_clocks_visitor (void *context, const ft_clocks *);

typedef struct ft_order_thread {
  uint64_t stamp; // changes with what the thread knows, publishes or holds;
                  // different for any two threads, never zero
  ft_time time;   // local time of the last event; zero before the thread begins
  bool published;
  bool joined;            // another thread has joined this one
  uint32_t sync_joins;    // number of joins of all clocks that changed them
  ft_time sync_published; // local time of the last publication by all clocks,
                          // or zero
  ft_clocks clocks;
} ft_order_thread;

typedef struct ft_order_threads {
  FT_STACK (ft_order_thread) list;
  unsigned own; // set of the clocks that count the thread's own events
} ft_order_threads;

void ft_order_threads_release (ft_order_threads *);

// The slow paths of ft_order_threads_at and ft_order_threads_begin.
ft_order_thread *ft_order_threads_new (ft_order_threads *, ft_tid);
ft_order_thread *ft_order_threads_advance (ft_order_threads *, ft_tid);

// The state of a thread; a new one at time 1 if the thread has none.  Valid
// until the next call for another thread.
static inline ft_order_thread *ft_order_threads_at (ft_order_threads *threads,
                                                    ft_tid t) {
  return t < threads->list.size && threads->list.begin[t].time
             ? threads->list.begin + t
             : ft_order_threads_new (threads, t);
}

// The state of a thread right before its next event, whose local time is a new
// one if the last event published.
static inline ft_order_thread *
ft_order_threads_begin (ft_order_threads *threads, ft_tid t) {
  if (t >= threads->list.size || !threads->list.begin[t].time ||
      threads->list.begin[t].published)
    return ft_order_threads_advance (threads, t);
  return threads->list.begin + t;
}

// Whether the event of thread 'other' at local time 'time' is ordered before
// the last event of this thread.  Only WCP has a FT_CLOCK_SYNC; in the other
// relations it is empty.
static inline bool ft_order_thread_after (const ft_order_thread *thread,
                                          ft_tid other, ft_time time) {
  return time <= ft_clock_at (thread->clocks.of + FT_CLOCK_ORDER, other) ||
         time <= ft_clock_at (thread->clocks.of + FT_CLOCK_SYNC, other);
}

void ft_order_thread_join (ft_order_thread *, const ft_clocks *,
                           unsigned which);

// The last event of the thread published: by all clocks, or, at a release of a
// lock, by those that the relation hands on there.
void ft_order_thread_publish (ft_order_thread *);
void ft_order_thread_release (ft_order_thread *);

#endif
