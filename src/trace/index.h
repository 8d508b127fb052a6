// The index: facts of the recorded order that every certifier needs, computed
// once in linear time: events by thread and target, critical sections, forks
// and joins.
//
// The witness checker does not use this file: it derives its facts itself (see
// 'witness/checker.h').

#ifndef FT_TRACE_INDEX_H
#define FT_TRACE_INDEX_H

#include "base/deadline.h"
#include "trace/trace.h"

// Events of a loaded trace are numbered by ft_id here.  The k-th event of a
// thread (k from 0) has the local position k.  A thread is "at k" when its next
// event is the k-th, so that "included up to k" means its first k events.

// A lock held: one cell of an immutable list, innermost first.
typedef struct ft_held {
  ft_id acquire; // the outermost acquire
  ft_id outer;   // next cell; 0: the empty list
} ft_held;

typedef struct ft_index ft_index;

struct ft_index {
  const ft_trace *trace; // borrowed
  ft_tid threads;

  ft_id *thread_begin; // 'threads' + 1 offsets into 'thread_events'
  ft_id *thread_events;
  ft_id *local; // local position of each event

  // The events of locks, threads, objects and blocks, ascending: passes that
  // look for these leave out the many accesses and what threads compute.
  FT_STACK (ft_id) sync;

  // By event: for an acquire (either mode) the release that ends its section,
  // for a release the acquire; FT_NO_ID for a section left open, and for other
  // events.
  ft_id *match;

  // By event, those of alternative paths included: the locks held right before
  // it, as a cell of 'cells'.  An acquire's own lock does not count.
  ft_id *held;
  ft_id *held_at_end; // by thread, after its last event
  FT_STACK (ft_held) cells;

  ft_id *fork_of; // by thread: its fork, or FT_NO_ID
  ft_id *joined;  // by event: for a JOIN, the child's last event, or its fork
                  // if it has none; FT_NO_ID otherwise

  // Events of one kind by their target, each list ascending.
  struct ft_index_list {
    ft_id *begin; // count + 1 offsets
    ft_id *events;
  } accesses,   // by variable: its accesses and FREEs
      acquires; // by lock: its outermost acquires in either mode

  bool has_branches; // some BRANCH event was recorded
};

ft_index *ft_index_new (const ft_trace *);

// NULL if the deadline passed, which is checked between passes.
ft_index *ft_index_bounded (const ft_trace *, const ft_deadline *);
void ft_index_free (ft_index *);

static inline ft_id ft_index_length (const ft_index *x, ft_tid t) {
  return x->thread_begin[t + 1] - x->thread_begin[t];
}

static inline ft_id ft_index_event (const ft_index *x, ft_tid t, ft_id k) {
  return x->thread_events[x->thread_begin[t] + k];
}

// Whether event 'x' comes before 'y' in every schedule by program order and
// forks.
static inline bool ft_index_starts_before (const ft_index *index, ft_id x,
                                           ft_id y) {
  const ft_event *events = index->trace->events;
  while (y != FT_NO_ID && y > x && events[y].thread != events[x].thread)
    y = index->fork_of[events[y].thread];
  return y != FT_NO_ID && y > x;
}

// Locks held by a thread that has run its first k events.
ft_id ft_index_held_at (const ft_index *, ft_tid, ft_id k);

#endif
