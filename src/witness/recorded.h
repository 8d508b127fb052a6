// The recorded facts: the read source of each read, the local position of each
// event and the initial state of barriers and semaphores, derived from a trace
// in one pass.

#ifndef FT_WITNESS_RECORDED_H
#define FT_WITNESS_RECORDED_H

#include "base/hash.h"
#include "trace/trace.h"

typedef struct ft_recorded_object {
  ft_id parties;    // of a barrier: arrivals before the first leave
  bool keeps_order; // of a barrier: 'parties' does not explain its leaves, so
                    // that its events keep their recorded order
  int64_t count;    // of a semaphore, before any event
} ft_recorded_object;

typedef struct ft_recorded ft_recorded;

struct ft_recorded {
  const ft_trace *trace; // borrowed
  ft_id *local;          // per event: its local position
  ft_id *length;         // per thread: its number of events
  ft_id *fork;           // per thread: the event that forks it, or FT_NO_ID
  bool *joined;          // per thread: the trace has its end

  // Per event.  Of a read: the write of all its bytes, FT_NO_ID if no event
  // wrote any of them, FT_MIXED if the writers differ and stand in 'mixed'.  Of
  // an event of a barrier: the number of earlier events of this barrier.
  ft_id *source;
  ft_map mixed_at; // by read: the begin of its eight writers in 'mixed'
  FT_STACK (ft_id) mixed;

  // By variable << 8 | mask: an access that reveals the initial value of these
  // bytes, as a field of its own or as the recorded value of a read that comes
  // before any write of them.
  ft_map first_values;

  ft_map freed_by; // by ALLOC with a range: its FREE

  // Dense numbers of locals, plus 1, by local * threads + thread; NULL if most
  // of these would be none, then in the map by thread << 32 | local.
  ft_id *local_numbers;
  ft_map local_slots;
  ft_id threads, locals; // numbers of their names
  ft_id local_count;
  ft_recorded_object *objects;
  bool has_branches;
};

// No event, since a trace has fewer than FT_NO_ID - 1 of them.
#define FT_MIXED (FT_NO_ID - 1)

void ft_recorded_init (ft_recorded *, const ft_trace *);

// The initial value of the bytes of an access; false if it is unknown.
bool ft_recorded_initial (const ft_recorded *, const ft_event *, uint64_t *);
void ft_recorded_release (ft_recorded *);

// The write from which a byte of a read came in the trace, FT_NO_ID if none.
ft_id ft_recorded_writer (const ft_recorded *, ft_id read, int byte);

// The dense number of a local of the thread, FT_NO_ID if no event defines it.
ft_id ft_recorded_local (const ft_recorded *, ft_tid, ft_id local);

#endif
