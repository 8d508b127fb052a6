// Opaque accesses: memory operations that are no LLVM instructions, namely
// calls of libatomic for atomics without an instruction.  (Inline assembly:
// assembly.h.)
//
// Hand-made locks are made of them, so that missing such accesses would cause
// false races.  All count as atomic and sequentially consistent.  Their values
// come from loads before and behind them; no other thread runs between while
// recording.

#ifndef FT_INSTRUMENT_OPAQUE_H
#define FT_INSTRUMENT_OPAQUE_H

#include "instrument/memory_op.h"

bool ft_opaque_access (const ft_unit *, LLVMValueRef call, ft_memory_op *);

// Loads the word at 'pointer', where the unit's builder stands; 0 if the size is
// not one of words.
LLVMValueRef ft_opaque_value (ft_unit *, LLVMValueRef pointer, uint64_t size);

#endif
