// Marks of the iterations of OpenMP's loops.

#ifndef FT_INSTRUMENT_ITERATION_MARKS_H
#define FT_INSTRUMENT_ITERATION_MARKS_H

#include <llvm-c/Core.h>

// Adds, at the begin of each iteration of a loop that the threads of a team
// share, a store of its number, from 0 on, to ft_omp_iteration
// (src/openmp/marks.h).  Its line is that of the directive.
void ft_iteration_marks_add (LLVMModuleRef);

// ---- for other marks (instrument/lane_marks.h) ------------------------------

// Adds a store to a thread-local word of the runtime.
void ft_mark_store (LLVMModuleRef, LLVMBuilderRef, const char *name,
                    LLVMValueRef);

// The first block of an iteration, if this load of the counter is the one that
// is compared with the upper bound; else NULL.
LLVMBasicBlockRef ft_mark_begin_of_iteration (LLVMValueRef load);

// Adds there a store of the iteration's number.
void ft_mark_iteration (LLVMModuleRef, LLVMBuilderRef, const char *name,
                        LLVMBasicBlockRef iteration, LLVMValueRef counter,
                        LLVMMetadataRef location);

#endif
