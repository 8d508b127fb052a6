// Masked vector accesses of x86: masked moves of AVX and SSE2, gathers and
// scatters of AVX2 and AVX-512.
//
// The intrinsics of the processor are replaced by LLVM's generic ones
// ("llvm.masked.load"), which another pass splits into one access per lane.
// Source: Intel's manual; a lane takes part if the highest bit of its mask is
// set.

#ifndef FT_INSTRUMENT_VECTOR_ACCESS_H
#define FT_INSTRUMENT_VECTOR_ACCESS_H

#include <llvm-c/Core.h>

void ft_vector_access_make_generic (LLVMModuleRef);

#endif
