// What threads know of each other, in the terms of one relation.
//
// A view is the clocks that a relation keeps per thread: one for most, three
// for WCP.  Edges hand views on; a relation says by a set of clocks which of
// them an edge concerns.
//
// A line is a thread's own state.  Its local time changes right before the
// event that follows one which let something be known to others ('told'), so
// an event is known to another thread exactly if its local time is: all
// events of one local time come before the event that tells, if there is one.

#ifndef FT_ORDER_ORDER_THREAD_H
#define FT_ORDER_ORDER_THREAD_H

#include "base/stack.h"
#include "order/clock.h"

// Clocks of a view.  WCP keeps three, all others the first alone.
enum ft_clock_kind {
  FT_CLOCK_ORDER, // what is ordered before, for WCP: by ≺WCP alone
  FT_CLOCK_HB,    // WCP: what happens before
  FT_CLOCK_SYNC,  // WCP: program order and the edges of 'sync.h'
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

// Joins the clocks in the set 'which'; returns whether anything changed.
static inline bool ft_clocks_join (ft_clocks *to, const ft_clocks *from,
                                   unsigned which) {
  bool changed = false;
  for (int i = 0; i < FT_CLOCK_KINDS; i++)
    if (which >> i & 1)
      changed |= ft_clock_join (to->of + i, from->of + i);
  return changed;
}

// For looking at all views that are stored somewhere.
typedef void ft_clocks_visitor (void *context, const ft_clocks *);

typedef struct ft_order_thread {
  uint64_t stamp; // changes with what the thread knows, tells or holds; no two
                  // threads ever have the same; never zero
  ft_time time;   // local time of the last event; zero before the thread begins
  bool published;
  bool joined;            // was joined
  uint32_t sync_joins;    // changes with what the thread learns by all clocks
  ft_time sync_published; // local time when it last told by all clocks; or zero
  ft_clocks clocks;
} ft_order_thread;

typedef struct ft_order_threads {
  FT_STACK (ft_order_thread) list;
  unsigned own; // clocks that count the thread's own events
} ft_order_threads;

void ft_order_threads_release (ft_order_threads *);

ft_order_thread *ft_order_threads_new (ft_order_threads *,
                                       ft_tid); // slow path of 'at'
ft_order_thread *ft_order_threads_advance (ft_order_threads *,
                                           ft_tid); // slow path of 'begin'

// The line of a thread, a new one at time 1 if it was never asked for.  Valid
// until the next call for another thread.
static inline ft_order_thread *ft_order_threads_at (ft_order_threads *threads,
                                                    ft_tid t) {
  return t < threads->list.size && threads->list.begin[t].time
             ? threads->list.begin + t
             : ft_order_threads_new (threads, t);
}

// The same, right before an event of the thread.
static inline ft_order_thread *
ft_order_threads_begin (ft_order_threads *threads, ft_tid t) {
  if (t >= threads->list.size || !threads->list.begin[t].time ||
      threads->list.begin[t].published)
    return ft_order_threads_advance (threads, t);
  return threads->list.begin + t;
}

// Whether the event of another thread at that local time is ordered before
// the last event of this one.  Only WCP has a HARD clock; in the others it is
// empty.
static inline bool ft_order_thread_after (const ft_order_thread *thread,
                                          ft_tid other, ft_time time) {
  return time <= ft_clock_at (thread->clocks.of + FT_CLOCK_ORDER, other) ||
         time <= ft_clock_at (thread->clocks.of + FT_CLOCK_SYNC, other);
}

void ft_order_thread_join (ft_order_thread *, const ft_clocks *,
                           unsigned which);

// Lets all clocks, or (a release) some of them, be known to others.
void ft_order_thread_publish (ft_order_thread *);
void ft_order_thread_release (ft_order_thread *);

#endif
