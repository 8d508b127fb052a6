// Reductions over a part of a global array.
//
// clang 19 makes a copy of the elements for each thread, and adds the copies up
// at the end, but the statements in between still use the global variable: it
// looks up variables of a function under the names of their copies, and global
// ones not (LLVM's pull request 160846 mends it).  That is a race which the
// source does not have, and a wrong sum.
//
// What clang emits: the copy; the address at which the array would begin, were
// the copy a part of it (copy + (array - first element) / size), which nothing
// uses, or for a pointer a variable with that address; the statements; a store
// of the copy's address into the list of what is reduced, or in a simd loop the sum.
// Code is emitted in that order, and a function that the statements call uses the global variable
// in any case.  Regions inside of the statements keep the global variable.
#include "instrument/array_reduction.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stddef.h>

#include "instrument/pointer.h"

typedef struct copied_array {
  LLVMValueRef global;  // the array, or a pointer to its begin
  LLVMValueRef instead; // what statements have to use for it
  LLVMValueRef copy;    // the elements of the thread
} copied_array;

static bool is_opcode (LLVMValueRef v, LLVMOpcode opcode) {
  if (LLVMIsAInstruction (v))
    return LLVMGetInstructionOpcode (v) == opcode;
  return LLVMIsAConstantExpr (v) && LLVMGetConstOpcode (v) == opcode;
}

// The pointer from which '(pointer - other) / size' counts; NULL for all else.
static LLVMValueRef distance_from (LLVMValueRef index) {
  if (!is_opcode (index, LLVMSDiv))
    return NULL;
  LLVMValueRef difference = LLVMGetOperand (index, 0);
  if (!is_opcode (difference, LLVMSub))
    return NULL;
  LLVMValueRef begin = LLVMGetOperand (difference, 0);
  return is_opcode (begin, LLVMPtrToInt) ? LLVMGetOperand (begin, 0) : NULL;
}

// The variable that holds the address and is not used so far; NULL if none does.
static LLVMValueRef unused_holder (LLVMValueRef pointer) {
  LLVMUseRef use = LLVMGetFirstUse (pointer);
  LLVMValueRef store = use ? LLVMGetUser (use) : NULL;
  if (!store || LLVMGetNextUse (use) || !LLVMIsAStoreInst (store) ||
      LLVMGetOperand (store, 0) != pointer)
    return NULL;
  LLVMValueRef holder = LLVMGetOperand (store, 1);
  use = LLVMGetFirstUse (holder);
  return LLVMIsAAllocaInst (holder) && !LLVMGetNextUse (use) ? holder : NULL;
}

static bool is_copied_array (LLVMValueRef i, copied_array *a) {
  if (!LLVMIsAGetElementPtrInst (i) || LLVMGetNumOperands (i) != 2)
    return false;
  LLVMValueRef begin = distance_from (LLVMGetOperand (i, 1));
  if (!begin)
    return false;
  a->copy = ft_pointer_base (LLVMGetOperand (i, 0));
  bool is_pointer = LLVMIsALoadInst (begin);
  a->global = is_pointer ? LLVMGetOperand (begin, 0) : begin;
  a->instead = is_pointer              ? unused_holder (i)
               : LLVMGetFirstUse (i) ? NULL
                                       : i;
  return a->instead && LLVMIsAGlobalVariable (a->global) &&
         LLVMIsAAllocaInst (a->copy);
}

// ---- statements ------------------------------------------------------------

static LLVMValueRef next_instruction (LLVMValueRef i) {
  LLVMValueRef next = LLVMGetNextInstruction (i);
  LLVMBasicBlockRef block = LLVMGetInstructionParent (i);
  while (!next && (block = LLVMGetNextBasicBlock (block)))
    next = LLVMGetFirstInstruction (block);
  return next;
}

// The block before the loop that adds the elements of the copy up, if this is its
// pointer to them; else NULL.
static LLVMBasicBlockRef before_sum (const copied_array *a, LLVMValueRef i) {
  unsigned count = LLVMIsAPHINode (i) ? LLVMCountIncoming (i) : 0;
  for (unsigned k = 0; k < count; k++)
    if (LLVMGetIncomingValue (i, k) == a->copy)
      return LLVMGetIncomingBlock (i, k);
  return NULL;
}

// Where the copy's address goes into the list, or, of a simd loop, which has no
// list, where the copy is added up; NULL: nowhere.
static LLVMValueRef end_of_statements (const copied_array *a,
                                       LLVMValueRef begin) {
  for (LLVMValueRef i = begin; i; i = next_instruction (i)) {
    LLVMBasicBlockRef sum = before_sum (a, i);
    if (sum)
      return LLVMGetFirstInstruction (sum);
    if (LLVMIsAStoreInst (i) && LLVMGetOperand (i, 0) == a->copy)
      return i;
  }
  return NULL;
}

// An address computed from the global variable, computed from the copy, or the
// value itself if it is none.
static LLVMValueRef of_copy (const copied_array *a, LLVMBuilderRef builder,
                             LLVMValueRef v) {
  enum { MOST_INDICES = 16 };
  if (v == a->global)
    return a->instead;
  if (!LLVMIsAConstantExpr (v) ||
      LLVMGetConstOpcode (v) != LLVMGetElementPtr)
    return v;
  LLVMValueRef indices[MOST_INDICES], base = LLVMGetOperand (v, 0);
  LLVMValueRef other = of_copy (a, builder, base);
  int count = LLVMGetNumOperands (v) - 1;
  if (other == base || count > MOST_INDICES)
    return v;
  for (int k = 0; k < count; k++)
    indices[k] = LLVMGetOperand (v, (unsigned)k + 1);
  return LLVMBuildGEP2 (builder, LLVMGetGEPSourceElementType (v), other,
                        indices, (unsigned)count, "");
}

static void use_copy (const copied_array *a, LLVMBuilderRef builder,
                      LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands (i); k++) {
    LLVMValueRef operand = LLVMGetOperand (i, (unsigned)k);
    if (!operand || !LLVMIsAConstant (operand))
      continue;
    LLVMPositionBuilderBefore (
        builder, LLVMIsAPHINode (i) ? LLVMGetBasicBlockTerminator (
                                          LLVMGetIncomingBlock (i, (unsigned)k))
                                    : i);
    LLVMValueRef other = of_copy (a, builder, operand);
    if (other != operand)
      LLVMSetOperand (i, (unsigned)k, other);
  }
}

static void use_copy_in_statements (const copied_array *a,
                                    LLVMBuilderRef builder,
                                    LLVMValueRef begin) {
  LLVMValueRef end = end_of_statements (a, begin);
  for (LLVMValueRef i = begin; end && i != end; i = next_instruction (i))
    use_copy (a, builder, i);
}

void ft_array_reduction_use_copies (LLVMModuleRef m) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f)) {
    LLVMBasicBlockRef first = LLVMGetFirstBasicBlock (f);
    copied_array a;
    for (LLVMValueRef i = first ? LLVMGetFirstInstruction (first) : NULL; i;
         i = next_instruction (i))
      if (is_copied_array (i, &a))
        use_copy_in_statements (&a, builder, next_instruction (i));
  }
  LLVMDisposeBuilder (builder);
}
