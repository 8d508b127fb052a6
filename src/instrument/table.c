// The tables that an object registers with the runtime.
#include "instrument/table.h"

#include <assert.h>
#include <llvm-c/Comdat.h>
#include <string.h>

#include "foretrace/runtime.h"
#include "instrument/addresses.h"
#include "instrument/lower.h"
#include "instrument/debug.h"
#include "instrument/initial.h"
#include "instrument/escape_names.h"
#include "instrument/mark_lines.h"
#include "instrument/source_names.h"

// Appends to an array that LLVM knows by its name.
static void append (ft_unit *u, const char *name, LLVMValueRef element) {
  FT_STACK (LLVMValueRef) all = {0};
  LLVMValueRef old = LLVMGetNamedGlobal (u->module, name);
  LLVMValueRef list = old ? LLVMGetInitializer (old) : NULL;
  unsigned count = list ? (unsigned)LLVMGetArrayLength2 (LLVMTypeOf (list)) : 0;
  for (unsigned i = 0; i < count; i++)
    FT_PUSH (all, LLVMGetAggregateElement (list, i));
  FT_PUSH (all, element);
  LLVMValueRef array =
      LLVMConstArray2 (LLVMTypeOf (element), all.begin, all.size);
  LLVMValueRef new = LLVMAddGlobal (u->module, LLVMTypeOf (array), "");
  if (old)
    LLVMDeleteGlobal (old);
  LLVMSetValueName2 (new, name, strlen (name));
  LLVMSetInitializer (new, array);
  LLVMSetLinkage (new, LLVMAppendingLinkage);
  FT_RELEASE (all);
}

static LLVMValueRef add_private (ft_unit *u, const char *name,
                                 LLVMValueRef initial) {
  LLVMValueRef g = LLVMAddGlobal (u->module, LLVMTypeOf (initial), name);
  LLVMSetInitializer (g, initial);
  LLVMSetLinkage (g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant (g, 1);
  LLVMSetAlignment (g, 8);
  return g;
}

static LLVMValueRef add_bytes (ft_unit *u, const char *name, const void *bytes,
                               size_t size) {
  return add_private (u, name,
                      LLVMConstStringInContext2 (u->context, bytes, size, 1));
}

// ---- globals ---------------------------------------------------------------

// Whether a variable is defined here and has one address for all threads.
// Constants have no races.  A local symbol in a COMDAT group, which the linker
// may discard for another object's, must not be referred to.
static bool is_listed (LLVMValueRef g) {
  LLVMLinkage linkage = LLVMGetLinkage (g);
  bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  return LLVMGetInitializer (g) && !LLVMIsGlobalConstant (g) &&
         !LLVMIsThreadLocal (g) && linkage != LLVMAvailableExternallyLinkage &&
         linkage != LLVMAppendingLinkage &&
         !LLVMGetPointerAddressSpace (LLVMTypeOf (g)) &&
         !(local && LLVMGetComdat (g));
}

// A structured binding has no name of its own ("auto [a, b] = f ();"): it is the
// global of its line, as heap blocks are those of theirs.
static uint32_t name_of (ft_unit *u, LLVMMetadataRef variable,
                         const ft_global *g) {
  size_t n;
  ft_debug_text (u, variable, FT_DEBUG_NAME_OF_VARIABLE, &n);
  if (n)
    return ft_debug_qualified (u, variable, FT_DEBUG_SCOPE_OF_VARIABLE,
                               FT_DEBUG_NAME_OF_VARIABLE);
  const char *path = ft_sites_text (&u->sites, g->file);
  const char *slash = strrchr (path, '/');
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "global of %s:%u", slash ? slash + 1 : path, g->line);
  uint32_t id = ft_unit_string (u, ft_strbuf_text (&text), text.size);
  ft_strbuf_release (&text);
  return id;
}

static void add_global (ft_unit *u, LLVMValueRef g) {
  LLVMMetadataRef variable = ft_source_names_global (u, g);
  if (!variable)
    return;
  ft_global global = {0};
  global.type = ft_debug_type (
      u, ft_debug_operand (u, variable, FT_DEBUG_TYPE_OF_VARIABLE));
  global.file = ft_debug_file (
      u, ft_debug_operand (u, variable, FT_DEBUG_FILE_OF_VARIABLE));
  global.line = LLVMDIVariableGetLine (variable);
  global.name = name_of (u, variable, &global);
  global.size = LLVMABISizeOfType (u->layout, LLVMGlobalGetValueType (g));
  FT_PUSH (u->sites.globals, global);
  *ft_map_at (&u->global_at, ft_pointer_key (g)) = (uint32_t)u->globals.size;
  FT_PUSH (u->globals, g);
}

void ft_table_list_globals (ft_unit *u) {
  for (LLVMValueRef g = LLVMGetFirstGlobal (u->module); g;
       g = LLVMGetNextGlobal (g))
    if (is_listed (g))
      add_global (u, g);
  ft_addresses_list (u);
  ft_escape_names_list_integers (u);
  for (size_t i = 0; i < u->globals.size; i++)
    ft_initial_note (u, u->globals.begin[i], u->sites.globals.begin + i);
}

static LLVMValueRef build_globals (ft_unit *u) {
  LLVMValueRef list =
      LLVMConstArray2 (u->pointer, u->globals.begin, u->globals.size);
  return add_private (u, "ft.globals", list);
}

// ---- the object ------------------------------------------------------------

static LLVMValueRef build_functions (ft_unit *u) {
  LLVMTypeRef type = LLVMArrayType2 (u->word, u->sites.functions.size);
  LLVMValueRef all = add_private (u, "ft.functions", LLVMConstNull (type));
  LLVMReplaceAllUsesWith (u->functions, all);
  LLVMDeleteGlobal (u->functions);
  u->functions = all;
  return all;
}

static LLVMValueRef build_sites (ft_unit *u, size_t *size) {
  ft_strbuf packed = {0};
  ft_mark_lines (&u->sites);
  ft_sites_pack (&u->sites, &packed);
  LLVMValueRef sites = add_bytes (u, "ft.sites", packed.text, packed.size);
  *size = packed.size;
  ft_strbuf_release (&packed);
  return sites;
}

static LLVMValueRef number (ft_unit *u, size_t n) {
  return LLVMConstInt (u->half, n, 0);
}

static LLVMValueRef build_object (ft_unit *u) {
  size_t size;
  assert (u->globals.size == u->sites.globals.size);
  ft_lower_finish (u);
  ft_escape_names_list (u);
  LLVMValueRef functions = build_functions (u), globals = build_globals (u);
  LLVMValueRef sites = build_sites (u, &size);
  unsigned flags = u->options->light ? FT_OBJECT_LIGHT : 0;
  LLVMValueRef fields[] = {number (u, FT_ABI_VERSION),
                           number (u, u->sites.functions.size),
                           number (u, u->sites.globals.size),
                           number (u, flags),
                           functions,
                           globals,
                           sites,
                           ft_unit_constant (u, size)};
  LLVMValueRef object = add_private (
      u, "ft.object", LLVMConstStructInContext (u->context, fields, 8, 0));
  if (u->options->light)
    LLVMSetSection (object, FT_LIGHT_SECTION);
  return object;
}

static LLVMValueRef build_constructor (ft_unit *u, LLVMValueRef object) {
  LLVMTypeRef none = LLVMVoidTypeInContext (u->context);
  LLVMTypeRef outer = LLVMFunctionType (none, NULL, 0, 0);
  LLVMTypeRef inner = LLVMFunctionType (none, &u->pointer, 1, 0);
  LLVMValueRef callee = LLVMGetNamedFunction (u->module, "ft_register");
  if (!callee)
    callee = LLVMAddFunction (u->module, "ft_register", inner);
  LLVMValueRef f = LLVMAddFunction (u->module, "ft.register", outer);
  LLVMSetLinkage (f, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd (u->builder,
                            LLVMAppendBasicBlockInContext (u->context, f, ""));
  LLVMSetCurrentDebugLocation2 (u->builder, NULL);
  LLVMBuildCall2 (u->builder, inner, callee, &object, 1, "");
  LLVMBuildRetVoid (u->builder);
  return f;
}

void ft_table_build (ft_unit *u) {
  LLVMValueRef f = build_constructor (u, build_object (u));
  LLVMValueRef entry[] = {number (u, 0), f, LLVMConstNull (u->pointer)};
  append (u, "llvm.global_ctors",
          LLVMConstStructInContext (u->context, entry, 3, 0));
}
