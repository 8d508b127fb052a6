// The translation unit that is being instrumented.
#include "instrument/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "foretrace/runtime.h"

unsigned ft_attribute_kind (const char *name) {
  return LLVMGetEnumAttributeKindForName (name, strlen (name));
}

static LLVMValueRef declare_tls (ft_unit *u, const char *name) {
  LLVMValueRef v = LLVMGetNamedGlobal (u->module, name);
  if (!v)
    v = LLVMAddGlobal (u->module, u->pointer, name);
  LLVMSetThreadLocalMode (v, LLVMInitialExecTLSModel);
  return v;
}

static void add_attribute (ft_unit *u, LLVMValueRef f, const char *name) {
  LLVMAddAttributeAtIndex (
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute (u->context, ft_attribute_kind (name), 0));
}

// Not bound at the first call: the dynamic linker, which that would go through
// in a shared library, keeps the registers of arguments alone.
static LLVMValueRef declare_slow (ft_unit *u, const char *name,
                                  LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction (u->module, name);
  if (!f)
    f = LLVMAddFunction (u->module, name, type);
  LLVMSetFunctionCallConv (f, LLVMPreserveMostCallConv);
  add_attribute (u, f, "cold");
  add_attribute (u, f, "nounwind");
  add_attribute (u, f, "nonlazybind");
  return f;
}

static void declare_runtime (ft_unit *u) {
  u->cursor = declare_tls (u, "ft_cursor");
  u->limit = declare_tls (u, "ft_limit");
  u->slow_type = LLVMFunctionType (u->pointer, &u->pointer, 1, 0);
  u->slow = declare_slow (u, "ft_slow", u->slow_type);
  u->loop_type =
      LLVMFunctionType (LLVMVoidTypeInContext (u->context), &u->half, 1, 0);
  u->loop = declare_slow (u, "ft_loop", u->loop_type);
  if (!u->options->light)
    return;
  u->slow_ordered = declare_slow (u, "ft_slow_ordered", u->slow_type);
  u->in_parallel = LLVMGetNamedGlobal (u->module, "ft_in_parallel");
  if (!u->in_parallel)
    u->in_parallel = LLVMAddGlobal (u->module, u->half, "ft_in_parallel");
}

static LLVMValueRef make_weights (ft_unit *u) {
  LLVMMetadataRef md[] = {
      LLVMMDStringInContext2 (u->context, "branch_weights", 14),
      LLVMValueAsMetadata (LLVMConstInt (u->half, 1, 0)),
      LLVMValueAsMetadata (LLVMConstInt (u->half, 1u << 20, 0))};
  return LLVMMetadataAsValue (u->context,
                              LLVMMDNodeInContext2 (u->context, md, 3));
}

static void find_resolvers (ft_unit *u) {
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc (u->module); i;
       i = LLVMGetNextGlobalIFunc (i))
    *ft_map_at (&u->resolvers,
                ft_pointer_key (LLVMGetGlobalIFuncResolver (i))) = 1;
}

void ft_unit_init (ft_unit *u, LLVMModuleRef module,
                   const ft_instrument_options *options) {
  memset (u, 0, sizeof *u);
  u->options = options;
  u->module = module;
  u->context = LLVMGetModuleContext (module);
  u->layout = LLVMGetModuleDataLayout (module);
  u->builder = LLVMCreateBuilderInContext (u->context);
  u->mover = LLVMCreateBuilderInContext (u->context);
  u->word = LLVMInt64TypeInContext (u->context);
  u->half = LLVMInt32TypeInContext (u->context);
  u->pointer = LLVMPointerTypeInContext (u->context, 0);
  u->functions = LLVMAddGlobal (module, u->word, "ft.functions.later");
  u->prof = LLVMGetMDKindIDInContext (u->context, "prof", 4);
  u->weights = make_weights (u);
  declare_runtime (u);
  find_resolvers (u);
}

void ft_unit_release (ft_unit *u) {
  LLVMDisposeBuilder (u->builder);
  LLVMDisposeBuilder (u->mover);
  ft_sites_release (&u->sites);
  ft_unit_code_release (&u->code);
  FT_RELEASE (u->leaf_bodies);
  ft_intern_release (&u->strings);
  ft_map_release (&u->files);
  ft_map_release (&u->scopes);
  ft_map_release (&u->variables);
  ft_map_release (&u->resolvers);
  ft_map_release (&u->uninstrumented);
  FT_RELEASE (u->declared);
  FT_RELEASE (u->globals);
  ft_map_release (&u->global_at);
}

uint32_t ft_unit_string (ft_unit *u, const char *text, size_t length) {
  length = strnlen (text, length);
  if (!length)
    return 0;
  uint32_t before = ft_intern_size (&u->strings);
  uint32_t id = ft_intern_add (&u->strings, text, length);
  if (id == before)
    ft_sites_string (&u->sites, text, length);
  return id + 1;
}

void ft_unit_warn (const ft_unit *u, const char *format, ...) {
  char message[1024];
  va_list list;
  if (!u->options->warn)
    return;
  va_start (list, format);
  vsnprintf (message, sizeof message, format, list);
  va_end (list);
  u->options->warn (u->options->context, message);
}

const char *ft_llvm_name (LLVMValueRef v, size_t *length) {
  return LLVMGetValueName2 (v, length);
}

const char *ft_intrinsic_name (LLVMValueRef f) {
  size_t length;
  unsigned id = LLVMIsAFunction (f) ? LLVMGetIntrinsicID (f) : 0;
  return id ? LLVMGetValueName2 (f, &length) : "";
}

bool ft_calls_intrinsic (LLVMValueRef instruction, const char *prefix) {
  return LLVMIsACallInst (instruction) &&
         !strncmp (ft_intrinsic_name (LLVMGetCalledValue (instruction)), prefix,
                   strlen (prefix));
}
