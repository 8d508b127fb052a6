// Witnesses: schedules that expose a race or a deadlock, and their JSON form
// 'foretrace-witness/1' (docs/reference/witness-format.md).

#ifndef FT_WITNESS_WITNESS_H
#define FT_WITNESS_WITNESS_H

#include "trace/trace.h"

// Models, from the strictest to the most relaxed one
// (docs/guide/verdicts.md).
#define FT_MODELS(M)                                                           \
  M (MCM, "mcm")                                                               \
  M (VALUE, "value")                                                           \
  M (PATH, "path")

enum ft_model {
#define M(NAME, text) FT_MODEL_##NAME,
  FT_MODELS (M)
#undef M
};

#define M(NAME, text) +1
enum { FT_MODEL_COUNT = 0 FT_MODELS (M) };
#undef M

#define FT_MODEL_RELAXED FT_MODEL_PATH // the last one

const char *ft_model_name (enum ft_model);
int ft_model_of (const char *name); // -1 if no model has this name

// Memory models: what a race is (docs/internals/memory-model.md).
#define FT_MEMORY_MODELS(M)                                                    \
  M (SC, "sc")   /* both accesses can be next at the same time */              \
  M (C11, "c11") /* neither happens before the other in an interleaving */     \
  M (RC11, "rc11") /* ... in an execution graph */

enum ft_memory_model {
#define M(NAME, text) FT_MEMORY_##NAME,
  FT_MEMORY_MODELS (M)
#undef M
};

#define M(NAME, text) +1
enum { FT_MEMORY_MODEL_COUNT = 0 FT_MEMORY_MODELS (M) };
#undef M

const char *ft_memory_model_name (enum ft_memory_model);
int ft_memory_model_of (const char *name); // -1 if no model has this name

// What a witness of a failure shows; a race or a deadlock of locks alone is none.
// What 'exposes' it is the failing event: a failure mark, an access to a block
// that a FREE of the schedule has given back, or an event for which its thread
// waits when no thread can go on.
//   name, its text in JSON, words
#define FT_FAILURES(F)                                                         \
  F (NONE, "none", "no failure")                                               \
  F (ASSERTION, "assertion", "failed assertion")                               \
  F (ABORT, "abort", "abort")                                                  \
  F (NULLED, "null", "access through a null pointer")                          \
  F (USE_AFTER_FREE, "use-after-free", "use of freed memory")                  \
  F (DOUBLE_FREE, "double-free", "second free of a block")                     \
  F (BOUNDS, "bounds", "access beyond a block")                                \
  F (ARITHMETIC, "arithmetic", "division by zero")                             \
  F (LOST_WAKEUP, "lost-wakeup", "wait that no signal ends")                   \
  F (DEADLOCK, "deadlock", "wait that no thread ends")

enum ft_failure_kind {
#define F(NAME, text, words) FT_FAILURE_##NAME,
  FT_FAILURES (F)
#undef F
};

#define F(NAME, text, words) +1
enum { FT_FAILURE_COUNT = 0 FT_FAILURES (F) };
#undef F

const char *ft_failure_name (enum ft_failure_kind);  // as in JSON
const char *ft_failure_words (enum ft_failure_kind); // for people
int ft_failure_of (const char *name); // -1 if no failure has this name

// The failure that the event is, given the FREE that comes before it or
// FT_NO_ID; NONE if it is none.
enum ft_failure_kind ft_failure_of_event (const ft_event *, ft_id freed);

// A read that returns something else than in the trace.
typedef struct ft_changed {
  ft_id read;
  bool known; // 'value' is the value that it returns
  uint64_t value;
} ft_changed;

// A branch with another outcome than in the trace or, on an alternative path,
// than the recorded outcome there.
typedef struct ft_flipped_branch {
  ft_id branch;
  uint64_t outcome;
} ft_flipped_branch;

// An atomic read that returns what another store than the last one of the
// schedule wrote.
typedef struct ft_read_from {
  ft_id read, write; // FT_NO_ID: the initial value
} ft_read_from;

typedef struct ft_witness ft_witness;

struct ft_witness {
  char id[24]; // id of its finding in the file that it was read from, or ""
  enum ft_model model;
  enum ft_memory_model memory; // of the pair
  ft_id pair[2]; // event positions of the racing accesses, ascending
  // A deadlock has no pair, but acquires, each of which waits for a lock that
  // the thread of the next one (of the last one, the first) holds.
  FT_STACK (ft_id) blocked;
  // A failure has neither, but the event that fails, which is next in its thread
  // when the schedule has run, and the FREE of the schedule by which it fails, or
  // FT_NO_ID.
  enum ft_failure_kind failure; // NONE: a race or a deadlock
  ft_id fails, freed;
  FT_STACK (ft_id) schedule; // the events to run, in order, without the pair
                             // and the blocked acquires; under c11 with both
                             // accesses, one of them last
  // Under rc11: the reads that do not return the last write of the schedule, and
  // modification orders that are not its order, each of all writes to one
  // variable, ended by FT_NO_ID.
  FT_STACK (ft_read_from) reads;
  FT_STACK (ft_id) orders;
  // Written by the checker, for people:
  FT_STACK (ft_changed) changed;        // wrong reads; none under mcm
  FT_STACK (ft_flipped_branch) flipped; // flipped branches, under path
};

void ft_witness_release (ft_witness *);

// Reads the witnesses of a file: one from a 'foretrace-witness/1' document,
// those of all certified races and deadlocks (or of the one with id 'race', if
// not NULL) from a 'foretrace-results/1' document.  Every position is checked
// against the trace, as are event count and digest when the file gives them.
// Returns the number read into '*witnesses' (the caller releases each and
// frees the array), or -1 and an error.
int ft_witness_read (const char *path, const ft_trace *, const char *race,
                     ft_witness **witnesses, ft_error *);

// The same in steps: the document first, then its witnesses for a trace.
typedef struct ft_witness_document ft_witness_document;

ft_witness_document *ft_witness_document_load (const char *path, ft_error *);
void ft_witness_document_free (ft_witness_document *);
int ft_witness_read_document (const ft_witness_document *, const ft_trace *,
                              const char *race, ft_witness **witnesses,
                              ft_error *);

// Whether the document is a report that certifies nothing.
bool ft_witness_document_is_empty (const ft_witness_document *);

// The number of first events of the trace to which the witnesses are limited;
// 0: all events.
ft_pos ft_witness_document_events (const ft_witness_document *);

// Writes the members 'reads' and 'modification_orders' of a witness behind other
// ones, or nothing if it has none.
void ft_witness_write_graph (FILE *, const ft_witness *);

// Writes a 'foretrace-witness/1' document; false and an error when the file
// cannot be written whole (nothing is left behind then).
bool ft_witness_write (const char *path, const ft_trace *, const ft_witness *,
                       ft_error *);

#endif
