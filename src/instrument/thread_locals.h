// Thread-local variables of OpenMP programs.

#ifndef FT_INSTRUMENT_THREAD_LOCALS_H
#define FT_INSTRUMENT_THREAD_LOCALS_H

#include <llvm-c/Core.h>

// Defines 'ft_omp_keeps_threads' in a module that calls OpenMP's runtime and
// has thread-local variables, as threadprivate ones are: they keep their values
// from region to region, so that the runtime keeps the threads
// (openmp/workers.c).
void ft_note_thread_locals (LLVMModuleRef);

#endif
