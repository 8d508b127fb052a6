#include "instrument/thread_locals.h"

#include <string.h>

#include "instrument/unit.h"

static bool calls_openmp (LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f)) {
    size_t length;
    const char *name = ft_llvm_name (f, &length);
    if (!LLVMGetFirstBasicBlock (f) && !strncmp (name, "__kmpc_", 7))
      return true;
  }
  return false;
}

// Marks of iterations (instrument/iteration_marks.h, lane_marks.h) keep no values between regions.
static bool is_mark (LLVMValueRef g) {
  size_t length;
  const char *name = ft_llvm_name (g, &length);
  return !strcmp (name, "ft_omp_iteration") ||
         !strncmp (name, "ft_omp_lane", 11);
}

static bool has_thread_local (LLVMModuleRef m) {
  for (LLVMValueRef g = LLVMGetFirstGlobal (m); g; g = LLVMGetNextGlobal (g))
    if (LLVMIsThreadLocal (g) && !is_mark (g))
      return true;
  return false;
}

void ft_note_thread_locals (LLVMModuleRef m) {
  static const char name[] = "ft_omp_keeps_threads";
  if (!has_thread_local (m) || !calls_openmp (m) ||
      LLVMGetNamedGlobal (m, name))
    return;
  LLVMTypeRef byte = LLVMInt8TypeInContext (LLVMGetModuleContext (m));
  LLVMValueRef note = LLVMAddGlobal (m, byte, name);
  LLVMSetInitializer (note, LLVMConstInt (byte, 1, false));
  LLVMSetGlobalConstant (note, true);
  LLVMSetLinkage (note, LLVMWeakODRLinkage);
}
