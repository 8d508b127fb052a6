// Library functions with a wrapper in the runtime.

#ifndef FT_INSTRUMENT_RENAME_WRAPPED_H
#define FT_INSTRUMENT_RENAME_WRAPPED_H

#include <llvm-c/Core.h>

// Renames declarations of wrapped functions (symex/libc/libc.def) to their
// wrappers.  Functions that the unit defines itself keep their names.
void ft_rename_wrapped (LLVMModuleRef);

#endif
