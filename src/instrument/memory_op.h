// Accesses of memory: which instructions are, and of what.

#ifndef FT_INSTRUMENT_MEMORY_OP_H
#define FT_INSTRUMENT_MEMORY_OP_H

#include "instrument/unit.h"

typedef struct ft_memory_op {
  enum ft_site_kind kind;
  enum ft_wire_order order, failure; // the latter of a CAS that fails
  uint64_t size;                     // 0 if it is not a constant
  LLVMValueRef read, written;        // pointers, or NULL
  LLVMValueRef opaque; // the pointer, if it is no access that LLVM knows
  bool before; // its record comes before it, since it may be a call in the
               // end, or has no value
  bool unused; // a value that is read and not used
} ft_memory_op;

bool ft_memory_op_of (const ft_unit *, LLVMValueRef instruction, ft_memory_op *);

// Memory that never changes: constants, the inside of vtables.
bool ft_memory_is_constant (const ft_unit *, LLVMValueRef pointer);

// May raise a signal, and has no record of its own that comes first: a load
// from what a pointer to a vtable points to, a division.
bool ft_may_trap (const ft_unit *, LLVMValueRef instruction);

// Intrinsics that may run other code of the program, or none ever again.
bool ft_intrinsic_ends_run (LLVMValueRef call);

#endif
