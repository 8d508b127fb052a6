// Tiny multithreaded programs, an interpreter that runs all their schedules,
// and the trace of one run: the slow twin of the value model.
//
// Thread 0 writes all variables, starts the others and goes on; threads have
// locals, compute, branch, lock and unlock.  A branch that comes out otherwise
// than in the recorded run ends the schedule, as does what C leaves undefined
// when something depends on it.

#ifndef FT_MODEL_PROGRAM_H
#define FT_MODEL_PROGRAM_H

#include "tests/model/rng.h"
#include "trace/trace.h"

enum {
  FT_PROGRAM_THREADS = 4,
  FT_PROGRAM_STEPS = 16,
  FT_PROGRAM_LOCALS = 3,
  FT_PROGRAM_VARIABLES = 3,
  FT_PROGRAM_LOCKS = 2
};

typedef struct ft_program_step {
  enum ft_kind kind;
  ft_id target; // variable, lock or child
  ft_id result; // local of a READ or LOCAL
  enum ft_operator op;
  struct ft_program_operand {
    bool constant;
    uint64_t value; // or number of a local
  } operands[2];
  uint8_t bytes;
  bool hidden; // the trace does not say the operator
  // Set by recording.
  ft_id event;
  uint64_t outcome; // of a branch
} ft_program_step;

typedef struct ft_program {
  unsigned threads, variables, locks;
  unsigned lengths[FT_PROGRAM_THREADS];
  ft_program_step steps[FT_PROGRAM_THREADS][FT_PROGRAM_STEPS];
} ft_program;

// 'hidden': percent of operators that the trace does not say.
void ft_program_random (ft_program *, ft_rng *, unsigned hidden);

// Runs it once, with random choices, and sets what recording sets; NULL if the
// run ended in something undefined.
ft_trace *ft_program_record (ft_program *, ft_rng *);

// races[a * size + b] for each pair of events of the recorded trace (a < b)
// that some schedule leaves both pending.  False if there are too many states.
bool ft_program_races (const ft_program *, const ft_trace *, bool *races);

#endif
