// The translation unit that is being instrumented: the state that all files of
// the instrumenter share.
//
// LLVM-C notes.  Debug records are turned into intrinsics first, which can be
// listed and move with the instructions.  'builder' writes new code and has a
// debug location.  'mover' only moves instructions and must never have one,
// since a builder sets it on the instructions that it inserts.

#ifndef FT_INSTRUMENT_UNIT_H
#define FT_INSTRUMENT_UNIT_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/hash.h"
#include "instrument/instrument.h"
#include "symex/code/unit_code.h"
#include "run/sites.h"

enum ft_uninstrumented_function {
  FT_HAS_EFFECTS, // unknown ones
  FT_HAS_NO_CODE, // it makes no records, and its code is not in the table
};

typedef struct ft_unit ft_unit;

struct ft_unit {
  const ft_instrument_options *options;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout; // borrowed from the module
  LLVMBuilderRef builder, mover;
  LLVMTypeRef word, half, pointer; // i64, i32, ptr

  // Symbols of the runtime: ft_cursor, ft_limit, ft_slow; in a light build
  // ft_slow_ordered, ft_in_parallel.
  LLVMValueRef cursor, limit, slow, slow_ordered, in_parallel;
  LLVMTypeRef slow_type;
  LLVMValueRef loop; // ft_loop
  LLVMTypeRef loop_type;

  LLVMValueRef functions; // a placeholder of the array of descriptors until
                          // the number of functions is known
  LLVMValueRef weights;   // branch weights of a check
  unsigned prof;          // metadata kind

  ft_sites sites;
  ft_unit_code code;                   // of instrumented functions
  FT_STACK (ft_code_body) leaf_bodies; // of unrecorded leaf functions
  ft_intern strings;                   // of 'sites', less one: string 0 is ""
  ft_map files;     // paths (strings of 'sites') that were noted
  ft_map scopes;    // inlined-at location (its address) to inlined scope
  ft_map variables; // value (its address) to index in 'declared'
  FT_STACK (LLVMMetadataRef) declared; // DILocalVariables
  ft_map global_at;                    // globals (addresses) to 'globals'
  FT_STACK (LLVMValueRef) globals;     // in the order of 'sites.globals'
  ft_map resolvers;      // functions (their addresses) that resolve ifuncs
  ft_map uninstrumented; // functions that are defined here and not instrumented:
                         // enum ft_uninstrumented_function
};

void ft_unit_init (ft_unit *, LLVMModuleRef, const ft_instrument_options *);
void ft_unit_release (ft_unit *);

uint32_t ft_unit_string (ft_unit *, const char *, size_t length);

void ft_unit_warn (const ft_unit *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// The name of a global value, its length in bytes.
const char *ft_llvm_name (LLVMValueRef, size_t *length);

static inline LLVMValueRef ft_unit_constant (const ft_unit *u, uint64_t n) {
  return LLVMConstInt (u->word, n, 0);
}

static inline uint64_t ft_pointer_key (const void *p) {
  return (uint64_t)(uintptr_t)p;
}

unsigned ft_attribute_kind (const char *name);

// The name of an intrinsic, "" if 'f' is none.
const char *ft_intrinsic_name (LLVMValueRef f);
// Whether an instruction calls an intrinsic whose name begins with 'prefix'.
bool ft_calls_intrinsic (LLVMValueRef instruction, const char *prefix);

#endif
