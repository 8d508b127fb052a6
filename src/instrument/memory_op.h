// Memory operations: instructions that access memory, and which memory.

#ifndef FT_INSTRUMENT_MEMORY_OP_H
#define FT_INSTRUMENT_MEMORY_OP_H

#include "instrument/unit.h"

typedef struct ft_memory_op {
  enum ft_site_kind kind;
  enum ft_wire_order order, failure; // 'failure': of a failed CAS
  uint64_t size;                     // 0 if it is not a constant
  LLVMValueRef read, written;        // pointers, or NULL
  LLVMValueRef opaque; // the pointer of an intrinsic of one processor, or NULL
  bool before; // the record comes before the access, which may become a call
               // or has no value
  bool unused; // the value that is read is not used
} ft_memory_op;

// False if the instruction is no memory operation of the default address space.
bool ft_memory_op_of (const ft_unit *, LLVMValueRef instruction,
                      ft_memory_op *);

// Whether memory never changes: constants, vtables.
bool ft_memory_is_constant (const ft_unit *, LLVMValueRef pointer);

// Whether an instruction without a record before it may raise a signal: a load
// through a vtable pointer, a division.
bool ft_may_trap (const ft_unit *, LLVMValueRef instruction);

// Whether an intrinsic may access memory of the program, as it is declared.
bool ft_intrinsic_accesses_memory (LLVMValueRef intrinsic);

// True if the intrinsic accesses memory that no argument names: the pass treats
// such an intrinsic as a call of an unknown function.
bool ft_intrinsic_is_unknown (LLVMValueRef call);

// Whether an intrinsic may run other code of the program, or end the program.
bool ft_intrinsic_ends_run (LLVMValueRef call);

#endif
