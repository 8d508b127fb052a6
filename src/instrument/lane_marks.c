// Lanes of 'simd' loops.
//
// What clang emits: a loop whose branch back says that it is to be vectorized,
// with the width that 'safelen' allows, or, without that clause, that its accesses
// are parallel.  Its counter and the copies of variables that are private to a lane
// are local variables without a line in the debug information, unlike those of the
// program, and unlike the counter of a loop with '#pragma clang loop'.
//
// A local variable whose address nobody takes has no records, and is a register
// where it can be.  The store of its address to a mark makes it one of those that
// have.
#include "instrument/lane_marks.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/hash.h"
#include "instrument/iteration_marks.h"
#include "instrument/lane_rounds.h"
#include "instrument/pointer.h"
#include "instrument/unit.h"

typedef struct loop {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef latch;       // the branch back
  LLVMBasicBlockRef header; // that compares the counter
  LLVMBasicBlockRef begin;  // of an iteration
  LLVMValueRef counter;
  LLVMMetadataRef location;            // of the directive
  uint64_t lanes;                      // UINT64_MAX: no limit
  ft_loop_blocks blocks;
} loop;

// ---- what the loop's metadata say ------------------------------------------

typedef struct property {
  bool there;
  LLVMValueRef value; // NULL: none, or not a number
} property;

static property property_of (LLVMValueRef latch, const char *name) {
  unsigned length;
  unsigned kind = LLVMGetMDKindIDInContext (LLVMGetTypeContext (LLVMTypeOf (latch)), "llvm.loop", 9);
  LLVMValueRef node = LLVMGetMetadata (latch, kind);
  property found = {0};
  int count = node ? LLVMGetMDNodeNumOperands (node) : 0;
  LLVMValueRef *all = ft_calloc ((size_t)count + 1, sizeof *all);
  if (node)
    LLVMGetMDNodeOperands (node, all);
  for (int i = 1; i < count; i++) { // the first one is the node itself
    LLVMValueRef part[2] = {0};
    int parts = all[i] && LLVMIsAMDNode (all[i])
                    ? LLVMGetMDNodeNumOperands (all[i])
                    : 0;
    if (parts < 1 || parts > 2)
      continue;
    LLVMGetMDNodeOperands (all[i], part);
    const char *text = part[0] ? LLVMGetMDString (part[0], &length) : NULL;
    if (text && length == strlen (name) && !memcmp (text, name, length))
      found = (property){true, part[1] && LLVMIsAConstantInt (part[1])
                                   ? part[1]
                                   : NULL};
  }
  free (all);
  return found;
}

// How many iterations may be executed at once; 0: it is no simd loop.
static uint64_t lanes_of (LLVMValueRef latch) {
  property enabled = property_of (latch, "llvm.loop.vectorize.enable"),
           width = property_of (latch, "llvm.loop.vectorize.width");
  if (!enabled.value || !LLVMConstIntGetZExtValue (enabled.value))
    return 0;
  if (property_of (latch, "llvm.loop.parallel_accesses").there)
    return UINT64_MAX;
  return width.value ? LLVMConstIntGetZExtValue (width.value) : 0;
}

// ---- variables -------------------------------------------------------------

// The line of a local variable; 0: it is none of the program.
static unsigned line_of (LLVMValueRef function, LLVMValueRef local) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function);
  for (; b; b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i)) {
      LLVMValueRef v = NULL;
      if (!ft_calls_intrinsic (i, "llvm.dbg.declare"))
        continue;
      LLVMValueRef operand = LLVMGetOperand (i, 0);
      if (LLVMGetMetadataKind (LLVMValueAsMetadata (operand)) ==
          LLVMLocalAsMetadataMetadataKind)
        LLVMGetMDNodeOperands (operand, &v);
      if (v == local)
        return LLVMDIVariableGetLine (
            LLVMValueAsMetadata (LLVMGetOperand (i, 1)));
    }
  return 0;
}

// Whether the variable is declared before the loop, and is not the copy of one.
static bool is_outer (const loop *l, LLVMValueRef local) {
  unsigned line = line_of (LLVMGetBasicBlockParent (l->header), local);
  return line && line < LLVMDILocationGetLine (l->location);
}

static LLVMTypeRef word_type (const loop *l) {
  return LLVMInt64TypeInContext (LLVMGetModuleContext (l->module));
}

static LLVMValueRef bytes_of (loop *l, LLVMValueRef local) {
  LLVMValueRef one = LLVMSizeOf (LLVMGetAllocatedType (local)),
               count = LLVMGetOperand (local, 0);
  count = LLVMBuildZExtOrBitCast (l->builder, count, word_type (l), "");
  return LLVMBuildMul (l->builder, one, count, "");
}

static void mark_variable (loop *l, LLVMValueRef local, LLVMValueRef bytes) {
  ft_mark_store (l->module, l->builder, "ft_omp_lane_bytes", bytes);
  ft_mark_store (l->module, l->builder, "ft_omp_lane_data",
                 LLVMBuildPtrToInt (l->builder, local, word_type (l), ""));
}

// A variable whose address stays in the function needs no mark if it is private.  One
// that lanes share gets its records by the mark; its address may stay in the function
// once registers hold what points to it.
static void look_at (loop *l, ft_map *known, LLVMValueRef local, bool writes) {
  bool outer = is_outer (l, local), escapes = ft_pointer_escapes (local);
  if (!(escapes || (outer && writes)) ||
      *ft_map_at (known, ft_pointer_key (local)) != FT_NO_ID)
    return;
  *ft_map_at (known, ft_pointer_key (local)) = 1;
  mark_variable (l, local,
                 outer ? LLVMConstNull (word_type (l)) : bytes_of (l, local));
}

static void look_at_operands (loop *l, ft_map *known, LLVMValueRef i) {
  bool writes = LLVMIsAStoreInst (i);
  for (int k = 0; k < LLVMGetNumOperands (i); k++) {
    LLVMValueRef base = LLVMGetOperand (i, (unsigned)k);
    base = base ? ft_pointer_base (base) : NULL;
    if (base && LLVMIsAAllocaInst (base))
      look_at (l, known, base, writes && k == 1);
  }
}

static void mark_variables (loop *l) {
  ft_map known = {0};
  LLVMBasicBlockRef entry =
      LLVMGetEntryBasicBlock (LLVMGetBasicBlockParent (l->header));
  for (LLVMValueRef i = LLVMGetFirstInstruction (entry); i;
       i = LLVMGetNextInstruction (i))
    if (LLVMIsAAllocaInst (i))
      look_at (l, &known, i, false);
  for (size_t k = 0; k < l->blocks.size; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction (l->blocks.begin[k]); i;
         i = LLVMGetNextInstruction (i))
      look_at_operands (l, &known, i);
  ft_map_release (&known);
}

// Functions keep frames of their own, whose variables are a lane's; and the one with the
// loop a caller, whose variables have records since the function gets their address.
static void keep_frames (const loop *l) {
  unsigned kind = ft_attribute_kind ("noinline");
  LLVMAttributeRef attribute = LLVMCreateEnumAttribute (
      LLVMGetModuleContext (l->module), kind, 0);
  LLVMValueRef f = LLVMGetBasicBlockParent (l->header);
  if (!LLVMGetEnumAttributeAtIndex (
          f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
          ft_attribute_kind ("alwaysinline")))
    LLVMAddAttributeAtIndex (f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             attribute);
  for (size_t k = 0; k < l->blocks.size; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction (l->blocks.begin[k]); i;
         i = LLVMGetNextInstruction (i))
      if (LLVMIsACallInst (i) || LLVMIsAInvokeInst (i))
        LLVMAddCallSiteAttribute (i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                  attribute);
}

// ---- loops -----------------------------------------------------------------

// Loops of which nothing is said: those that have 'ordered' parts, variables of a
// size that is computed in an iteration, or a simd loop, which says it of itself.
static bool is_other (const loop *l) {
  static const char name[] = "__captured_stmt";
  for (size_t k = 0; k < l->blocks.size; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction (l->blocks.begin[k]); i;
         i = LLVMGetNextInstruction (i)) {
      LLVMValueRef callee = LLVMIsACallInst (i) ? LLVMGetCalledValue (i) : NULL;
      size_t length;
      if (LLVMIsAAllocaInst (i) ||
          (callee && LLVMIsAFunction (callee) &&
           !strncmp (ft_llvm_name (callee, &length), name, sizeof name - 1)) ||
          (i != l->latch && LLVMIsABranchInst (i) && lanes_of (i) > 1))
        return true;
    }
  return false;
}

// The counter is loaded in the header, and compared there.
static bool find_counter (loop *l) {
  for (LLVMValueRef i = LLVMGetFirstInstruction (l->header); i;
       i = LLVMGetNextInstruction (i)) {
    LLVMValueRef from = LLVMIsALoadInst (i) ? LLVMGetOperand (i, 0) : NULL;
    if (!from || !LLVMIsAAllocaInst (from))
      continue;
    l->begin = ft_mark_begin_of_iteration (i);
    l->counter = from;
    if (l->begin)
      return !line_of (LLVMGetBasicBlockParent (l->header), from);
  }
  return false;
}

static void mark_begin (loop *l) {
  for (LLVMUseRef use = LLVMGetFirstUse (LLVMBasicBlockAsValue (l->header));
       use; use = LLVMGetNextUse (use)) {
    LLVMValueRef branch = LLVMGetUser (use);
    if (branch == l->latch || !LLVMIsATerminatorInst (branch))
      continue;
    LLVMPositionBuilderBefore (l->builder, branch);
    LLVMSetCurrentDebugLocation2 (l->builder, l->location);
    mark_variables (l);
    ft_mark_store (l->module, l->builder, "ft_omp_lanes",
                   LLVMConstInt (word_type (l), l->lanes, false));
  }
}

static void mark_end (loop *l) {
  LLVMBasicBlockRef end =
      LLVMGetSuccessor (LLVMGetBasicBlockTerminator (l->header), 1);
  LLVMPositionBuilderBefore (l->builder, LLVMGetFirstInstruction (end));
  LLVMSetCurrentDebugLocation2 (l->builder, l->location);
  ft_mark_store (l->module, l->builder, "ft_omp_lanes",
                 LLVMConstNull (word_type (l)));
}

static void mark_loop (loop *l) {
  if (!l->location || !find_counter (l))
    return;
  ft_loop_blocks_find (&l->blocks, l->header,
                       LLVMGetInstructionParent (l->latch));
  LLVMSetCurrentDebugLocation2 (l->builder, l->location);
  if (!is_other (l) && ft_lane_rounds_mark (l->module, l->builder, &l->blocks)) {
    keep_frames (l);
    mark_begin (l);
    ft_mark_iteration (l->module, l->builder, "ft_omp_lane", l->begin,
                       l->counter, l->location);
    mark_end (l);
  }
  FT_RELEASE (l->blocks);
}

static void mark_loops (LLVMModuleRef m, LLVMBuilderRef builder,
                        LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
       b = LLVMGetNextBasicBlock (b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator (b);
    if (!end || !LLVMIsABranchInst (end) || LLVMIsConditional (end))
      continue;
    loop l = {.module = m,
              .builder = builder,
              .latch = end,
              .header = LLVMGetSuccessor (end, 0),
              .location = LLVMInstructionGetDebugLoc (end),
              .lanes = lanes_of (end)};
    if (l.lanes > 1)
      mark_loop (&l);
  }
}

void ft_lane_marks_add (LLVMModuleRef m) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
  if (LLVMGetModuleFlag (m, "openmp", 6)) {
    LLVMSetIsNewDbgInfoFormat (m, 0); // variables are declared by calls
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f))
      mark_loops (m, builder, f);
    LLVMSetIsNewDbgInfoFormat (m, 1);
  }
  LLVMDisposeBuilder (builder);
}
