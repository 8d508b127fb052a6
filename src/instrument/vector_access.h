// Vector accesses of some lanes that are instructions of one processor: masked
// moves of AVX and of SSE2, gathers and scatters of AVX2 and AVX-512.
//
// They become LLVM's intrinsics for any processor ("llvm.masked.load"), which a
// pass then makes one access for each lane of.  Source: the operations that
// Intel's manual describes; a lane takes part if the highest bit of its mask is
// set.

#ifndef FT_INSTRUMENT_VECTOR_ACCESS_H
#define FT_INSTRUMENT_VECTOR_ACCESS_H

#include <llvm-c/Core.h>

void ft_vector_access_make_generic (LLVMModuleRef);

#endif
