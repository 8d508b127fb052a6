// A thread of a recorded program.
//
// Who may access which field: fields under "scheduler lock" with that lock held
// (scheduler.h), fields under "own" only the thread itself, all others the
// thread that has the token.  The comment of a field says if other threads read
// it as well.

#ifndef FT_RUNTIME_THREAD_H
#define FT_RUNTIME_THREAD_H

#include <signal.h>

#include "runtime/rtl.h"

enum ft_sched_state {
  FT_SCHED_READY,     // waits for the token
  FT_SCHED_RUNNING,   // has the token
  FT_SCHED_BLOCKED,   // waits for an object
  FT_SCHED_IN_KERNEL, // in a blocking call
  FT_SCHED_ENDED,
};

// Why a thread is not recorded at the moment: 'ft_recorded_thread' returns
// NULL.
enum {
  FT_IN_RUNTIME = 1,       // runs code of the runtime
  FT_IN_KERNEL = 2,        // has given the token away for a blocking call
  FT_RECORDING_ENDED = 4,  // its last record is written
  FT_IN_FAULT_HANDLER = 8, // in the handler of a synchronous signal
};

enum { FT_WOKEN_BY_SIGNAL = 2, FT_WOKEN_WITH_TOKEN = 1 }; // bits of 'go'

enum { FT_MAX_PENDING_SIGNALS = 32 };

typedef struct ft_fibre ft_fibre; // fibre.h

struct ft_pending_signal { // a signal that waits for a scheduling point
  siginfo_t info;
  struct sigaction action;
  unsigned flags; // FT_WIRE_INPUT_WAITED, FT_WIRE_INPUT_INTERRUPTED
  bool again;     // of the recording that is replayed
};

struct ft_thread {
  // own
  unsigned unrecorded;      // why it is not recorded: FT_IN_RUNTIME and so on
  bool interrupted;         // by a signal or a cancellation, while it blocked
  bool waits;               // ends a wait of the runtime's
  bool call_interrupted;    // in a replay: a signal of the recording did it
  bool calls_at_once;       // gives the token away behind its call (FT_CALL_AGAIN)
  bool sends;               // without the token
  bool relays;              // what it receives it sends on, in the kernel
  struct ft_channel *receives; // see ft_channel_receiving
  volatile bool own_came;   // and this one is of the program's own
  bool asynchronous;        // its cancellation type (pthread_setcanceltype)
  bool pauses;              // sleeps or yields, which leaves no record
  bool saw_cancel;          // logged that it has seen its cancellation
  ft_word *kept_cursor;     // its cursor, while FT_IN_FAULT_HANDLER
  unsigned kept_unrecorded; // 'unrecorded' before the fault handler
  bool gap;                 // a GAP is to be logged at the next check
  bool outside;             // runs code of the program without the token
                            // (parallel.h); then 'token_taken', too
  unsigned slices;          // in a row without blocking (PCT)
  unsigned loop;            // waiting loop that it is in (waiting_loop.h), or 0
  bool loop_marked;         // 'loop_tick' is set: a round of 'loop' ended there
  bool loop_armed;          // its next pause ends a round of 'loop_paused'
  unsigned loop_paused;
  uint64_t loop_tick;
  unsigned repeats;         // slices in a row that ended in repeated words
  unsigned loop_rounds;     // since 'loop' began
  uint64_t loop_slept;      // nanoseconds in them
  uintptr_t handler;        // frame in which a signal handler runs, or 0
  ft_fibre *own;            // its own stack (fibre.h), NULL if never asked for
  ft_fibre *current;        // that it runs on by what it announces; NULL: 'own'
  ft_fibre *named;          // that it has announced last; NULL: 'own'
  ft_fibre *announced;      // that it is about to switch to, or NULL
  unsigned looks;           // checks since it was announced
  // set by any thread
  volatile unsigned
      stop_requested;            // it shall stop at the next check: limit NULL
  volatile unsigned token_taken; // the watchdog took its token
  volatile unsigned wakeup;      // futex: FT_WOKEN_WITH_TOKEN, _BY_SIGNAL
  volatile unsigned cancelled;   // its cancellation was requested
  uint64_t cancel_word;          // happens-before word of its cancellation
  uint64_t end_word;             // happens-before word of its end
  unsigned char returned_byte;   // the byte that a stream function returns
  char *consumed; // 'ft_symbolic_buffer'; NULL before its first use
  volatile unsigned pending_in, pending_out; // counters of 'pending'
  struct ft_pending_signal *pending;         // ring of FT_MAX_PENDING_SIGNALS
  // identity
  uint32_t id, parent, child, children; // see struct ft_wire_thread
  int task;                             // the kernel's number
  pthread_t handle;
  ft_thread *same_hash; // next thread in the bucket of 'handle'
  bool detached;
  ft_thread *joiner; // waits for its end
  void *(*routine) (void *);
  void *argument;
  enum {
    FT_FIRST_FRAME, // its function may be recorded, with 'first_frame'
    FT_FIRST_NOTIFIED = FT_WIRE_FIRST_NOTIFIED,
    FT_FIRST_UNRECORDED = FT_WIRE_FIRST_UNRECORDED,
    FT_FIRST_CALLS // its function only calls the program's
  } first;
  uint64_t first_frame; // frame address of its function; 0 if not known
  sigset_t mask; // its signal mask when it begins
  uintptr_t stack_low, stack_end;
  unsigned
      destructor_calls; // calls of the destructor of its thread-specific data
  // log
  ft_word **cursor, **limit;     // its 'ft_cursor' and 'ft_limit'
  struct ft_wire_thread *header; // NULL when nothing is written to a file
  ft_word *base;                 // memory that its records are written to
  uint64_t base_tick;            // tick of the first word of 'base'
  uint64_t base_words;           // size of 'base'
  uint64_t file_bytes;           // size of its log file
  ft_word *ring;                 // 'base' while the log is not kept
  uint64_t tick;                 // published ticks; read by others
  uint64_t counted_ticks;        // ticks that are counted in control.words
  uint64_t slice_end;            // tick at which its time slice ends
  uint64_t checked_tick; // tick of its last scheduling point in a wrapper
  uint64_t arrival_tick; // in a replay: tick of its last stop, and how many it
  unsigned arrivals;     // has made there, those of a sleep or yield aside
  // scheduler lock
  enum ft_sched_state state;
  ft_thread *next, *previous; // in the queue of its scheduler state
  const void *object;         // that it blocks on
  bool has_deadline;          // blocks with a deadline
  bool is_timed;              // and is counted by the scheduler for that
  bool woken;                 // before its deadline
  uint64_t priority;          // PCT
  unsigned late_turns;        // while the process ends (late.h)
};

extern __thread ft_thread *ft_self __attribute__ ((tls_model ("initial-exec")));

// Whether the calling thread is the watchdog.
extern __thread bool ft_is_watchdog
    __attribute__ ((tls_model ("initial-exec")));

#define FT_MAX_THREADS 65536

extern ft_thread *ft_threads[FT_MAX_THREADS]; // by number; may be NULL
extern uint32_t ft_thread_count;              // highest number + 1
extern uint32_t ft_live_thread_count;         // threads that have not ended

ft_thread *ft_thread_new (uint32_t parent, uint32_t child, uint32_t id);
void ft_thread_bind (ft_thread *);  // makes it the calling thread's 'ft_self'
void ft_thread_begin (ft_thread *); // it has the token for the first time
void *ft_thrd_run (void *); // what a thread of C11 begins with
void ft_thread_find_stack (ft_thread *, pthread_t);
// Ends the recording of the calling thread.
void ft_thread_end (ft_thread *);

// Whether 'malloc' is a function of the program (libc_malloc.c).
bool ft_heap_is_of_program (void);
// Finds out which allocations are for buffers of streams.
void ft_malloc_start (void);

// Around functions of the C library that the runtime calls for the thread, and
// that may allocate.  A malloc of the program is called by them as by the
// program: under the scheduler, since it may have locks, and with records.
// Nothing happens without a thread.
static inline void ft_library_begin (ft_thread *t) {
  if (t && !ft_heap_is_of_program ())
    t->unrecorded |= FT_IN_RUNTIME;
}

static inline void ft_library_end (ft_thread *t) {
  if (t)
    t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
}

// ---- rtl.c -----------------------------------------------------------------

// A scheduling point at which the thread stops, is preempted, gets signals or
// more memory for its log.
void ft_scheduling_point_slow (ft_thread *);
// Sets the limit from the time slice, the replay schedule, the end of 'base'
// and a requested stop.
void ft_set_limit (ft_thread *);
// The thread shall stop at its next check.
void ft_request_stop (ft_thread *);

// ---- handles ---------------------------------------------------------------

// From a pthread_t to the thread, until it is joined, or detached and ended:
// the C library then uses the handle again.
void ft_handles_add (ft_thread *);
void ft_handles_remove (ft_thread *);
ft_thread *ft_handles_find (pthread_t);
void ft_handles_after_fork (ft_thread *);

#endif
