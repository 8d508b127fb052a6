// Facts of the recorded order that every certifier needs, computed once in a
// linear pass: events by thread, sections, forks and joins, readers' writers.
//
// The witness checker does not use this file: it derives what it needs by
// itself (see 'witness/checker.h').

#ifndef FT_TRACE_INDEX_H
#define FT_TRACE_INDEX_H

#include "base/deadline.h"
#include "trace/trace.h"

// Events of a loaded trace are numbered by ft_id here.  The k-th event of a
// thread (k from 0) is its local position k; a thread is "at k" when its next
// event is k, so that "included up to k" means its first k events.

// A lock held: one cell of an immutable list, innermost first.
typedef struct ft_held {
  ft_id acquire; // the (outermost) acquire event
  ft_id outer;   // next cell, 0 is the empty list
} ft_held;

typedef struct ft_index ft_index;

struct ft_index {
  const ft_trace *trace; // borrowed
  ft_tid threads;

  ft_id *thread_begin; // 'threads' + 1 offsets into 'thread_events'
  ft_id *thread_events;
  ft_id *local; // local position of each event

  // For acquires (either mode) the release of the section and the other way
  // round; FT_NO_ID for a section left open, and for other events.
  ft_id *match;

  // Locks held right before each event, as a cell of 'cells'.  The event's
  // own acquire does not count.  Events of alternatives have some, too.
  ft_id *held;
  ft_id *held_at_end; // per thread, after its last event
  FT_STACK (ft_held) cells;

  ft_id *fork_of; // per thread: its fork, FT_NO_ID for a thread without one
  ft_id *joined;  // per event: for a JOIN, the child's last event, or its fork
                  // if it has none; FT_NO_ID otherwise

  // Events of one kind by what they target, each list ascending.
  struct ft_index_list {
    ft_id *begin; // count + 1 offsets
    ft_id *events;
  } accesses,   // per variable: accesses, and FREEs of it
      acquires; // per lock: outermost acquires in either mode

  bool has_branches; // some BRANCH event was recorded
};

ft_index *ft_index_new (const ft_trace *);

// NULL if there was no time for all of it; looked at between passes.
ft_index *ft_index_bounded (const ft_trace *, const ft_deadline *);
void ft_index_free (ft_index *);

static inline ft_id ft_index_length (const ft_index *x, ft_tid t) {
  return x->thread_begin[t + 1] - x->thread_begin[t];
}

static inline ft_id ft_index_event (const ft_index *x, ft_tid t, ft_id k) {
  return x->thread_events[x->thread_begin[t] + k];
}

// Locks held by a thread that has run its first k events.
ft_id ft_index_held_at (const ft_index *, ft_tid, ft_id k);

#endif
