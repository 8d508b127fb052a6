// Inline assembly: the memory that it accesses, by its constraints.
//
// An operand with a memory constraint is an access in the directions that the
// constraint says.  An access of one word counts as atomic: assembly is mostly
// written for words that threads share.  An access of more bytes is plain,
// unless the text has an atomic instruction.  The value of an access is the
// content of memory before and after the assembly: no other thread runs
// meanwhile.
//
// The text may also access memory that no constraint names: through a register,
// by a symbol, by an immediate operand, in a system call.  Such assembly counts
// as a call of an unknown function.

#ifndef FT_INSTRUMENT_ASSEMBLY_H
#define FT_INSTRUMENT_ASSEMBLY_H

#include "instrument/unit.h"
#include "trace/operator.h"

typedef struct ft_assembly_access {
  enum ft_site_kind kind; // CAS: a write only if memory has changed
  LLVMValueRef pointer;
  uint64_t size;
  bool reads, writes;
} ft_assembly_access;

enum { FT_MOST_ASSEMBLY_ACCESSES = 12 };

// The names of the unknown function that such assembly calls; the second one,
// if it calls the kernel, has a row in 'run/calls.def'.
#define FT_ASSEMBLY_NAME "(assembly)"
#define FT_ASSEMBLY_KERNEL_NAME "(system-call)"

typedef struct ft_assembly {
  ft_assembly_access accesses[FT_MOST_ASSEMBLY_ACCESSES];
  unsigned count;
  bool is_empty;       // executes nothing; the rest is unset
  bool is_call;        // accesses more than 'accesses'
  bool is_kernel_call; // and enters the kernel
  bool is_move;        // a word from an operand to another, and nothing else
  bool is_fence;       // without accesses, and orders those around it
  bool is_straight;    // one access, of a word, by instructions without jumps
  bool is_library;     // a call of libatomic (opaque.h)
  bool is_unvalued;    // the values are not known
  enum ft_operator op; // of an access that is one locked instruction, if known
  bool is_returned;    // the result is what memory held
  bool has_constant;   // the text has the operand
  uint64_t constant;
} ft_assembly;

// False if the instruction is no inline assembly.
bool ft_assembly_of (const ft_unit *, LLVMValueRef instruction, ft_assembly *);

static inline const char *ft_assembly_callee (const ft_assembly *a) {
  return a->is_kernel_call ? FT_ASSEMBLY_KERNEL_NAME : FT_ASSEMBLY_NAME;
}

// ---- assembly_text.c -------------------------------------------------------

typedef struct ft_assembly_text {
  bool is_known;    // accesses no memory but operands and the own stack
  bool is_move;     // one instruction, which moves a word
  bool is_atomic;   // has an instruction that is an atomic read-modify-write
  bool has_segment; // an operand is an offset in the thread's own storage
  bool jumps;       // or may end the program
  bool enters_kernel;
  bool is_locked;
  // The only instruction, if it is "add", "xadd" and the like: what it computes
  // on how many bytes (0: as its operands), and its constant operand.
  enum ft_operator op;
  unsigned bytes;
  bool returns, has_constant;
  uint64_t constant;
} ft_assembly_text;

// The text as LLVM has it: operands are "$0" and "${0:b}", "$" is "$$".
ft_assembly_text ft_assembly_text_read (const char *text, size_t length);

#endif
