// Events, of which a trace consists (FastTrack, Section 2;
// docs/reference/trace-format.md).
//
// An event is 32 bytes and holds only dense ids; names, addresses and rarely
// used fields are in the tables of the trace (see 'tables.h').  The kinds are
// in one table, from which parsers, writers, 'info' and the documentation of
// JSON lines are made.  A switch over kinds has no 'default', so that a new
// kind does not compile until every place has been decided.

#ifndef FT_TRACE_EVENT_H
#define FT_TRACE_EVENT_H

#include "base/ids.h"

// The classes of names that targets of events belong to; each class numbers its
// own ids.
#define FT_CLASSES(C)                                                          \
  C (THREAD, "thread")                                                         \
  C (VARIABLE, "variable")                                                     \
  C (LOCK, "lock")                                                             \
  C (OBJECT, "object") /* condition, barrier, semaphore */                     \
  C (LOCATION, "location")                                                     \
  C (LOCAL, "local")                                                           \
  C (NONE, "none")

enum ft_class {
#define C(NAME, text) FT_CLASS_##NAME,
  FT_CLASSES (C)
#undef C
};

//   kind, text in JSON lines, class of the target
#define FT_KINDS(K)                                                            \
  K (READ, "read", VARIABLE)                                                   \
  K (WRITE, "write", VARIABLE)                                                 \
  K (ATOMIC_READ, "atomic-read", VARIABLE)                                     \
  K (ATOMIC_WRITE, "atomic-write", VARIABLE)                                   \
  K (ATOMIC_RMW, "atomic-rmw", VARIABLE)                                       \
  K (FENCE, "fence", NONE)                                                     \
  K (ACQUIRE, "acquire", LOCK)                                                 \
  K (RELEASE, "release", LOCK)                                                 \
  K (ACQUIRE_SHARED, "acquire-shared", LOCK)                                   \
  K (RELEASE_SHARED, "release-shared", LOCK)                                   \
  K (TRY_FAILED, "try-failed", LOCK)                                           \
  K (FORK, "fork", THREAD)                                                     \
  K (JOIN, "join", THREAD)                                                     \
  K (WAKE, "wake", OBJECT)                                                     \
  K (SIGNAL, "signal", OBJECT)                                                 \
  K (BROADCAST, "broadcast", OBJECT)                                           \
  K (BARRIER_ARRIVE, "barrier-arrive", OBJECT)                                 \
  K (BARRIER_LEAVE, "barrier-leave", OBJECT)                                   \
  K (SEM_INIT, "sem-init", OBJECT)                                             \
  K (SEM_POST, "sem-post", OBJECT)                                             \
  K (SEM_WAIT, "sem-wait", OBJECT)                                             \
  K (ALLOC, "alloc", NONE)                                                     \
  K (FREE, "free", NONE)                                                       \
  K (BRANCH, "branch", NONE)                                                   \
  K (LOCAL, "local", NONE)

enum ft_kind {
#define K(NAME, text, class) FT_##NAME,
  FT_KINDS (K)
#undef K
};

#define K(NAME, text, class) +1
enum { FT_KIND_COUNT = 0 FT_KINDS (K) };
#undef K

// Notes on single kinds:
// - A wait on a condition is three events of its thread: a RELEASE (or
//   RELEASE_SHARED) whose 'condition' is set, which releases the lock and
//   starts to wait in one step; WAKE on the condition; the ACQUIRE of the lock.
// - BARRIER_ARRIVE comes before blocking, BARRIER_LEAVE after; the arrivals
//   pending at the first LEAVE form a round.
// - SEM_INIT's value is the initial count; without one the least count that
//   the trace needs is assumed.
// - ATOMIC_RMW reads 'value' and writes the 'written' of its detail.
// - BRANCH: 'value' is the outcome, the location is its site.
// - ALLOC and FREE have their range in their detail.  FREE conflicts with
//   every access to the range.

// Memory orders of atomics and fences; PLAIN for everything else.
#define FT_MEMORY_ORDERS(M)                                                    \
  M (PLAIN, "plain")                                                           \
  M (RELAXED, "relaxed")                                                       \
  M (CONSUME, "consume")                                                       \
  M (ACQUIRE, "acquire")                                                       \
  M (RELEASE, "release")                                                       \
  M (ACQ_REL, "acq_rel")                                                       \
  M (SEQ_CST, "seq_cst")

enum ft_memory_order {
#define M(NAME, text) FT_ORDER_##NAME,
  FT_MEMORY_ORDERS (M)
#undef M
};

enum ft_event_flags {
  FT_HAS_VALUE = 1,    // 'value' was recorded
  FT_UNSIGNALLED = 32, // a wake that is known to need no signal: its wait
                       // timed out, or ended spuriously
  FT_TRIED = 64, // an acquire, or another event that may have to wait, by a call
                 // that would not wait for ever, or for which another process
                 // may do something: it never blocks in a deadlock
  FT_CONDITIONAL = FT_TRIED, // an ATOMIC_RMW that writes only if it reads its
                             // recorded value: a successful compare-and-swap
  FT_CONCRETIZED = FT_TRIED, // a BRANCH that stands for an unknown use of its
                             // operands: they are kept as recorded, which
                             // refutes nothing
  FT_FREES = FT_TRIED, // a WRITE that stands for the free of a block that is
                       // freed already; JSON lines have no such trace
  FT_ALTPATH = 128, // not executed: on an alternative path (see 'altpath.h')
  // Set by the validator (see 'validate.h'), never by a file:
  FT_NESTED = 2,    // nested acquire or release of a reentrant lock: no effect
  FT_DROPPED = 4,   // a repaired flaw: no effect, keeps its position
  FT_SPURIOUS = 8,  // a wake that no signal explains
  FT_REPEATED = 16, // with FT_DROPPED: a repeated fork, which needs no repair
};

typedef struct ft_event ft_event;

struct ft_event {
  uint64_t value; // see the notes; meaningful with FT_HAS_VALUE
  ft_tid thread;
  ft_id target;    // of the class of the kind; FT_NO_ID for class NONE
  ft_id location;  // FT_NO_ID if unknown
  ft_id condition; // OBJECT of a release that starts a wait, or FT_NO_ID
  ft_id detail;    // index into the details of the tables, or FT_NO_ID
  uint8_t kind;    // enum ft_kind
  uint8_t mask;    // bytes of the variable's 8-byte granule that an access
                   // touches; 0xff when sizes are unknown.  BRANCH and
                   // LOCAL: the low bytes that they compute on
  uint8_t order;   // enum ft_memory_order
  uint8_t flags;   // enum ft_event_flags
};

// Fields of events that some passes do not need.  A field that is left out
// reads as FT_NO_ID or as no value; formats that have it at no cost may still
// deliver it.
enum ft_columns {
  FT_COLUMN_LOCATIONS = 1, // see 'ft_reader_location'
  FT_COLUMN_VALUES = 2,    // of accesses, branches and local operations
  FT_COLUMN_DETAILS = 4,   // all but the ranges of ALLOC and FREE
};

#define FT_EVENT_NONE                                                          \
  ((ft_event){0, FT_NO_ID, FT_NO_ID, FT_NO_ID, FT_NO_ID, FT_NO_ID, 0, 0xff, 0, \
              0})

const char *ft_kind_name (enum ft_kind);
enum ft_class ft_kind_class (enum ft_kind);
const char *ft_class_name (enum ft_class);
const char *ft_memory_order_name (enum ft_memory_order);

// A byte of the granule, within the value of an access to it.  Values are
// little-endian, from the first byte of the access.
static inline uint8_t ft_event_byte (const ft_event *access, uint64_t value,
                                     int byte) {
  int below = __builtin_popcount (access->mask & ((1u << byte) - 1));
  return (uint8_t)(value >> (8 * below));
}

// Whether the event does nothing: a nested acquire or release of a reentrant
// lock, or an event that a repair dropped.  Every analysis skips these.
static inline bool ft_event_is_void (const ft_event *e) {
  return e->flags & (FT_NESTED | FT_DROPPED);
}

// Whether the event is a branch of unknown use: what depends on its operands is
// not known, so that they keep their recorded values.
static inline bool ft_event_is_unknown_use (const ft_event *e) {
  return e->kind == FT_BRANCH && e->flags & FT_CONCRETIZED;
}

static inline bool ft_kind_is_atomic (enum ft_kind kind) {
  return kind == FT_ATOMIC_READ || kind == FT_ATOMIC_WRITE ||
         kind == FT_ATOMIC_RMW;
}

// Whether events of the kind read (write) the variable that is their target.
static inline bool ft_kind_reads (enum ft_kind kind) {
  return kind == FT_READ || kind == FT_ATOMIC_READ || kind == FT_ATOMIC_RMW;
}

static inline bool ft_kind_writes (enum ft_kind kind) {
  return kind == FT_WRITE || kind == FT_ATOMIC_WRITE || kind == FT_ATOMIC_RMW;
}

static inline bool ft_kind_only_writes (enum ft_kind kind) {
  return kind == FT_WRITE || kind == FT_ATOMIC_WRITE;
}

static inline bool ft_kind_accesses (enum ft_kind kind) {
  return ft_kind_reads (kind) || ft_kind_writes (kind);
}

// Three-address events without memory; the mask gives the width of the
// computation in bytes.
static inline bool ft_kind_computes (enum ft_kind kind) {
  return kind == FT_BRANCH || kind == FT_LOCAL;
}

// Acquires or releases a lock, shared or not.
static inline bool ft_kind_acquires (enum ft_kind kind) {
  return kind == FT_ACQUIRE || kind == FT_ACQUIRE_SHARED;
}

static inline bool ft_kind_releases (enum ft_kind kind) {
  return kind == FT_RELEASE || kind == FT_RELEASE_SHARED;
}

// Whether a thread may have to wait for the others before an event of the kind.
static inline bool ft_kind_waits (enum ft_kind kind) {
  return ft_kind_acquires (kind) || kind == FT_JOIN || kind == FT_WAKE ||
         kind == FT_BARRIER_LEAVE || kind == FT_SEM_WAIT;
}

// Whether the event is a successful compare-and-swap.
static inline bool ft_event_is_conditional (const ft_event *e) {
  return e->kind == FT_ATOMIC_RMW && e->flags & FT_CONDITIONAL;
}

// Whether the two events race only if the first one succeeds: a failed
// compare-and-swap does not write, and the other event does not write either.
static inline bool ft_event_must_write (const ft_event *e,
                                        const ft_event *other) {
  return ft_event_is_conditional (e) && ft_kind_reads (other->kind) &&
         !ft_kind_writes (other->kind);
}

static inline bool ft_event_frees_again (const ft_event *e) {
  return e->kind == FT_WRITE && e->flags & FT_FREES;
}

// What an event is called: a second free of a block is a free, too.
static inline enum ft_kind ft_event_shown_kind (const ft_event *e) {
  return ft_event_frees_again (e) ? FT_FREE : (enum ft_kind)e->kind;
}

// Two conflicting accesses (not FREE; see 'ft_trace_conflict'): of different
// threads, to a common byte, at least one of them a write, not both atomic.
static inline bool ft_event_conflicts (const ft_event *a, const ft_event *b) {
  return a->thread != b->thread && a->target == b->target &&
         (a->mask & b->mask) && ft_kind_accesses (a->kind) &&
         ft_kind_accesses (b->kind) &&
         (ft_kind_writes (a->kind) || ft_kind_writes (b->kind)) &&
         !(ft_kind_is_atomic (a->kind) && ft_kind_is_atomic (b->kind)) &&
         !ft_event_is_void (a) && !ft_event_is_void (b);
}

// Whether an access of another thread between two of one thread has an effect that
// it has neither before nor behind both (AVIO: Lu, Tucek, Qin, Zhou, ASPLOS 2006,
// Table 1).  'between' conflicts with both.
static inline bool ft_event_unserializable (const ft_event *a,
                                            const ft_event *between,
                                            const ft_event *b) {
  return !(ft_kind_only_writes (a->kind) &&
           ft_kind_only_writes (between->kind) && ft_kind_only_writes (b->kind));
}

// Marks: events without effect that keep their position, as RAPID's
// transactions, or events that a repair dropped.  A mark is a FENCE flagged
// FT_DROPPED with an enum ft_mark as 'value'.  A *failure mark* stands for the
// point of an alternative path where the program fails: a thread whose next
// event it is fails whatever the others do.
//   name, its text in files, the failure (enum ft_failure_kind, witness/witness.h)
#define FT_MARKS(M)                                                            \
  M (BEGIN, "begin", NONE)                                                     \
  M (END, "end", NONE)                                                         \
  M (SKIP, "skip", NONE)                                                       \
  M (ASSERTION, "fails-assertion", ASSERTION) /* a call of __assert_fail */    \
  M (ABORT, "fails-abort", ABORT)             /* of abort, or a trap */        \
  M (NULLED, "fails-null", NULLED)            /* a use of a null pointer */    \
  M (DIVISION, "fails-division", ARITHMETIC)  /* a division by zero */         \
  M (FREED, "fails-free", DOUBLE_FREE)        /* a second free of a block */   \
  M (EXIT, "fails-exit", ABORT)               /* an end with a status */       \
  M (THROW, "fails-throw", ABORT)             /* an uncaught exception */      \
  M (BOUNDS, "fails-bounds", BOUNDS)          /* of what is beyond a block */  \
  M (OVERFLOW, "fails-overflow", ARITHMETIC)  /* a trap of signed overflow */  \
  M (USED, "fails-use", USE_AFTER_FREE)       /* of a block that was freed */

// Objects at a null pointer lie below this address.
#define FT_NULL_PAGE 4096

enum ft_mark {
#define M(NAME, text, failure) FT_MARK_##NAME,
  FT_MARKS (M)
#undef M
      FT_MARK_COUNT
};

const char *ft_mark_name (enum ft_mark);

// Whether the event is a failure mark.
static inline bool ft_event_fails (const ft_event *e) {
  return e->kind == FT_FENCE && e->flags & FT_DROPPED &&
         e->value >= FT_MARK_ASSERTION && e->value < FT_MARK_COUNT;
}

// Turn the event into a mark; it keeps its thread and location.
void ft_event_set_mark (ft_event *, enum ft_mark);

#endif
