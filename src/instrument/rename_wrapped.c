#include "instrument/rename_wrapped.h"

#include <stdio.h>
#include <string.h>

#include "runtime/wrapped.h"

static const char *const wrapped[] = {
#define W(NAME) #NAME,
    FT_WRAPPED (W)
#undef W
};

// A clash means that the program declares the wrapper itself: then both are
// the same function.
static void rename_function (LLVMModuleRef m, LLVMValueRef f,
                             const char *name) {
  char new[128];
  snprintf (new, sizeof new, "__foretrace_%s", name);
  LLVMValueRef other = LLVMGetNamedFunction (m, new);
  if (other)
    LLVMReplaceAllUsesWith (f, other);
  else
    LLVMSetValueName2 (f, new, strlen (new));
}

void ft_rename_wrapped (LLVMModuleRef m) {
  for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
    LLVMValueRef f = LLVMGetNamedFunction (m, wrapped[i]);
    if (f && !LLVMGetFirstBasicBlock (f))
      rename_function (m, f, wrapped[i]);
  }
}
