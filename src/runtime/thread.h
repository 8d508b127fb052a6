// A thread of a recorded program, for the core of the runtime.
//
// Who may touch what: fields under "gate" with the gate entered (baton.h);
// "own" only by the thread itself; the rest with the baton.  A field that
// others look at meanwhile says so.

#ifndef FT_RUNTIME_THREAD_H
#define FT_RUNTIME_THREAD_H

#include <signal.h>

#include "runtime/rtl.h"

enum ft_sched_state {
  FT_SCHED_READY,   // waits for the baton
  FT_SCHED_RUNNING, // has it
  FT_SCHED_BLOCKED, // waits for an object
  FT_SCHED_IN_KERNEL,    // in a call that may block
  FT_SCHED_ENDED,
};

enum { // why a thread is not to be recorded just now: ft_recorded_thread returns NULL
  FT_IN_RUNTIME = 1, // runs code of the runtime
  FT_IN_KERNEL = 2, // has given the baton away for a call
  FT_RECORDING_ENDED = 4,   // its last record is written
  FT_IN_FAULT_HANDLER = 8,  // in the handler of a synchronous signal
};

enum { FT_GAP_FAULT_HANDLER = 1 }; // payload of GAP: the handler of a fault ran

enum { FT_WOKEN_BY_SIGNAL = 2, FT_WOKEN_WITH_TOKEN = 1 }; // bits of 'go'

enum { FT_MAX_PENDING_SIGNALS = 32 };

struct ft_pending_signal { // a signal that came and waits for a switch point
  siginfo_t info;
  struct sigaction action;
};

struct ft_thread {
  // own
  unsigned outside;
  bool interrupted;      // by a signal or a cancellation, while it blocked
  bool asynchronous;     // pthread_setcanceltype
  bool pauses;           // sleeps or gives way, which leaves no record
  bool saw_cancel;       // a cancellation, and logged that
  ft_word *kept_cursor;  // while FT_IN_FAULT_HANDLER
  unsigned kept_outside; // before it
  bool gap;              // to be logged at the next check
  unsigned slices;       // in a row without blocking (PCT)
  // set by anybody
  volatile unsigned attention; // then the limit is NULL
  volatile unsigned taken;     // the watchdog gave its baton away
  volatile unsigned go;        // futex
  volatile unsigned cancelled; // somebody asked for it
  uint64_t cancels;            // how often; a word of cause.h
  uint64_t ended;              // likewise
  unsigned char symbol;        // what a function of streams returns
  char *drawn;                 // what one has read; NULL before it is needed
  volatile unsigned pending_in, pending_out;
  struct ft_pending_signal *pending; // FT_MAX_PENDING_SIGNALS of them
  // identity
  uint32_t id, parent, child, children;
  int task;
  pthread_t handle;
  ft_thread *same_hash; // of 'handle'
  bool detached;
  ft_thread *joiner; // waits for its end
  void *(*routine) (void *);
  void *argument;
  sigset_t mask; // that it begins with
  uintptr_t stack_low, stack_end;
  unsigned farewells; // calls of the key's destructor
  // log
  ft_word **cursor, **limit;     // thread-local variables of the thread
  struct ft_wire_thread *header; // NULL when nothing is written to a file
  ft_word *base;                 // window of the log
  uint64_t base_place, base_words;
  uint64_t file_bytes;
  ft_word *ring;
  uint64_t place;   // when last published; read by others
  uint64_t counted; // of it in control.words
  uint64_t slice_end;
  uint64_t checked; // at the latest checkpoint of a wrapper
  // gate
  enum ft_sched_state stage;
  ft_thread *next, *previous; // in the queue that 'stage' says
  const void *object;         // that it blocks on
  bool limited;               // blocks with a deadline
  bool timed;                 // and comes back when it is reached
  bool woken;
  uint64_t priority; // PCT
};

extern __thread ft_thread *ft_self __attribute__ ((tls_model ("initial-exec")));

// The calling thread is the runtime's own.
extern __thread bool ft_is_watchdog
    __attribute__ ((tls_model ("initial-exec")));

#define FT_MAX_THREADS 65536

extern ft_thread *ft_threads[FT_MAX_THREADS]; // by number; NULL: none (yet)
extern uint32_t ft_thread_count;          // highest number + 1
extern uint32_t ft_live_thread_count;                 // that have not ended

ft_thread *ft_thread_new (uint32_t parent, uint32_t child, uint32_t id);
void ft_thread_bind (ft_thread *);  // the calling thread is this one
void ft_thread_begin (ft_thread *); // has the baton for the first time
// Ends the calling thread for the recorder.
void ft_thread_end (ft_thread *);

// core.c: what a thread does at a stopping place.
void ft_scheduling_point_slow (ft_thread *);
// Sets the limit from slice, plan, window and attention.
void ft_set_limit (ft_thread *);
void ft_request_stop (ft_thread *);

// ---- handles ---------------------------------------------------------------

// From a pthread_t to the thread, as long as it is neither joined, nor
// detached and ended: the C library uses handles again.

void ft_handles_add (ft_thread *);
void ft_handles_remove (ft_thread *);
ft_thread *ft_handles_find (pthread_t);
void ft_handles_after_fork (ft_thread *);

#endif
