// Accesses of memory by code that is no LLVM instruction: inline assembly, and
// libatomic for atomics that have no instruction.
//
// Both are what hand-made locks are made of, so missing them would report
// races that there are none.  They count as atomic and sequentially consistent
// whatever they do.  Their values are found by loads around them, which
// nothing can interrupt while recording.

#ifndef FT_INSTRUMENT_OPAQUE_H
#define FT_INSTRUMENT_OPAQUE_H

#include "instrument/memory_op.h"

bool ft_opaque_access (const ft_unit *, LLVMValueRef call, ft_memory_op *);

// The word at 'pointer' where the unit's builder stands.
LLVMValueRef ft_opaque_value (ft_unit *, LLVMValueRef pointer, uint64_t size);

#endif
