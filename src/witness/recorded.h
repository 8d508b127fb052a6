// What the checker derives from a trace, in one pass: who read from whom,
// which thread each event is how far into, and what objects start with.

#ifndef FT_WITNESS_RECORDED_H
#define FT_WITNESS_RECORDED_H

#include "base/hash.h"
#include "trace/trace.h"

typedef struct ft_recorded_object {
  ft_id parties;    // of a barrier: arrivals before the first leave
  bool keeps_order; // of a barrier whose leaves this count does not explain:
                    // its events keep their recorded order
  int64_t count;    // of a semaphore, before any event
} ft_recorded_object;

typedef struct ft_recorded ft_recorded;

struct ft_recorded {
  const ft_trace *trace; // borrowed
  ft_id *local;          // per event: how many events of its thread precede it
  ft_id *length;         // per thread: how many events it has
  ft_id *fork;           // per thread: event, or FT_NO_ID

  // Per event.  Reads: the one writer of all its bytes, FT_NO_ID if nobody
  // wrote any of them, or else FT_MIXED, and 'mixed' has the writers.  Events
  // on a barrier: how many events on it precede.
  ft_id *origin;
  ft_map mixed_at; // by read: where its eight writers begin in 'mixed'
  FT_STACK (ft_id) mixed;

  // By variable << 8 | mask: an access of just these bytes that has what they
  // hold at first, or a read of them, all unwritten, that recorded a value.
  ft_map first_values;

  ft_map local_slots; // by thread << 32 | local: dense numbers
  ft_id local_count;
  ft_recorded_object *objects;
  bool has_branches;
};

#define FT_MIXED (FT_NO_ID - 1) // no event: traces have fewer than FT_NO_ID

void ft_recorded_init (ft_recorded *, const ft_trace *);

// What the bytes of an access hold at first, if that is known.
bool ft_recorded_initial (const ft_recorded *, const ft_event *, uint64_t *);
void ft_recorded_release (ft_recorded *);

// Writer of a byte of a read in the trace, FT_NO_ID if none.
ft_id ft_recorded_writer (const ft_recorded *, ft_id read, int byte);

// The number of a local of the event's thread.
ft_id ft_recorded_local (const ft_recorded *, ft_tid, ft_id local);

#endif
