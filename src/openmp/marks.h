// Marks: what a recording says of OpenMP beside its orders.
//
// These variables are written and never read.  The program and this runtime are
// recorded, so that the writes are records of the thread that made them: which
// loop it is in, how the iterations of that loop are dealt out, and, before each
// iteration, its number, which the instrumenter adds
// (src/instrument/iteration_marks.h).  src/run/openmp_marks.h reads them.  They are
// thread-local, which no other thread uses: they are no accesses of the trace.

#ifndef FT_OPENMP_MARKS_H
#define FT_OPENMP_MARKS_H

#include <stdint.h>

#include "openmp/team.h"

extern _Thread_local uint64_t ft_omp_iteration, ft_omp_loop_count,
    ft_omp_loop_chunk, ft_omp_loop_dealt, ft_omp_ordered_part, ft_omp_alone,
    ft_omp_member_number;

// Of simd loops, by the instrumenter alone (src/instrument/lane_marks.h): how many
// iterations may be executed at once, 0 at the end; the number of the iteration;
// size and address of a local variable that is a lane's own (size 0: of one that is
// to have records); where a round of an inner loop begins, the loop's number, from 1 on,
// times 256, and how many inner loops it is in, itself included; and where one is left,
// in how many the code goes on.
extern _Thread_local uint64_t ft_omp_lanes, ft_omp_lane, ft_omp_lane_bytes,
    ft_omp_lane_data, ft_omp_lane_round;

// How iterations are dealt out.
enum {
  FT_OMP_NOT_DEALT,     // the loop is none whose iterations another thread of
                        // the team might execute
  FT_OMP_ONE_CHUNK,     // one chunk for each member
  FT_OMP_STATIC_CHUNKS, // chunk k for member k modulo the size
  FT_OMP_CHUNKS_AROUND, // ft_omp_member_of_part
};

// Kinds of loops.  The chunks of a shifted loop go to other members than those of the
// loop before.  A 'single' is the last iteration of a loop that goes around, with one
// iteration for each 'single' so far.
enum { FT_OMP_SECTIONS = 1, FT_OMP_SHIFTED = 2, FT_OMP_SINGLE = 4 };

// A loop begins, of some kinds, with 'count' iterations in chunks of 'chunk' (0: one
// for each member); it ends.
void ft_omp_mark_loop (int dealt, int kinds, uint64_t count, uint64_t chunk);
void ft_omp_mark_loop_end (void);

// The thread becomes this member of a team, and is what it was before again.
void ft_omp_mark_member (const ft_omp_member *);
void ft_omp_mark_member_end (void);

// A region has one member, and the program leaves open how many.
void ft_omp_mark_alone (void);

// The thread enters or leaves an ordered part.
void ft_omp_mark_ordered (int inside);

#endif
