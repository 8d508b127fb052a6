#include "instrument/undefined_names.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#include "base/strbuf.h"

enum { WIDEST = 64, SIZE_OF_UNKNOWN = 4096 };

// ---- names that something else defines ---------------------------------------

// The verifier's functions, the runtime's, those of libc_nonshared.a, and those of
// compilers' libraries.
static const char *const prefixes[] = {
    "__VERIFIER_", "foretrace_", "ft_",  "llvm.", "__atomic_",
    "__sync_",     "__cxa_",     "__gxx_", "_Z"};
static const char *const others[] = {
    "assume_abort_if_not", "reach_error",     "atexit",
    "at_quick_exit",       "pthread_atfork",  "__dso_handle"};

static bool is_known (const char *name) {
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp (name, prefixes[i], strlen (prefixes[i])))
      return true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp (name, others[i]))
      return true;
  return false;
}

static bool is_in_libraries (const char *name) {
  static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
  bool found = false;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    void *library = dlopen (libraries[i], RTLD_LAZY);
    found = found || !library || dlsym (library, name);
    if (library)
      dlclose (library);
  }
  return found;
}

static bool is_undefined (LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2 (global, &length);
  name += *name == '\1'; // a name that the source gives with 'asm'
  return LLVMIsDeclaration (global) &&
         LLVMGetLinkage (global) == LLVMExternalLinkage && *name &&
         !is_known (name) && !is_in_libraries (name);
}

// ---- functions -----------------------------------------------------------------

static LLVMTypeRef input_type (LLVMContextRef c) {
  LLVMTypeRef parameters[] = {LLVMPointerTypeInContext (c, 0),
                              LLVMInt64TypeInContext (c),
                              LLVMPointerTypeInContext (c, 0)};
  return LLVMFunctionType (LLVMVoidTypeInContext (c), parameters, 3, false);
}

static LLVMValueRef input_function (LLVMModuleRef m) {
  static const char name[] = "foretrace_input";
  LLVMValueRef f = LLVMGetNamedFunction (m, name);
  return f ? f
           : LLVMAddFunction (m, name, input_type (LLVMGetModuleContext (m)));
}

static LLVMValueRef input (LLVMModuleRef m, LLVMBuilderRef b, LLVMTypeRef type,
                           const char *function) {
  LLVMContextRef c = LLVMGetModuleContext (m);
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "nondet_%s", function);
  unsigned bytes = (LLVMGetIntTypeWidth (type) + 7) / 8;
  LLVMTypeRef whole = LLVMIntTypeInContext (c, 8 * bytes);
  LLVMValueRef slot = LLVMBuildAlloca (b, whole, "");
  LLVMValueRef arguments[] = {
      slot, LLVMConstInt (LLVMInt64TypeInContext (c), bytes, false),
      LLVMBuildGlobalStringPtr (b, ft_strbuf_text (&name), "")};
  LLVMBuildStore (b, LLVMConstNull (whole), slot);
  LLVMBuildCall2 (b, input_type (c), input_function (m), arguments, 3, "");
  ft_strbuf_release (&name);
  return LLVMBuildTrunc (b, LLVMBuildLoad2 (b, whole, slot, ""), type, "");
}

static bool is_input (LLVMTypeRef function, LLVMTypeRef result) {
  return LLVMGetTypeKind (result) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth (result) <= WIDEST &&
         !LLVMIsFunctionVarArg (function);
}

static void define_function (LLVMModuleRef m, LLVMValueRef f) {
  LLVMContextRef c = LLVMGetModuleContext (m);
  LLVMTypeRef type = LLVMGlobalGetValueType (f),
              result = LLVMGetReturnType (type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext (c);
  LLVMGlobalClearMetadata (f); // the debug data of a declaration
  LLVMPositionBuilderAtEnd (b, LLVMAppendBasicBlockInContext (c, f, ""));
  if (LLVMGetTypeKind (result) == LLVMVoidTypeKind)
    LLVMBuildRetVoid (b);
  else if (is_input (type, result))
    LLVMBuildRet (b, input (m, b, result, LLVMGetValueName (f)));
  else
    LLVMBuildRet (b, LLVMConstNull (result));
  LLVMDisposeBuilder (b);
  LLVMSetLinkage (f, LLVMWeakAnyLinkage);
}

// ---- variables -----------------------------------------------------------------

static void define_variable (LLVMModuleRef m, LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGlobalGetValueType (variable);
  if (!LLVMTypeIsSized (type)) {
    LLVMContextRef c = LLVMGetModuleContext (m);
    ft_strbuf name = {0};
    ft_strbuf_add (&name, "%s", LLVMGetValueName (variable));
    type = LLVMArrayType2 (LLVMInt8TypeInContext (c), SIZE_OF_UNKNOWN);
    LLVMValueRef array = LLVMAddGlobal (m, type, "");
    LLVMSetAlignment (array, 16);
    LLVMReplaceAllUsesWith (variable, array);
    LLVMDeleteGlobal (variable);
    LLVMSetValueName2 (array, ft_strbuf_text (&name), name.size);
    ft_strbuf_release (&name);
    variable = array;
  }
  LLVMSetInitializer (variable, LLVMConstNull (type));
  LLVMSetLinkage (variable, LLVMWeakAnyLinkage);
}

void ft_undefined_names_define (LLVMModuleRef m) {
  LLVMValueRef next;
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    if (is_undefined (f))
      define_function (m, f);
  for (LLVMValueRef v = LLVMGetFirstGlobal (m); v; v = next) {
    next = LLVMGetNextGlobal (v);
    if (is_undefined (v))
      define_variable (m, v);
  }
}
