// Exhaustive search for predictable races and deadlocks: every state that a
// correct reordering of a small trace can reach, straight from semantics
// ("Correct reordering", rules 1 to 3), with nothing clever except that a
// state is visited once.  The slow twin of certification.

#ifndef FT_MODEL_ENUMERATE_H
#define FT_MODEL_ENUMERATE_H

#include "tests/model/rules.h"
#include "witness/witness.h"

typedef struct ft_enumerated {
  ft_id pair[2]; // ascending, conflicting
  bool race;     // ... and a predictable race
  size_t state;  // in which both are next, if so
} ft_enumerated;

typedef struct ft_enumeration ft_enumeration;

struct ft_enumeration {
  FT_STACK (ft_enumerated) pairs; // all conflicting ones, sorted
  bool complete;                  // false: given up at 'max_states', so that
                                  // only what was found is certain
  bool deadlock;                  // a predictable one
  size_t deadlock_state;
  size_t states;
  struct ft_enumerated_state { // how each state was reached first
    size_t parent;
    ft_id event;
  } * paths;
};

// At most 16 threads, fewer than 2^16 events.
ft_enumeration *ft_enumerate (const ft_trace *, size_t max_states);

// The same, and shows every state that is reached; 'i' is its number.
typedef struct ft_visitor {
  void (*visit) (void *context, const ft_rules *, const ft_state *, size_t i);
  void *context;
} ft_visitor;

ft_enumeration *ft_enumerate_visiting (const ft_trace *, size_t max_states,
                                       ft_visitor);
void ft_enumeration_free (ft_enumeration *);

// Only reorderings that keep the sections of each lock (but for two shared
// ones) in their recorded order: sync-preserving races.
ft_enumeration *ft_enumerate_syncp (const ft_trace *, size_t max_states);

// The entry of a pair of conflicting events in either order, or NULL.
const ft_enumerated *ft_enumeration_find (const ft_enumeration *, ft_id, ft_id);

// A schedule into the state, appended to 'schedule' of the witness.
void ft_enumeration_schedule (const ft_enumeration *, size_t state,
                              ft_witness *);

#endif
