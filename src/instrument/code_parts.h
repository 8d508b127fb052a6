// Parts of 'code.c': what becomes of instructions of each class.

#ifndef FT_INSTRUMENT_CODE_PARTS_H
#define FT_INSTRUMENT_CODE_PARTS_H

#include "instrument/access.h"
#include "instrument/coder.h"

// Arithmetic, comparisons, conversions, choices, addresses.  False if it is
// none of these.
bool ft_code_value (ft_coder *, LLVMValueRef);

// Floating point; false if it is not.
bool ft_code_float (ft_coder *, LLVMValueRef);

// Of memory.
void ft_code_access (ft_coder *, LLVMValueRef, const ft_access *);
void ft_code_alloca (ft_coder *, LLVMValueRef);
// Arguments that are passed as copies in memory: each is a variable.
void ft_code_copied_arguments (ft_coder *);

// Calls of all kinds, but accesses.
void ft_code_call (ft_coder *, LLVMValueRef);
// Before a call that changes how floating point is rounded.
void ft_code_rounding (ft_coder *, LLVMValueRef call);

// The digest of a function's name.
uint64_t ft_code_linkage_of (const ft_unit *, LLVMValueRef function);

// What ends a block.
void ft_code_terminator (ft_coder *, LLVMValueRef);
void ft_code_phi (ft_coder *, LLVMValueRef);

#endif
