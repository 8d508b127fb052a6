// Marks of the iterations of OpenMP's loops.

#ifndef FT_INSTRUMENT_ITERATION_MARKS_H
#define FT_INSTRUMENT_ITERATION_MARKS_H

#include <llvm-c/Core.h>

// Adds, at the begin of each iteration of a loop that the threads of a team
// share, a store of its number, from 0 on, to ft_omp_iteration
// (src/openmp/marks.h).  Its line is that of the directive.
void ft_iteration_marks_add (LLVMModuleRef);

#endif
