// Iterations on one thread: pairs of accesses of a recording that one thread made
// in two iterations of an OpenMP loop, of two loops without a barrier between them
// (nowait), or in an iteration and outside of loops ('master', what a thread does before
// a loop), which another assignment of iterations to threads would have put on two
// threads.
//
// They are candidates and no races: a recording with another assignment decides
// (cli/reassign.h).  The pass knows the structure of loops (run/openmp_marks.h)
// and the locks that are held.  Two accesses are a pair if they conflict, are in
// different chunks of one loop, are not both atomic, hold no common lock and are
// not in an order by ordered parts.  Two loops that are dealt out alike count as one loop
// here; of other loops some assignment must have the two iterations on two threads.  What
// orders iterations otherwise is not looked at, which costs a recording and never a
// verdict.

#ifndef FT_CANDIDATE_ITERATION_PAIRS_H
#define FT_CANDIDATE_ITERATION_PAIRS_H

#include "base/deadline.h"
#include "base/progress.h"
#include "run/openmp_marks.h"

// An assignment: the size of teams that the program leaves open, and the way in
// which chunks go around (openmp/settings.h).  Or, with size 0, the program's own, with
// locks that other threads find taken (openmp/test_lock.h).
typedef struct ft_assignment {
  unsigned size, way;
} ft_assignment;

// Two iterations, from 0 on, that make the accesses.
typedef struct ft_iteration_instance {
  uint64_t first, second;
  ft_openmp_loop loop, second_loop; // how their loops were dealt out
} ft_iteration_instance; // an access in no loop is the second: FT_OPENMP_OUTSIDE

typedef struct ft_iteration_pair {
  char *location[2]; // owned: "a.c:12:5"
  char *loop;        // owned: location of the directive
  char *second_loop; // owned: that of the second iteration; NULL: the same loop, or none
  FT_STACK (ft_iteration_instance) instances; // some of them, evenly spread
  uint64_t count;    // of all instances
  size_t assignment; // that separates one of them; FT_NO_ID: none was found
  size_t shown;      // instance that it separates, or the first one
} ft_iteration_pair;

static inline const ft_iteration_instance *
ft_iteration_pair_shown (const ft_iteration_pair *p) {
  return p->instances.begin + p->shown;
}

typedef struct ft_iteration_pairs {
  FT_STACK (ft_iteration_pair) pairs;
  FT_STACK (ft_assignment) assignments; // few that separate most of the pairs
  bool alone; // a region ran with one thread, which the program does not ask for
  bool tests_locks; // the program may call omp_test_lock
  bool has_lanes; // the code has simd loops (lane_pairs.h)
} ft_iteration_pairs;

// False and an error if the recording cannot be read.
bool ft_iteration_pairs_find (ft_iteration_pairs *, const char *run,
                              const ft_deadline *, ft_error *);
void ft_iteration_pairs_release (ft_iteration_pairs *); // {0} is empty

void ft_iteration_pair_release (ft_iteration_pair *);

// Chooses the assignments.
void ft_iteration_pairs_separate (ft_iteration_pairs *);

#endif
