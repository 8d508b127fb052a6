// Where pointers come from, and where the addresses of local variables go.

#ifndef FT_INSTRUMENT_POINTER_H
#define FT_INSTRUMENT_POINTER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

// The value that a pointer was computed from by constant or variable offsets.
LLVMValueRef ft_pointer_base (LLVMValueRef pointer);

// Whether the address of an alloca (or of a 'byval' argument) may become known
// to anybody but the function's own loads and stores.
bool ft_pointer_escapes (LLVMValueRef local);

// A local variable: an alloca or a 'byval' argument.
bool ft_pointer_is_local (LLVMValueRef base);

// Adds what a getelementptr adds to its base; '*indexed' if not all of it is
// constant.
void ft_pointer_offset (LLVMTargetDataRef, LLVMValueRef gep, uint64_t *offset,
                        bool *indexed);

#endif
