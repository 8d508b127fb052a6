// Record points of a function.
#include "instrument/record_points.h"

#include <string.h>

#include "instrument/assembly.h"
#include "instrument/memory_op.h"
#include "instrument/debug.h"
#include "instrument/opaque.h"
#include "instrument/source_names.h"
#include "instrument/pointer.h"
#include "instrument/site.h"
#include "instrument/waiting_loops.h"

typedef struct scanner {
  ft_unit *unit;
  ft_function_points *points;
  ft_block_points *block;
  ft_map unshared; // allocas and byval arguments that do not escape
} scanner;

static void add (scanner *s, enum ft_record_point_kind kind, enum ft_site_kind site,
                 uint32_t code, LLVMValueRef at) {
  ft_record_point point = {kind, site, code, at, NULL, 0, false, false};
  FT_PUSH (s->block->points, point);
  if (kind != FT_POINT_ENTER && kind != FT_POINT_EXIT && kind != FT_POINT_FLUSH)
    s->points->records = true;
}

// ---- variables -------------------------------------------------------------

static bool is_unshared (const scanner *s, LLVMValueRef pointer) {
  return ft_map_get (&s->unshared, ft_pointer_key (ft_pointer_base (pointer))) !=
         FT_NO_ID;
}

static void name_variable (ft_unit *u, LLVMMetadataRef variable,
                           LLVMValueRef at, ft_site *site) {
  size_t n;
  const char *name = ft_debug_text (u, variable, FT_DEBUG_NAME_OF_VARIABLE, &n);
  uint32_t id = ft_unit_string (u, name, n);
  site->variable = id;
  site->type = ft_debug_type (
      u, ft_debug_operand (u, variable, FT_DEBUG_TYPE_OF_VARIABLE));
  LLVMMetadataRef sub = ft_debug_subprogram (
      u, ft_debug_operand (u, variable, FT_DEBUG_SCOPE_OF_VARIABLE));
  site->line = ft_site_set_function (u, site, at, sub)
                   ? LLVMDIVariableGetLine (variable)
                   : 0;
}

// The size of an alloca, of one element if the count is not constant.
static uint64_t size_of_alloca (const ft_unit *u, LLVMValueRef alloca) {
  LLVMValueRef count = LLVMGetOperand (alloca, 0);
  uint64_t one = LLVMABISizeOfType (u->layout, LLVMGetAllocatedType (alloca));
  return LLVMIsAConstantInt (count) ? one * LLVMConstIntGetZExtValue (count)
                                    : one;
}

static void add_variable (scanner *s, LLVMValueRef local, uint64_t size,
                          LLVMValueRef at) {
  LLVMMetadataRef variable = ft_source_names_variable (s->unit, local);
  if (!variable)
    return;
  uint32_t code =
      ft_site_add (s->unit, at, FT_SITE_VARIABLE, FT_WIRE_PLAIN, size);
  name_variable (s->unit, variable, at, ft_site_last (s->unit));
  add (s, FT_POINT_NOTE, FT_SITE_VARIABLE, code, at);
  FT_TOP (s->block->points).subject = local;
}

static bool note_unshared (scanner *s, LLVMValueRef local) {
  if (ft_pointer_escapes (local))
    return false;
  *ft_map_at (&s->unshared, ft_pointer_key (local)) = 1;
  return true;
}

static void scan_arguments (scanner *s, LLVMValueRef f, LLVMValueRef at) {
  unsigned kind = ft_attribute_kind ("byval");
  for (unsigned i = 0; i < LLVMCountParams (f); i++) {
    LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex (f, i + 1, kind);
    LLVMValueRef argument = LLVMGetParam (f, i);
    if (byval && !note_unshared (s, argument))
      add_variable (s, argument,
                    LLVMABISizeOfType (s->unit->layout,
                                       LLVMGetTypeAttributeValue (byval)),
                    at);
  }
}

// The allocas at the begin of the entry block (function.c).  Returns the first
// instruction behind them.
static LLVMValueRef scan_entry_allocas (scanner *s, LLVMValueRef f) {
  LLVMValueRef first = LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (f));
  LLVMValueRef at = first;
  while (LLVMIsAAllocaInst (at))
    at = LLVMGetNextInstruction (at);
  add (s, FT_POINT_ENTER, FT_SITE_NONE, 0, at);
  for (LLVMValueRef i = first; i != at; i = LLVMGetNextInstruction (i))
    if (!note_unshared (s, i))
      add_variable (s, i, size_of_alloca (s->unit, i), at);
  scan_arguments (s, f, at);
  return at;
}

// ---- instructions ----------------------------------------------------------

static bool is_recorded (const scanner *s, const ft_memory_op *a) {
  return (a->written && !is_unshared (s, a->written)) ||
         (a->read && !is_unshared (s, a->read) &&
          !ft_memory_is_constant (s->unit, a->read));
}

// Whether all that is accessed is in thread-local variables of the thread.
static bool is_own (const ft_memory_op *a) {
  return (a->read || a->written) &&
         (!a->read || ft_pointer_is_thread_local (a->read)) &&
         (!a->written || ft_pointer_is_thread_local (a->written));
}

static void add_access (scanner *s, LLVMValueRef i, const ft_memory_op *a) {
  ft_unit *u = s->unit;
  LLVMValueRef pointer = a->written ? a->written : a->read;
  uint32_t code = ft_site_add (u, i, a->kind, a->order, a->size);
  if (pointer)
    ft_source_names_access (u, pointer, a->size, ft_site_last (u));
  if (a->unused)
    ft_site_last (u)->flags |= FT_SITE_UNUSED;
  if (is_own (a))
    ft_site_last (u)->flags |= FT_SITE_OWN;
  if (a->kind == FT_SITE_CAS) {
    ft_site failed = *ft_site_last (u);
    ft_site_add (u, i, FT_SITE_CAS_FAILED, a->failure, a->size);
    failed.kind = FT_SITE_CAS_FAILED;
    failed.order = (uint8_t)a->failure;
    *ft_site_last (u) = failed;
  }
  if (LLVMIsACallInst (i)) // 'ft_cursor' must be up to date at a call
    add (s, FT_POINT_FLUSH, FT_SITE_NONE, 0, i);
  add (s, a->before ? FT_POINT_BEFORE : FT_POINT_AFTER, a->kind, code, i);
  FT_TOP (s->block->points).subject = a->opaque;
  FT_TOP (s->block->points).size = a->size;
}

// ---- inline assembly -------------------------------------------------------

// Assembly that ends a block has its records before it, where the values that it
// leaves are not known.
static void add_assembly_access (scanner *s, LLVMValueRef i,
                                 const ft_assembly *all,
                                 const ft_assembly_access *a, bool joined) {
  ft_unit *u = s->unit;
  bool before = LLVMIsATerminatorInst (i);
  uint32_t code = ft_site_add (u, i, a->kind, FT_WIRE_SEQ_CST, a->size);
  ft_source_names_access (u, a->pointer, a->size, ft_site_last (u));
  if (all->is_unvalued || (before && a->writes))
    ft_site_last (u)->flags |= FT_SITE_UNVALUED;
  if (a->kind == FT_SITE_CAS) {
    ft_site failed = *ft_site_last (u);
    ft_site_add (u, i, FT_SITE_CAS_FAILED, FT_WIRE_SEQ_CST, a->size);
    failed.kind = FT_SITE_CAS_FAILED;
    *ft_site_last (u) = failed;
  }
  add (s, before ? FT_POINT_BEFORE : FT_POINT_AFTER, a->kind, code, i);
  ft_record_point *point = &FT_TOP (s->block->points);
  point->subject = a->pointer;
  point->size = a->size;
  point->joined = joined;
  point->fresh = all->is_library;
}

// A call of a function of which nothing is known but its name.
static void add_call (scanner *s, LLVMValueRef i, const char *name) {
  uint32_t code = ft_site_add (s->unit, i, FT_SITE_CALL, FT_WIRE_PLAIN, 0);
  uint32_t text = ft_unit_string (s->unit, name, strlen (name));
  ft_site_last (s->unit)->variable = text;
  add (s, FT_POINT_NOTE, FT_SITE_CALL, code, i);
}

static void scan_assembly (scanner *s, LLVMValueRef i, const ft_assembly *a) {
  bool joined = false;
  if (a->is_empty)
    return;
  if (a->is_call)
    add_call (s, i, ft_assembly_callee (a));
  add (s, FT_POINT_FLUSH, FT_SITE_NONE, 0, i);
  if (a->is_fence) {
    uint32_t code = ft_site_add (s->unit, i, FT_SITE_FENCE, FT_WIRE_SEQ_CST, 0);
    add (s, FT_POINT_BEFORE, FT_SITE_FENCE, code, i);
  }
  for (unsigned n = 0; n < a->count; n++) {
    const ft_assembly_access *access = a->accesses + n;
    if (!access->writes && ft_memory_is_constant (s->unit, access->pointer))
      continue;
    add_assembly_access (s, i, a, access, joined);
    joined = true;
  }
}

// ---- calls -----------------------------------------------------------------

static bool returns_twice (LLVMValueRef call) {
  unsigned kind = ft_attribute_kind ("returns_twice");
  LLVMValueRef callee = LLVMGetCalledValue (call);
  return LLVMGetCallSiteEnumAttribute (
             call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) ||
         (LLVMIsAFunction (callee) &&
          LLVMGetEnumAttributeAtIndex (
              callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind));
}

static void add_unwind (scanner *s, LLVMValueRef at) {
  add (s, FT_POINT_UNWIND, FT_SITE_NONE, 0, at);
  s->points->unwinds = true;
}

static void scan_called (scanner *s, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue (call);
  uint32_t code = ft_site_add (s->unit, call, FT_SITE_CALL, FT_WIRE_PLAIN, 0);
  if (LLVMIsAFunction (callee)) {
    size_t length;
    uint32_t name = ft_site_function_name (s->unit, callee);
    const char *text = ft_llvm_name (callee, &length);
    uint32_t linkage = ft_unit_string (s->unit, text, length);
    ft_site_last (s->unit)->variable = name;
    if (linkage != name)
      ft_site_last (s->unit)->type = linkage;
  }
  ft_source_names_object (s->unit, call, ft_site_last (s->unit));
  if (!LLVMGetFirstUse (call))
    ft_site_last (s->unit)->flags |= FT_SITE_UNUSED;
  add (s, FT_POINT_NOTE, FT_SITE_CALL, code, call);
  add (s, FT_POINT_FLUSH, FT_SITE_NONE, 0, call);
  if (LLVMIsACallInst (call) && returns_twice (call))
    add_unwind (s, LLVMGetNextInstruction (call));
}

// A musttail call replaces the frame, which ends before the callee enters.
static bool is_musttail (LLVMValueRef i) {
  return LLVMIsACallInst (i) &&
         LLVMGetTailCallKind (i) == LLVMTailCallKindMustTail;
}

static void scan_call (scanner *s, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue (i);
  if (*ft_intrinsic_name (callee)) {
    if (ft_intrinsic_is_unknown (i))
      add_call (s, i, ft_intrinsic_name (callee));
    if (ft_intrinsic_ends_run (i) || ft_intrinsic_is_unknown (i))
      add (s, FT_POINT_FLUSH, FT_SITE_NONE, 0, i);
  } else if (is_musttail (i)) {
    add (s, FT_POINT_EXIT, FT_SITE_NONE, 0, i);
    s->points->records = true;
  } else
    scan_called (s, i);
}

static void scan_return (scanner *s, LLVMValueRef i) {
  LLVMValueRef before = LLVMGetPreviousInstruction (i);
  if (!before || !is_musttail (before))
    add (s, FT_POINT_EXIT, FT_SITE_NONE, 0, i);
}

static void scan_instruction (scanner *s, LLVMValueRef i) {
  ft_memory_op access;
  ft_assembly assembly;
  if (ft_is_loop_call (s->unit, i)) {
    add (s, FT_POINT_FLUSH, FT_SITE_NONE, 0, i);
    return;
  }
  if (ft_may_trap (s->unit, i))
    add (s, FT_POINT_FLUSH, FT_SITE_NONE, 0, i);
  if (ft_memory_op_of (s->unit, i, &access)) {
    if (access.kind == FT_SITE_FENCE || is_recorded (s, &access))
      add_access (s, i, &access);
    return;
  }
  if (ft_assembly_of (s->unit, i, &assembly) ||
      ft_libatomic_of (i, &assembly)) {
    scan_assembly (s, i, &assembly);
    return;
  }
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr:
    scan_call (s, i);
    break;
  case LLVMRet:
    scan_return (s, i);
    break;
  case LLVMLandingPad:
    add_unwind (s, LLVMGetNextInstruction (i));
    break;
  case LLVMAlloca:
    if (!note_unshared (s, i))
      add_variable (s, i, size_of_alloca (s->unit, i),
                    LLVMGetNextInstruction (i));
    break;
  }
}

static void scan_block (scanner *s, LLVMBasicBlockRef b, LLVMValueRef from) {
  for (LLVMValueRef i = from ? from : LLVMGetFirstInstruction (b); i;
       i = LLVMGetNextInstruction (i))
    scan_instruction (s, i);
}

// The order of blocks does not matter: static allocas are in the entry block,
// and an early use of a dynamic one is recorded without need.
void ft_record_points_find (ft_unit *u, LLVMValueRef f,
                            ft_function_points *points) {
  scanner s = {u, points, NULL, {0}};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b)) {
    ft_block_points block = {b, {0}};
    FT_PUSH (points->blocks, block);
    s.block = &FT_TOP (points->blocks);
    bool entry = b == LLVMGetEntryBasicBlock (f);
    scan_block (&s, b, entry ? scan_entry_allocas (&s, f) : NULL);
  }
  ft_map_release (&s.unshared);
}

void ft_record_points_release (ft_function_points *points) {
  for (size_t i = 0; i < points->blocks.size; i++)
    FT_RELEASE (points->blocks.begin[i].points);
  FT_RELEASE (points->blocks);
}
