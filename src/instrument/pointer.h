// Pointers: the base that they are computed from, and whether the address of a
// local variable escapes.

#ifndef FT_INSTRUMENT_POINTER_H
#define FT_INSTRUMENT_POINTER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

// The value that a pointer was computed from by constant or variable offsets.
LLVMValueRef ft_pointer_base (LLVMValueRef pointer);

// Whether the address of an alloca or byval argument may be used by more than
// the function's own loads and stores.
bool ft_pointer_escapes (LLVMValueRef local);

// Whether a value is a local variable: an alloca or a byval argument.
bool ft_pointer_is_local (LLVMValueRef base);

// Whether a pointer is to a thread-local variable of the thread that computes it.
bool ft_pointer_is_thread_local (LLVMValueRef pointer);

// Adds the offset of a getelementptr from its base; sets '*indexed' if a part
// of the offset is not constant.
void ft_pointer_offset (LLVMTargetDataRef, LLVMValueRef gep, uint64_t *offset,
                        bool *indexed);

#endif
