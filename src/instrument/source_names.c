// Names of the source, from debug information.
#include "instrument/source_names.h"

#include <string.h>

#include "base/system_header.h"
#include "instrument/debug.h"
#include "instrument/lvalue.h"
#include "instrument/pointer.h"

enum { FRAGMENT = 0x1000 }; // DW_OP_LLVM_fragment: offset and size in bits

// The operands of a debug intrinsic are metadata, wrapped as values: one value
// each, or a list.
static LLVMValueRef wrapped_value (LLVMValueRef intrinsic) {
  LLVMValueRef operand = LLVMGetOperand (intrinsic, 0), v = NULL;
  if (LLVMGetMetadataKind (LLVMValueAsMetadata (operand)) ==
      LLVMLocalAsMetadataMetadataKind)
    LLVMGetMDNodeOperands (operand, &v);
  return v;
}

// The first variable wins: outer ones come before those of inlined functions.
static void learn_variable (ft_unit *u, LLVMValueRef intrinsic, unsigned kind,
                            LLVMMetadataRef plain) {
  LLVMValueRef v = wrapped_value (intrinsic);
  LLVMMetadataRef expression =
      LLVMValueAsMetadata (LLVMGetOperand (intrinsic, 2));
  if (!v || LLVMIsConstant (v) || expression != plain)
    return;
  uint32_t *slot = ft_map_at (&u->variables, ft_pointer_key (v) + kind);
  if (*slot != FT_NO_ID)
    return;
  *slot = (uint32_t)u->declared.size;
  FT_PUSH (u->declared, LLVMValueAsMetadata (LLVMGetOperand (intrinsic, 1)));
}

// Whether the variable is one of a function of a library's header.
static bool is_library_variable (ft_unit *u, LLVMMetadataRef variable) {
  LLVMMetadataRef sub = ft_debug_subprogram (
      u, ft_debug_operand (u, variable, FT_DEBUG_SCOPE_OF_VARIABLE));
  uint32_t file = sub ? ft_debug_file (u, LLVMDIScopeGetFile (sub)) : 0;
  return ft_is_system_header (ft_sites_text (&u->sites, file));
}

// In a function of the library its own variables are those that count.
static void learn_value (ft_unit *u, LLVMValueRef intrinsic, bool library,
                         LLVMMetadataRef plain, LLVMMetadataRef first) {
  LLVMMetadataRef variable =
      LLVMValueAsMetadata (LLVMGetOperand (intrinsic, 1));
  bool inlined = !library && is_library_variable (u, variable);
  learn_variable (u, intrinsic,
                  inlined ? FT_VARIABLE_INLINED : FT_VARIABLE_HOLDS, plain);
  if (!inlined)
    learn_variable (u, intrinsic, FT_VARIABLE_BEGINS, first);
}

void ft_source_names_learn (ft_unit *u, LLVMValueRef f) {
  LLVMDIBuilderRef builder = LLVMCreateDIBuilderDisallowUnresolved (u->module);
  LLVMMetadataRef plain = LLVMDIBuilderCreateExpression (builder, NULL, 0);
  LLVMMetadataRef sub = LLVMGetSubprogram (f);
  uint32_t file = sub ? ft_debug_file (u, LLVMDIScopeGetFile (sub)) : 0;
  bool library = ft_is_system_header (ft_sites_text (&u->sites, file));
  uint64_t first_word[] = {FRAGMENT, 0, 64};
  LLVMMetadataRef first = LLVMDIBuilderCreateExpression (builder, first_word, 3);
  ft_map_release (&u->variables);
  FT_CLEAR (u->declared);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
      if (ft_calls_intrinsic (i, "llvm.dbg.declare"))
        learn_variable (u, i, FT_VARIABLE_AT, plain);
      else if (ft_calls_intrinsic (i, "llvm.dbg.value"))
        learn_value (u, i, library, plain, first);
  LLVMDisposeDIBuilder (builder);
}

LLVMMetadataRef ft_source_names_variable (const ft_unit *u,
                                          LLVMValueRef local) {
  return ft_lvalue_variable (u, local, FT_VARIABLE_AT);
}

LLVMMetadataRef ft_source_names_global (const ft_unit *u, LLVMValueRef global) {
  size_t count;
  LLVMMetadataRef found = NULL;
  unsigned dbg = LLVMGetMDKindIDInContext (u->context, "dbg", 3);
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (global, &count);
  for (unsigned i = 0; i < count && !found; i++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata (all, i);
    if (LLVMValueMetadataEntriesGetKind (all, i) == dbg &&
        LLVMGetMetadataKind (m) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = LLVMDIGlobalVariableExpressionGetVariable (m);
  }
  LLVMDisposeValueMetadataEntries (all);
  return found;
}

void ft_source_names_access (ft_unit *u, LLVMValueRef pointer, uint64_t size,
                             ft_site *site) {
  ft_lvalue l = {0};
  if (ft_lvalue_name (u, pointer, &l)) {
    ft_strbuf text = {0};
    ft_lvalue_narrow (u, &l, size);
    bool bare = l.pointee && !l.opaque;
    ft_strbuf_add (&text, "%s%s%s", bare ? "*" : "", ft_strbuf_text (&l.text),
                   l.opaque && l.indexed ? "[]" : "");
    site->variable = ft_unit_string (u, text.text, text.size);
    site->type = ft_debug_type (u, l.opaque ? l.library : l.type);
    ft_strbuf_release (&text);
  }
  ft_strbuf_release (&l.text);
}

// ---- objects ---------------------------------------------------------------

static unsigned object_index (LLVMValueRef call) {
  return LLVMGetCallSiteEnumAttribute (call, 1, ft_attribute_kind ("sret"))
             ? 1
             : 0;
}

static bool is_pointer_argument (LLVMValueRef call, unsigned i) {
  return i < LLVMGetNumArgOperands (call) &&
         LLVMGetTypeKind (LLVMTypeOf (LLVMGetOperand (call, i))) ==
             LLVMPointerTypeKind;
}

static bool is_alone (LLVMValueRef call, unsigned object) {
  for (unsigned i = object + 1; i < LLVMGetNumArgOperands (call); i++)
    if (is_pointer_argument (call, i))
      return false;
  return true;
}

// The class of a parameter that is a pointer or reference; NULL if it is none.
static LLVMMetadataRef class_of (const ft_unit *u, LLVMMetadataRef types,
                                 unsigned i) {
  return ft_debug_plain_type (
      u, ft_lvalue_pointee (u, ft_debug_operand (u, types, i)));
}

// The class of the first parameter of a function of a library, unless another
// one has it, too.
static LLVMMetadataRef object_class (ft_unit *u, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue (call);
  LLVMMetadataRef sub =
      LLVMIsAFunction (callee) ? LLVMGetSubprogram (callee) : NULL;
  uint32_t file = sub ? ft_debug_file (u, LLVMDIScopeGetFile (sub)) : 0;
  if (!ft_is_system_header (ft_sites_text (&u->sites, file)))
    return NULL;
  LLVMMetadataRef types = ft_debug_operand (
      u, ft_debug_operand (u, sub, FT_DEBUG_SIGNATURE), FT_DEBUG_RESULTS);
  LLVMMetadataRef class = class_of (u, types, 1);
  for (unsigned i = 2; class && i < ft_debug_count (u, types); i++)
    if (class_of (u, types, i) == class)
      class = NULL;
  return class;
}

// Names that only the library's own code has: its parameters and its "this".
static bool is_internal (const char *text) {
  while (*text == '*' || *text == '(')
    text++;
  return ft_name_is_reserved (text, strlen (text)) || !strcmp (text, "this");
}

void ft_source_names_object (ft_unit *u, LLVMValueRef call, ft_site *site) {
  ft_lvalue l = {0};
  unsigned object = object_index (call);
  LLVMMetadataRef class =
      is_pointer_argument (call, object) ? object_class (u, call) : NULL;
  if (class && ft_lvalue_name (u, LLVMGetOperand (call, object), &l)) {
    ft_lvalue_narrow (u, &l, ft_lvalue_bytes (u, class));
    if (!is_internal (ft_strbuf_text (&l.text))) {
      site->size = ft_unit_string (u, l.text.text, l.text.size);
      site->flags |= is_alone (call, object) ? FT_SITE_ALONE : 0;
    }
  }
  ft_strbuf_release (&l.text);
}
