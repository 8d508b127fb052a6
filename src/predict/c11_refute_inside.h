// The inside of the proof for all pairs at once (see 'c11_refute.h'):
//
//   c11_refute.c     the argument, and the pairs, round by round
//   c11_reads.c      reads that may return what does not happen before them
//   c11_instances.c  the pairs of events of a pair of locations, one by one

#ifndef FT_PREDICT_C11_REFUTE_INSIDE_H
#define FT_PREDICT_C11_REFUTE_INSIDE_H

#include "candidate/lock_stacks.h"
#include "order/location_pair.h"
#include "predict/c11_refute.h"

// Steps of all questions: a second, and 256 MB for what comes before reads.
enum { FT_C11_MOST_STEPS = 1 << 26 };

// Events of one thread, from one local position to another.
typedef struct ft_c11_span {
  ft_tid thread;
  ft_id first, last;
  uint32_t next; // span of the same object, or FT_NO_ID
} ft_c11_span;

// Spans by object (a location id, or a variable) and thread.
typedef struct ft_c11_spans {
  FT_STACK (ft_c11_span) list;
  ft_map at, head;
} ft_c11_spans;

// Writes of other threads that a read may return without one happening before it.
enum ft_c11_writers {
  FT_C11_WRITERS_WEAK,   // atomic ones that do not release
  FT_C11_WRITERS_ATOMIC,
  FT_C11_WRITERS_ALL,
  FT_C11_WRITERS_ONE,    // 'writer': no other one leaves the value of the read
};

typedef struct ft_c11_read {
  ft_id event, writer;
  uint8_t writers; // enum ft_c11_writers
  bool kept;       // for the sake of reads that matter alone
  ft_id *known;    // per thread: events that come before it or are it
} ft_c11_read;

// A read that matters of a variable with reads that are kept, the first one of
// its thread.
typedef struct ft_c11_use {
  ft_id *known;  // as those of 'ft_c11_read'
  uint32_t next; // of the variable, or FT_NO_ID
} ft_c11_use;

// An access with a location of some pair; a FREE is one of each variable.
typedef struct ft_c11_access {
  ft_id location, variable, event;
} ft_c11_access;

// What is known of a pair of locations: no instance of it is open; some are,
// which are marked; all count as open.
enum ft_c11_state { FT_C11_SHUT, FT_C11_PARTLY, FT_C11_WHOLE };

// With which writes an event is in an open instance: none, those of 'open_with',
// any.
enum ft_c11_open_with { FT_C11_WITH_NONE, FT_C11_WITH_SOME, FT_C11_WITH_ANY };

typedef struct ft_c11_refuter {
  const ft_facts *facts;
  const ft_trace *trace;
  ft_c11_clocks clocks;
  const ft_results *results;
  bool relaxed; // reads may return other values
  bool *hold;
  const bool *ordered; // pairs that need no argument
  ft_c11_way *ways;    // by pair: what is in its way
  ft_c11_left *left;   // by pair: its open instances
  uint8_t *state;      // by pair: enum ft_c11_state
  uint8_t *open;       // by event: enum ft_c11_open_with
  ft_map open_with;    // by two events, an access and a write
  bool changed;        // something was opened in this round
  ft_location_ids ids;
  ft_map in_pair;   // by location id: whether it is of some pair
  ft_map open_pair; // by location id: one that is open, certified if there is one
  FT_STACK (ft_c11_access) accesses; // by location, variable, position
  ft_map accesses_at;                // by location id: the first one
  ft_c11_spans located;              // accesses by location id
  ft_c11_spans writers[3];           // by variable, for 'enum ft_c11_writers'
  ft_map swaps; // by location id: whether there are conditional updates
  ft_map peeks; // by location id, of accesses that only read
  FT_STACK (ft_c11_read) reads;
  // Of the pair that is looked at: reads, and its open instances.
  FT_STACK (uint32_t) in_way;
  FT_STACK (ft_pair) found;
  FT_STACK (ft_c11_use) uses;
  ft_map uses_of; // by variable: the last one
  ft_map kept;    // by variable: whether some read is only kept
  ft_map counts;  // by variable: whether it is a count
  ft_map used;    // results of updates, by thread and local: whether another event has
                  // it as an operand
  FT_STACK (ft_id) joins;
  ft_lock_stacks *stacks;
  ft_map known_at; // by event: what is known of it in 'known'
  FT_STACK (ft_id) known;
  uint64_t steps, instances; // of all questions, and of pairs of events
  size_t opened;             // entries of 'open_with'
} ft_c11_refuter;

// The location of an access, and whether it is one of some pair.
ft_id ft_c11_location (ft_c11_refuter *, ft_id event, ft_id variable);
bool ft_c11_is_in_pair (ft_c11_refuter *, ft_id event);

// The number of events of each thread that are the first 'n' of thread 't' or come
// before one of them by program order, fork and join; the caller frees it.
ft_id *ft_c11_known_before (ft_c11_refuter *, ft_tid t, ft_id n);

// Whether the pair is impossible under sc.
bool ft_c11_is_refuted (const ft_c11_refuter *, size_t pair);

// Notes a read that is in the way of a refuted pair, if none was before.
void ft_c11_note_way (ft_c11_refuter *, size_t pair, ft_id read);

// ---- c11_reads.c

// Whether an atomic write, or a fence right before it, releases.
bool ft_c11_releases (ft_c11_refuter *, ft_id write);
bool ft_c11_acquires (const ft_event *);

// Which locals are used, where reads may return other values.
void ft_c11_find_used (ft_c11_refuter *);

// Finds the reads of this round, and the uses of variables, once.
void ft_c11_find_reads (ft_c11_refuter *);
void ft_c11_find_uses (ft_c11_refuter *);

// Marks all reads of this round, not only the first ones of threads.
void ft_c11_mark_losing (ft_c11_refuter *, bool *losing);
void ft_c11_reads_release (ft_c11_refuter *);

// Whether the writes to a variable by other threads than 'thread' come before one of
// two accesses: 'before' has, per thread, the events that come before each.  The
// second: those that a read may return.
bool ft_c11_writers_precede (ft_c11_refuter *, enum ft_c11_writers,
                             ft_id variable, ft_tid thread,
                             const ft_id *const before[2]);
bool ft_c11_sources_precede (ft_c11_refuter *, const ft_c11_read *,
                             const ft_id *const before[2]);

// ---- c11_instances.c

// Finds the accesses with a location of some pair.
void ft_c11_find_accesses (ft_c11_refuter *);

// Opens all instances of a pair of locations.
void ft_c11_open_whole (ft_c11_refuter *, size_t pair);

// Whether the access is in an open instance with this write.
bool ft_c11_is_open_with (const ft_c11_refuter *, ft_id access, ft_id write);

// Opens the instances that are not impossible under sc, or that some read of 'in_way'
// is in the way of; where they are too many to be looked at, all.
void ft_c11_open_instances (ft_c11_refuter *, size_t pair);
void ft_c11_instances_release (ft_c11_refuter *);

#endif
