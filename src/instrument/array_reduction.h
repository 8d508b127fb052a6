// Reductions over a part of an array that is a global variable, as OpenMP has
// them: 'reduction(+ : a[:n])'.

#ifndef FT_INSTRUMENT_ARRAY_REDUCTION_H
#define FT_INSTRUMENT_ARRAY_REDUCTION_H

#include <llvm-c/Core.h>

// Makes each thread use the copy of the array that clang made for it.
void ft_array_reduction_use_copies (LLVMModuleRef);

#endif
