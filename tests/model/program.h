// Tiny multithreaded programs, an interpreter that runs all their schedules,
// and the trace of one run: the slow twin of the value and the path model.
//
// Thread 0 writes all variables, starts the others and goes on; threads have
// locals, compute, branch, lock and unlock.  Programs come in two sorts.  In
// the plain one a branch that comes out otherwise than in the recorded run ends
// the schedule; in the branching one each branch has two sides, which may have
// branches, meet after them or end the thread, and the trace has what was not
// taken as alternatives.  What C leaves undefined ends the schedule when
// something depends on it.

#ifndef FT_MODEL_PROGRAM_H
#define FT_MODEL_PROGRAM_H

#include "tests/model/rng.h"
#include "trace/trace.h"

enum {
  FT_PROGRAM_THREADS = 4,
  FT_PROGRAM_STEPS = 48,  // that there is room for
  FT_PROGRAM_BUDGET = 24, // of steps, beyond which no more are begun
  FT_PROGRAM_ALL = FT_PROGRAM_THREADS * FT_PROGRAM_STEPS,
  FT_PROGRAM_LOCALS = 3,
  FT_PROGRAM_VARIABLES = 3,
  FT_PROGRAM_LOCKS = 2
};

typedef struct ft_program_step {
  enum ft_kind kind; // FT_FENCE: no event, goes on at 'otherwise'
  ft_id target;      // variable, lock or child
  ft_id result;      // local of a READ or LOCAL
  enum ft_operator op;
  struct ft_program_operand {
    bool constant;
    uint64_t value; // or number of a local
  } operands[2];
  uint8_t bytes;      // of an access or operation
  uint8_t first;      // byte of the variable that an access begins at
  unsigned pointer;   // number of a local + 1 that is added to the target; 0: none
  ft_id accessed;     // its variable in the recorded run, and what the pointer
  uint64_t pointed;   // was there, set by recording
  bool hidden;        // the trace does not say the operator
  bool untold;        // nor the operands
  bool unvalued;      // nor the value that it read or computed
  bool compares;      // an RMW that writes its second operand if it reads the
                      // first one, as it does in the recorded run
  unsigned otherwise; // branching: where a branch that comes out as 0 goes on,
  unsigned join;      // and where both sides meet
  uint64_t outcome;   // of a branch, set by recording
  enum ft_memory_order order; // of an access that is atomic in the trace; PLAIN:
                              // it is not, or is an RMW and seq_cst
} ft_program_step;

typedef struct ft_program {
  bool branching;
  bool partial; // accesses of parts of variables
  bool obscure; // pointers, operands that the trace leaves out
  unsigned threads, variables, locks;
  unsigned lengths[FT_PROGRAM_THREADS];
  ft_program_step steps[FT_PROGRAM_THREADS][FT_PROGRAM_STEPS];
  bool undefined_locals; // set by recording: some are used that the trace does not
                         // define
  // Set by recording: thread * FT_PROGRAM_STEPS + step of each event, those of
  // alternatives included, or FT_NO_ID.
  FT_STACK (ft_id) step_of;
} ft_program;

// 'hidden': percent of operators that the trace does not say.
void ft_program_random (ft_program *, ft_rng *, unsigned hidden);
void ft_program_random_branching (ft_program *, ft_rng *, unsigned hidden);
void ft_random_program_release (ft_program *);

// Runs it once, with random choices, and sets what recording sets; NULL if the
// run ended in something undefined, or a branching one before its end.
ft_trace *ft_program_record (ft_program *, ft_rng *);

// races[a * FT_PROGRAM_ALL + b] for each pair of accesses that some schedule
// leaves both pending.  False if there are too many states.
bool ft_program_races (const ft_program *, bool *races);

// reached[a] for each step that some schedule leaves pending.  False if there are
// too many states.
bool ft_program_reaches (const ft_program *, bool *reached);

// The event of a step without what a run shows.
ft_event ft_program_event (ft_trace *, unsigned t, const ft_program_step *);

// ---- for the parts ---------------------------------------------------------

typedef struct ft_program_word {
  uint64_t value;
  uint64_t undefined; // nobody may use it
} ft_program_word;

// States are compared bit by bit, so every field is a word of a structure that
// is cleared first.
typedef struct ft_program_state {
  ft_program_word variables[FT_PROGRAM_VARIABLES];
  ft_program_word locals[FT_PROGRAM_THREADS][FT_PROGRAM_LOCALS];
  uint64_t next[FT_PROGRAM_THREADS];
  uint64_t started[FT_PROGRAM_THREADS];
  uint64_t holder[FT_PROGRAM_LOCKS];  // thread + 1
  uint64_t readers[FT_PROGRAM_LOCKS]; // threads, a bit each
} ft_program_state;

void ft_program_begin (const ft_program *, ft_program_state *);
bool ft_program_alive (const ft_program *, const ft_program_state *,
                       unsigned t);
bool ft_program_blocked (const ft_program *, const ft_program_state *,
                         unsigned t);

// Does the next step of a thread, if it can be done.  'recording' sets the
// outcome of a branch rather than keeping to it.
bool ft_program_run (ft_program *, ft_program_state *, unsigned t,
                     bool recording);

// Whether the next step of a thread, a compare-and-swap, finds what it expects.
bool ft_program_succeeds (const ft_program *, const ft_program_state *,
                          unsigned t);

// Whether the next steps of two threads that are alive race, through the pointers
// of the recorded run.
bool ft_program_conflict (const ft_program *, const ft_program_state *,
                          unsigned t, unsigned u);

// The step with an event at or after 'next', or the length.
unsigned ft_program_land (const ft_program *, unsigned t, unsigned next);

// Adds the alternatives of all branches to a recorded trace.
void ft_program_add_sides (ft_program *, ft_trace *, ft_rng *);

#endif
