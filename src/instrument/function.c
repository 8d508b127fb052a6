// Instrumentation of one function.
#include "instrument/function.h"

#include "instrument/addresses.h"
#include "instrument/lower.h"
#include "instrument/emit.h"
#include "instrument/light.h"
#include "instrument/source_names.h"
#include "instrument/site.h"
#include "instrument/waiting_loops.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

// ---- obstacles -------------------------------------------------------------

static bool has_attribute (LLVMValueRef f, LLVMAttributeIndex index,
                           const char *name) {
  return LLVMGetEnumAttributeAtIndex (f, index, ft_attribute_kind (name));
}

static bool has_attribute_anywhere (LLVMValueRef f, const char *name) {
  if (has_attribute (f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name))
    return true;
  for (unsigned i = 1; i <= LLVMCountParams (f); i++)
    if (has_attribute (f, i, name))
      return true;
  return false;
}

// An ifunc resolver runs before the program is relocated: it cannot call the
// runtime.
static bool is_exempt (const ft_unit *u, LLVMValueRef f) {
  return has_attribute_anywhere (f, "naked") ||
         has_attribute_anywhere (f, "disable_sanitizer_instrumentation") ||
         ft_map_get (&u->resolvers, ft_pointer_key (f)) != FT_NO_ID;
}

static const char *obstacle (LLVMValueRef f) {
  static const struct {
    const char *attribute, *what;
  } obstacles[] = {
      {"presplitcoroutine", "it is a coroutine"},
      {"swifterror", "it has a 'swifterror' argument"},
      {"swiftasync", "it has a 'swiftasync' argument"},
      {"inalloca", "it has an 'inalloca' argument"},
      {"preallocated", "it has a 'preallocated' argument"},
  };
  for (size_t i = 0; i < COUNT (obstacles); i++)
    if (has_attribute_anywhere (f, obstacles[i].attribute))
      return obstacles[i].what;
  return NULL;
}

// Exceptions of Windows: a block may not be split behind its pad.
static bool has_pads (LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b)) {
    LLVMOpcode end = LLVMGetInstructionOpcode (LLVMGetBasicBlockTerminator (b));
    if (end == LLVMCatchSwitch || end == LLVMCatchRet || end == LLVMCleanupRet)
      return true;
  }
  return false;
}

static void leave_uninstrumented (ft_unit *u, LLVMValueRef f) {
  *ft_map_at (&u->uninstrumented, ft_pointer_key (f)) = FT_HAS_EFFECTS;
}

static void warn (ft_unit *u, LLVMValueRef f, const char *why) {
  leave_uninstrumented (u, f);
  uint32_t name = ft_site_function_name (u, f);
  size_t length;
  const char *source = LLVMGetSourceFileName (u->module, &length);
  ft_unit_warn (u, "%.*s: '%s' is not recorded: %s", (int)length, source,
                ft_sites_text (&u->sites, name), why);
}

// ---- preparation -----------------------------------------------------------

// Moves static allocas to the begin of the entry block.  Behind a check they
// would be in another block, and become dynamic ones.
static void gather_allocas (ft_unit *u, LLVMValueRef f) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (f);
  LLVMValueRef at = LLVMGetFirstInstruction (entry);
  while (LLVMIsAAllocaInst (at) && LLVMIsAConstantInt (LLVMGetOperand (at, 0)))
    at = LLVMGetNextInstruction (at);
  for (LLVMValueRef i = at, next; i; i = next) {
    next = LLVMGetNextInstruction (i);
    if (i == at || !LLVMIsAAllocaInst (i) ||
        !LLVMIsAConstantInt (LLVMGetOperand (i, 0)))
      continue;
    LLVMInstructionRemoveFromParent (i);
    LLVMPositionBuilderBefore (u->mover, at);
    LLVMSetCurrentDebugLocation2 (u->mover, NULL); // clear that of 'at'
    LLVMInsertIntoBuilder (u->mover, i);
  }
}

static LLVMValueRef frame_address (ft_unit *u) {
  unsigned id = LLVMLookupIntrinsicID ("llvm.frameaddress", 17);
  LLVMValueRef zero = LLVMConstInt (u->half, 0, 0);
  LLVMValueRef f = LLVMGetIntrinsicDeclaration (u->module, id, &u->pointer, 1);
  LLVMTypeRef type = LLVMIntrinsicGetType (u->context, id, &u->pointer, 1);
  return LLVMBuildCall2 (u->builder, type, f, &zero, 1, "");
}

// A frame is identified by its address.  A frame to which control can come back
// by unwinding needs an address of its own even if functions are inlined later:
// that of a variable in the frame.
static LLVMValueRef name_frame (ft_unit *u, LLVMValueRef f, bool unwinds) {
  LLVMValueRef at = LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (f));
  LLVMValueRef address;
  if (unwinds) {
    LLVMPositionBuilderBefore (u->builder, at);
    address =
        LLVMBuildAlloca (u->builder, LLVMInt8TypeInContext (u->context), "");
  }
  while (LLVMIsAAllocaInst (at))
    at = LLVMGetNextInstruction (at);
  LLVMPositionBuilderBefore (u->builder, at);
  if (!unwinds)
    address = frame_address (u);
  return LLVMBuildPtrToInt (u->builder, address, u->word, "");
}

static LLVMMetadataRef default_location (ft_unit *u, LLVMValueRef f) {
  LLVMMetadataRef sub = LLVMGetSubprogram (f);
  return sub ? LLVMDIBuilderCreateDebugLocation (
                   u->context, LLVMDISubprogramGetLine (sub), 0, sub, NULL)
             : NULL;
}

static LLVMValueRef descriptor (ft_unit *u) {
  LLVMValueRef index = ft_unit_constant (u, u->sites.functions.size - 1);
  LLVMValueRef p = LLVMConstInBoundsGEP2 (u->word, u->functions, &index, 1);
  return LLVMConstPtrToInt (p, u->word);
}

static void emit_records (ft_unit *u, LLVMValueRef f,
                          const ft_function_points *points) {
  ft_emitter e = {0};
  e.unit = u;
  e.function = f;
  e.location = default_location (u, f);
  e.descriptor = descriptor (u);
  LLVMSetCurrentDebugLocation2 (u->builder, e.location);
  if (u->options->light) {
    ft_light_emit_function (&e, points);
    return;
  }
  e.frame = name_frame (u, f, points->unwinds);
  for (size_t i = 0; i < points->blocks.size; i++)
    ft_emit_block (&e, &points->blocks.begin[i]);
}

void ft_function_instrument (ft_unit *u, LLVMValueRef f) {
  ft_function_points points = {0};
  const char *why = obstacle (f);
  if (!LLVMGetFirstBasicBlock (f))
    return;
  if (is_exempt (u, f)) {
    leave_uninstrumented (u, f);
    return;
  }
  if (!why && has_pads (f))
    why = "it has exception pads";
  if (why) {
    warn (u, f, why);
    return;
  }
  gather_allocas (u, f);
  ft_waiting_loops_mark (u, f);
  ft_source_names_learn (u, f);
  ft_site_open (u, f);
  ft_record_points_find (u, f, &points);
  if (ft_site_count (u) > FT_MAX_FUNCTION_SITES) {
    ft_site_cancel (u);
    warn (u, f, "it is too long");
  } else if (points.records) {
    ft_lower_function (u, f, &points, true);
    emit_records (u, f, &points);
  } else {
    ft_site_cancel (u);
    ft_lower_function (u, f, &points, false);
    if (ft_address_is_replaceable (f))
      *ft_map_at (&u->uninstrumented, ft_pointer_key (f)) = FT_HAS_NO_CODE;
  }
  ft_record_points_release (&points);
}
