// What enumeration knows of a trace, and one step of a reordering.

#ifndef FT_MODEL_RULES_H
#define FT_MODEL_RULES_H

#include "trace/trace.h"

typedef struct ft_rules ft_rules;

struct ft_rules {
  const ft_trace *trace;
  ft_tid threads;
  ft_id locks, objects, variables;
  ft_id *thread_begin, *thread_events; // as in an index: CSR by thread
  ft_id *fork_of;                      // per thread: event, or FT_NO_ID

  // Per event and event: whether inclusion of the first (being one of the
  // racing accesses) makes the second, a read of its thread, matter.
  bool *included_needs, *racing_needs;

  bool has_branches;

  // Per event and byte: who wrote last, in the trace (reads only).
  ft_id (*writers)[8];

  // Per thread, local position and lock: how it is held: 0, 1 shared, 2.
  uint8_t *mode;

  // Per object.
  struct ft_rules_object {
    ft_id parties;     // of a barrier
    bool keeps_order;  // recorded rounds that no count explains
    ft_id count;       // of a semaphore, at first
    ft_id *round_trip; // events on a barrier in recorded order
    ft_id trips;
  } * object;

  // Layout of a state: one word each
  // - per thread for its position, then one per thread for the number of its
  //   last arrival at a barrier;
  // - per variable and byte for the last writer, FT_STATE_NONE if nobody;
  // - per object for the count of a semaphore;
  // - per event, for a read whether it read something else than recorded, for
  //   a signal the set of threads that it may still wake, for the start of a
  //   wait whether a broadcast came since.
  size_t words, writer_words, object_words, event_words;
  unsigned bytes; // told apart per variable: 1 if all accesses are whole
};

typedef uint16_t ft_state; // 'words' of them

enum { FT_STATE_NONE = UINT16_MAX };

ft_rules *ft_rules_new (const ft_trace *);
void ft_rules_free (ft_rules *);
void ft_rules_start (const ft_rules *, ft_state *);

// The next event of a thread, or FT_NO_ID when it is over or not yet forked.
ft_id ft_rules_next (const ft_rules *, const ft_state *, ft_tid);

// Whether the event is an atomic read-modify-write with an operator, which may
// read something else than recorded.
bool ft_rules_exchanges (const ft_rules *, ft_id event);

// Whether the event, which is next in its thread, may be done.
bool ft_rules_allow (const ft_rules *, const ft_state *, ft_id event);

// Does it.  'choice' is the SIGNAL event that a WAKE consumes, or FT_NO_ID.
void ft_rules_do (const ft_rules *, ft_state *, ft_id event, ft_id choice);

// Whether a WAKE may consume this signal; whether it needs none.
bool ft_rules_wakes (const ft_rules *, const ft_state *, ft_id wake,
                     ft_id signal);
bool ft_rules_wakes_freely (const ft_rules *, const ft_state *, ft_id wake);

// Whether two events that are next in their threads race here.
bool ft_rules_race (const ft_rules *, const ft_state *, ft_id, ft_id);

// Whether an access that is next in its thread uses memory that the FREE, which
// was done here, has given back.
bool ft_rules_uses_freed (const ft_rules *, const ft_state *, ft_id access,
                          ft_id freed);

// Whether thread t is about to take a lock that thread u holds.
bool ft_rules_blocks (const ft_rules *, const ft_state *, ft_tid t, ft_tid u);

bool ft_rules_deadlock (const ft_rules *, const ft_state *);

#endif
