// Intrinsics of LLVM's.

#ifndef FT_INSTRUMENT_LOWER_INTRINSIC_H
#define FT_INSTRUMENT_LOWER_INTRINSIC_H

#include "instrument/code_builder.h"

// The argument that a call only hands through (llvm.expect), or NULL.
LLVMValueRef ft_intrinsic_identity (LLVMValueRef);

// Arithmetic on words that also says whether it overflowed.
bool ft_intrinsic_overflows (LLVMValueRef);

// One on floating point; false if it is not, or not modelled.
bool ft_lower_float_intrinsic (ft_code_builder *, LLVMValueRef call, const char *name);

void ft_lower_intrinsic (ft_code_builder *, LLVMValueRef call);

#endif
