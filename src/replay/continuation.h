// A continuation: the program is replayed until the threads of a race are right
// before their accesses, makes these in the order asked for, and goes on to its
// end under a scheduling policy.  What it then does is a consequence of the
// race, or of that order.

#ifndef FT_REPLAY_CONTINUATION_H
#define FT_REPLAY_CONTINUATION_H

#include "replay/final_files.h"
#include "replay/memory_findings.h"
#include "replay/replay.h"
#include "run/ending.h"
#include "run/run_deadlock.h"

// How the program goes on behind the race.
enum ft_continuation_policy {
  FT_CONTINUE_AS_RECORDED, // under the policy of the recording
  FT_CONTINUE_LONG,        // threads that take turns seldom
  FT_CONTINUE_RANDOM       // at random, by 'seed'
};

typedef struct ft_continuation_options {
  unsigned first; // the access of the pair that is made first, 0 or 1
  enum ft_continuation_policy policy;
  uint64_t seed;
  double seconds; // time limit; 0: that of the replays
  bool show;      // the program's output is shown, not kept
  enum ft_replay_end then;
} ft_continuation_options;

enum ft_continuation_end {
  FT_CONTINUATION_EXITED,   // with 'status'
  FT_CONTINUATION_SIGNALED, // by 'signal'
  FT_CONTINUATION_BLOCKED,  // no thread could go on
  FT_CONTINUATION_TIMED_OUT // it was killed at its time limit
};

typedef struct ft_continuation {
  bool reached;  // the replay was confirmed; else the rest is undefined
  ft_strbuf why; // unless reached
  enum ft_replay_failure failure; // unless reached
  int interrupted;                // signal by which the user interrupted, or 0
  enum ft_continuation_end end;
  int status, signal;
  double seconds;           // its duration
  ft_run_ending ending;     // of a crash: where
  ft_run_deadlock deadlock; // of BLOCKED: who waits where
  ft_memory_findings memory;
  ft_strbuf assertion;  // what a failed assertion, or the C library before it
                        // aborts, said
  ft_strbuf output;     // the lines of standard output, sorted
  ft_strbuf errors;     // and of standard error
  ft_final_files files; // and what it sent; empty if 'show'
} ft_continuation;

void ft_continuation_release (ft_continuation *); // {0} is empty

// Continuation number 'round', from 0, of the order in which the access 'first'
// is made first: the first one goes on as the recording did, the second
// switches threads seldom, the others do at random.
ft_continuation_options ft_continuation_round (unsigned first, unsigned round);

// Makes one continuation.  The schedule is one of the witness, and is changed
// to the order.  False and an error if the program cannot be run.
bool ft_continue (const ft_replay_context *, const ft_witness *,
                  ft_replay_schedule *, const ft_continuation_options *,
                  ft_continuation *, ft_error *);

// Reads what the program wrote and how it ended from the directory of a replay
// whose context captures.
void ft_continuation_read (ft_continuation *, const char *run,
                           const ft_target_exit *);

// The first wrong use of heap memory, "" if there was none.
const char *ft_continuation_memory_error (const ft_continuation *);

// Adds how the program ended: "exit status 1", "SIGSEGV (Segmentation fault) in
// T1 at a.c:13:5", "no thread could go on: T1 waits at a.c:7:3".
void ft_continuation_add_end (ft_strbuf *, const ft_continuation *);

#endif
