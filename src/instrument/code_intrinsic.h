// Intrinsics of LLVM's.

#ifndef FT_INSTRUMENT_CODE_INTRINSIC_H
#define FT_INSTRUMENT_CODE_INTRINSIC_H

#include "instrument/coder.h"

// The argument that a call only hands through (llvm.expect), or NULL.
LLVMValueRef ft_intrinsic_same (LLVMValueRef);

// Arithmetic on words that also says whether it overflowed.
bool ft_intrinsic_overflows (LLVMValueRef);

// One on floating point; false if it is not, or not modelled.
bool ft_intrinsic_float (ft_coder *, LLVMValueRef call, const char *name);

void ft_intrinsic_code (ft_coder *, LLVMValueRef call);

#endif
