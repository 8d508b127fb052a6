// Synchronisation objects and clock operations: happens-before as a linear map.
//
// A synchronisation object is whatever hands vector clocks on: a thread, the
// last release of a lock, the last release write to a byte, ...  Every event of
// happens-before ('order/hb.c') is a few clock operations on them: join one
// clock to another, copy it, clear it.  So a sequence of events is a boolean
// matrix over objects, and the matrix of a rule of a grammar is the product of
// the matrices of its items.  These are the paper's After and Before sets
// (Kini, Mathur, Viswanathan 2018, Section 3), for objects of every kind in
// place of threads and locks.
//
// The clock operations depend on the event alone for locks in either mode, fork
// and join, atomics and fences.  For conditions, barriers and semaphores they
// depend on which threads wait; 'slp_clock_ops.h' rewrites the grammar so that
// they do not.

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

// Kinds of synchronisation objects.
enum ft_sync_object {
  FT_SYNC_OBJECT_THREAD,
  FT_SYNC_OBJECT_EXCLUSIVE, // of a lock: its last exclusive release
  FT_SYNC_OBJECT_SHARED,    // of a lock: the shared releases since then
  FT_SYNC_OBJECT_BYTE,      // of a variable: the release sequence of a byte
  FT_SYNC_OBJECT_FENCE,     // of a thread: its last release fence
  FT_SYNC_OBJECT_PENDING, // of a thread: clocks that relaxed reads left for an
                          // acquire fence
  FT_SYNC_OBJECT_GATHERING, // of a barrier: the arrivals in its current round
  FT_SYNC_OBJECT_ROUND,     // of a thread: the closed round that it is in
  FT_SYNC_OBJECT_NOTICE,    // of a condition: a signal or broadcast
  FT_SYNC_OBJECT_POST,      // of a semaphore: a post
};

typedef struct ft_sync_objects {
  ft_map by_key;             // kind, id and part -> object
  FT_STACK (ft_tid) threads; // by object: the thread that it is, or FT_NO_ID
  ft_map bytes;              // variables with atomics -> index in 'parts'
  FT_STACK (struct ft_sync_object_bytes {
    uint8_t first[8]; // of each byte: the first byte that all accesses treat
                      // alike
  })
  parts;
} ft_sync_objects;

// Prepares the bytes of atomics for the terminals of the grammar.
// (ft_sync_objects){0} is empty.
void ft_sync_objects_init (ft_sync_objects *, const ft_slp *);
void ft_sync_objects_release (ft_sync_objects *);

// The number of an object, a new one if needed.
ft_id ft_sync_objects_id (ft_sync_objects *, enum ft_sync_object, ft_id id,
                          uint32_t part);

// Appends the clock operations of an event, as far as they do not depend on
// which threads wait.  Nested acquires and releases that are not flagged change
// no clock that another thread could see: the lock is held.
void ft_clock_ops_add_event (ft_sync_objects *, const ft_event *,
                             ft_clock_ops *);

void ft_clock_ops_add_join (ft_clock_ops *, ft_id to, ft_id from);
void ft_clock_ops_add_copy (ft_clock_ops *, ft_id to, ft_id from);
void ft_clock_ops_add_clear (ft_clock_ops *, ft_id to);

#endif
