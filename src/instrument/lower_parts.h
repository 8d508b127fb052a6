// Parts of 'code.c': what becomes of instructions of each class.

#ifndef FT_INSTRUMENT_LOWER_PARTS_H
#define FT_INSTRUMENT_LOWER_PARTS_H

#include "instrument/code_builder.h"
#include "instrument/memory_op.h"

// Arithmetic, comparisons, conversions, choices, addresses.  False if it is
// none of these.
bool ft_lower_value (ft_code_builder *, LLVMValueRef);

// Floating point; false if it is not.
bool ft_lower_float (ft_code_builder *, LLVMValueRef);

// Of memory.
void ft_lower_access (ft_code_builder *, LLVMValueRef, const ft_memory_op *);
void ft_lower_alloca (ft_code_builder *, LLVMValueRef);
// Arguments that are passed as copies in memory: each is a variable.
void ft_lower_byval_arguments (ft_code_builder *);

// Calls of all kinds, but accesses.
void ft_lower_call (ft_code_builder *, LLVMValueRef);
// Before a call that changes how floating point is rounded.
void ft_lower_rounding (ft_code_builder *, LLVMValueRef call);

// The digest of a function's name.
uint64_t ft_guid_of (const ft_unit *, LLVMValueRef function);

// What ends a block.
void ft_lower_terminator (ft_code_builder *, LLVMValueRef);
void ft_lower_phi (ft_code_builder *, LLVMValueRef);

// ---- lower intrinsic -------------------------------------------------------

// Intrinsics of LLVM's.

// The argument that a call only hands through (llvm.expect), or NULL.
LLVMValueRef ft_intrinsic_identity (LLVMValueRef);

// Arithmetic on words that also says whether it overflowed.
bool ft_intrinsic_overflows (LLVMValueRef);

// One on floating point; false if it is not, or not modelled.
bool ft_lower_float_intrinsic (ft_code_builder *, LLVMValueRef call, const char *name);

void ft_lower_intrinsic (ft_code_builder *, LLVMValueRef call);

#endif
