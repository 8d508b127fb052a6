// Parts of lowering, by class of instruction.

#ifndef FT_INSTRUMENT_LOWER_PARTS_H
#define FT_INSTRUMENT_LOWER_PARTS_H

#include "instrument/assembly.h"
#include "instrument/code_builder.h"
#include "instrument/memory_op.h"

// ---- lower_value.c ---------------------------------------------------------

// Arithmetic, comparisons, conversions, selects, addresses; false for others.
bool ft_lower_value (ft_code_builder *, LLVMValueRef);

// ---- lower_float.c ---------------------------------------------------------

// Floating point arithmetic, and calls of its intrinsics; false for others and
// for operations that are not modelled.
bool ft_lower_float (ft_code_builder *, LLVMValueRef);
bool ft_lower_float_intrinsic (ft_code_builder *, LLVMValueRef call,
                               const char *name);

// ---- lower_access.c --------------------------------------------------------

void ft_lower_access (ft_code_builder *, LLVMValueRef, const ft_memory_op *);
void ft_lower_alloca (ft_code_builder *, LLVMValueRef);
// At the begin of a function: byval arguments become local variables.
void ft_lower_byval_arguments (ft_code_builder *);

// ---- lower_assembly.c ------------------------------------------------------

// Inline assembly, whose record points begin with the first one given.
void ft_lower_assembly (ft_code_builder *, LLVMValueRef, const ft_assembly *,
                        size_t first);

// ---- lower_call.c ----------------------------------------------------------

// Calls that are no accesses.
void ft_lower_call (ft_code_builder *, LLVMValueRef);
// Before each call: says if it changes the rounding mode.
void ft_lower_rounding (ft_code_builder *, LLVMValueRef call);

// ---- lower.c ---------------------------------------------------------------

// The GUID of a function.
uint64_t ft_guid_of (const ft_unit *, LLVMValueRef function);

// ---- lower_flow.c ----------------------------------------------------------

// A site for the source location of a branch or a division, 0 if it has none.  Such
// a site makes no record, and its code is behind the codes of all sites that do.
uint32_t ft_lower_place (ft_code_builder *, LLVMValueRef);

// The end of a block; a phi node.
void ft_lower_terminator (ft_code_builder *, LLVMValueRef);
void ft_lower_phi (ft_code_builder *, LLVMValueRef);

// ---- lower_intrinsic.c -----------------------------------------------------

// The argument that an intrinsic returns unchanged (llvm.expect), or NULL.
LLVMValueRef ft_intrinsic_identity (LLVMValueRef);

// Whether a call is of an intrinsic that returns a word and an overflow flag.
bool ft_intrinsic_overflows (LLVMValueRef);

// Whether a call ends the program by a signal: __builtin_trap, and what is built to
// trap.
bool ft_intrinsic_traps (LLVMValueRef);
// Whether such a call stands for an overflow of signed integers (-ftrapv,
// -fsanitize=signed-integer-overflow with -fsanitize-trap).
bool ft_intrinsic_traps_overflow (LLVMValueRef);

void ft_lower_intrinsic (ft_code_builder *, LLVMValueRef call);

#endif
