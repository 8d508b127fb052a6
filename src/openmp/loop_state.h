// A loop as one member of a team executes it.
//
// Iterations are counted from 0; a chunk is as many as are dealt out at a time,
// and chunks go around among the members.  'static' without a chunk is one
// chunk for each member.

#ifndef FT_OPENMP_LOOP_STATE_H
#define FT_OPENMP_LOOP_STATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ft_omp_loop {
  uint64_t lower, step;  // of the variable, as 64 bits that wrap around
  uint64_t count;        // iterations
  uint64_t chunk, extra; // 'static': the first 'extra' members get one more
  bool is_static;        // one chunk for each member
  bool is_fixed;         // chunk k is member k's modulo the size, in all ways
  bool is_shifted;       // chunks go around otherwise than in the loop before
  uint64_t next;         // chunk of this member
  bool is_ordered;
  uint64_t iteration;        // of an ordered loop: the one that is executed
  bool has_turn, has_passed; // its 'ordered' part
  int dimensions;            // of a loop with 'depend'
} ft_omp_loop;

#endif
