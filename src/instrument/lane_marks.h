// Marks of the lanes of OpenMP's 'simd' loops.

#ifndef FT_INSTRUMENT_LANE_MARKS_H
#define FT_INSTRUMENT_LANE_MARKS_H

#include <llvm-c/Core.h>

// Adds stores to the runtime's variables (src/openmp/marks.h): before a simd loop
// how many of its iterations may be executed at once, and which local variables are a
// lane's own; at the begin of each iteration its number; the rounds of inner loops;
// and the end.  Loops with 'ordered' parts have no marks.
void ft_lane_marks_add (LLVMModuleRef);

#endif
