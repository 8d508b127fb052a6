// Marks of OpenMP in a recording (src/openmp/marks.h): the loops that a thread is
// in, and its iteration of each.

#ifndef FT_RUN_OPENMP_MARKS_H
#define FT_RUN_OPENMP_MARKS_H

#include "run/run_reader.h"

// How iterations are dealt out, as in openmp/marks.h.
enum ft_openmp_dealt {
  FT_OPENMP_NOT_DEALT,
  FT_OPENMP_ONE_CHUNK,
  FT_OPENMP_STATIC_CHUNKS,
  FT_OPENMP_CHUNKS_AROUND,
  // No mark has this one: the code of a region that is in no loop.  It counts as one
  // iteration, whose number is that of the member.
  FT_OPENMP_OUTSIDE,
};

typedef struct ft_openmp_loop {
  uint64_t count, chunk; // iterations; of a chunk, 0: one for each member
  uint32_t size;         // members of the team
  uint8_t dealt;         // enum ft_openmp_dealt
  bool open;             // the program does not say how many members
  bool sections;         // a construct of sections, each an iteration
  bool shifted;          // chunks, or sections, go otherwise than in the loop before
  bool single;           // a 'single', which is the last iteration
  ft_id mark;            // site of the iterations' mark, FT_NO_ID: none so far
  bool begun;            // outside: the frame below is known
  size_t depth;          // of the frame that has it
  uint64_t iteration;
  uint8_t part; // enum ft_openmp_part: of the iteration
} ft_openmp_loop;

// The part of an iteration of an ordered loop.
enum ft_openmp_part {
  FT_OPENMP_BEFORE_ORDERED, // all of an iteration without an ordered part
  FT_OPENMP_ORDERED,
  FT_OPENMP_BEHIND_ORDERED,
};

typedef struct ft_openmp_thread {
  FT_STACK (ft_openmp_loop) loops; // outermost first
  FT_STACK (ft_openmp_loop) outside; // of regions, outermost first (ft_openmp_marks_outside)
  uint64_t count, chunk;           // of the next one
} ft_openmp_thread;

typedef struct ft_openmp_marks {
  FT_STACK (ft_openmp_thread) threads; // by number
  FT_STACK (uint8_t) sites;            // by number: which mark, plus one
  bool alone; // a region had one member, and the program leaves open how many
} ft_openmp_marks;

void ft_openmp_marks_release (ft_openmp_marks *); // {0} is empty

// Whether the code has marks: it is linked with the OpenMP runtime.
bool ft_openmp_marks_exist (const ft_run_code *);

// Whether the code has marks of simd loops.
bool ft_openmp_marks_have_lanes (const ft_run_code *);

enum ft_openmp_mark {
  FT_OPENMP_NO_MARK, // the record is none
  FT_OPENMP_MARK,
  FT_OPENMP_MEMBER, // the thread becomes one of a team, or is what it was before
  FT_OPENMP_LOOP_BEGINS,
  FT_OPENMP_LOOP_ENDS,
  FT_OPENMP_ITERATION_BEGINS,
  // Of a simd loop; the record's value says:
  FT_OPENMP_LANES_BEGIN, // how many iterations may be executed at once
  FT_OPENMP_LANES_END,
  FT_OPENMP_LANE,       // which iteration begins
  FT_OPENMP_LANE_BYTES, // the size of the next one:
  FT_OPENMP_LANE_DATA,  // address of a local variable that is a lane's own
  FT_OPENMP_LANE_ROUND, // of an inner loop, or where one is left (openmp/marks.h)
};

// Follows a record.
enum ft_openmp_mark ft_openmp_marks_follow (ft_openmp_marks *,
                                            const ft_run_record *);

// The thread by its number; valid until the next record.
ft_openmp_thread *ft_openmp_marks_thread (ft_openmp_marks *, uint32_t number);

// The innermost loop that the thread of a record is in, with its iteration, or
// NULL; valid until the next record.  A 'single' is none here.
const ft_openmp_loop *ft_openmp_marks_loop (ft_openmp_marks *,
                                            const ft_run_thread *);

// The innermost region that the thread of a record is a member of.  The result is a loop of
// kind FT_OPENMP_OUTSIDE: its one iteration stands for the region's code in no loop.  NULL:
// the thread is in no region, or in the runtime's code.  Valid until the next record.
const ft_openmp_loop *ft_openmp_marks_outside (ft_openmp_marks *,
                                               const ft_run_thread *);

// The member of a team of 'size' that executes an iteration, when chunks and sections
// are dealt out in the 'way' (openmp/settings.h), from 1 on.  For FT_OPENMP_OUTSIDE the
// result may be 'size' or more: a team of this size has no such member.
uint64_t ft_openmp_member (const ft_openmp_loop *, uint64_t iteration,
                           uint64_t size, unsigned way);

#endif
