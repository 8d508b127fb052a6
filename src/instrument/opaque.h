// Opaque accesses: calls of libatomic, for atomics that no LLVM instruction
// does.  (Inline assembly: assembly.h.)
//
// Hand-made locks are made of them, so that missing such accesses would cause
// false races.  Those of the object count as sequentially consistent.  Their
// records come right behind the call, since libatomic may take locks of its
// own, at which other threads run: no values are known then.

#ifndef FT_INSTRUMENT_OPAQUE_H
#define FT_INSTRUMENT_OPAQUE_H

#include "instrument/assembly.h"

// False if the instruction does not call libatomic with a constant size.
bool ft_libatomic_of (LLVMValueRef instruction, ft_assembly *);

// Loads the word at 'pointer', where the unit's builder stands; 0 if the size
// is not one of words.
LLVMValueRef ft_opaque_value (ft_unit *, LLVMValueRef pointer, uint64_t size);

#endif
