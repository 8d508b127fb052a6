// What terminals do to who knows what: happens-before as a linear map.
//
// A carrier is whatever hands knowledge of events on: a thread, what a lock
// had at its last release, what the last write to a byte released, ...  Every
// event of happens-before ('order/hb.c') changes them by a few steps, "this
// one learns what that one knows", "is now a copy of it", "forgets"; so a
// sequence of events is a boolean matrix over carriers, and a rule of a
// grammar is the product of what it is made of.  These are the paper's After
// and Before sets (Kini, Mathur, Viswanathan 2018, Section 3), for carriers of
// every kind in place of threads and locks.
//
// Who learns from whom depends on the event alone for locks in either mode,
// fork and join, atomics and fences.  For conditions, barriers and semaphores
// it depends on who waits; 'slp_wait.h' rewrites the grammar so that it does
// not.

#ifndef FT_GRAMMAR_SYNC_OBJECTS_H
#define FT_GRAMMAR_SYNC_OBJECTS_H

#include "base/hash.h"
#include "format/slp.h"

enum ft_clock_op_kind { FT_CLOCK_OP_JOIN, FT_CLOCK_OP_COPY, FT_CLOCK_OP_CLEAR };

typedef struct ft_clock_op {
  uint8_t kind; // enum ft_clock_op_kind
  ft_id to;
  ft_id from; // FT_NO_ID for CLEAR
} ft_clock_op;

typedef FT_STACK (ft_clock_op) ft_clock_ops;

// Classes of carriers.
enum ft_sync_object {
  FT_SYNC_OBJECT_THREAD,
  FT_SYNC_OBJECT_EXCLUSIVE, // of a lock: its last exclusive release
  FT_SYNC_OBJECT_SHARED,    // and the shared ones since
  FT_SYNC_OBJECT_BYTE,      // of a variable: what atomics released there
  FT_SYNC_OBJECT_FENCE,     // of a thread: its last release fence
  FT_SYNC_OBJECT_PENDING, // of a thread: what relaxed reads would have acquired
  FT_SYNC_OBJECT_GATHERING, // of a barrier: those who arrived in this round
  FT_SYNC_OBJECT_ROUND,     // of a thread: the closed round that it is in
  FT_SYNC_OBJECT_NOTICE,    // of a condition: a signal or broadcast
  FT_SYNC_OBJECT_POST,      // of a semaphore: a post
};

typedef struct ft_sync_objects {
  ft_map by_key;             // class, id and part -> carrier
  FT_STACK (ft_tid) threads; // by carrier: of a thread, or FT_NO_ID
  ft_map bytes;              // variables with atomics -> 'parts'
  FT_STACK (struct ft_sync_object_bytes {
    uint8_t first[8]; // of each byte: the first one that is always used alike
  })
  parts;
} ft_sync_objects;

// Terminals are those of the grammar; (ft_sync_objects){0} is empty.
void ft_sync_objects_init (ft_sync_objects *, const ft_slp *);
void ft_sync_objects_release (ft_sync_objects *);

// A carrier's number, a new one if needed.
ft_id ft_sync_objects_id (ft_sync_objects *, enum ft_sync_object, ft_id id,
                          uint32_t part);

// Appends what an event does whose effect does not depend on who waits; for
// others nothing but what they do as a lock's event.  Nested acquires and
// releases that are not flagged change nothing that another thread could see:
// the lock is held.
void ft_clock_ops_add_event (ft_sync_objects *, const ft_event *,
                             ft_clock_ops *);

void ft_clock_ops_add_join (ft_clock_ops *, ft_id to, ft_id from);
void ft_clock_ops_add_copy (ft_clock_ops *, ft_id to, ft_id from);
void ft_clock_ops_add_clear (ft_clock_ops *, ft_id to);

#endif
