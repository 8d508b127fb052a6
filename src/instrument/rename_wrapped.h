// References to library functions that the runtime wraps.

#ifndef FT_INSTRUMENT_RENAME_WRAPPED_H
#define FT_INSTRUMENT_RENAME_WRAPPED_H

#include <llvm-c/Core.h>

// Declarations of the functions that are wrapped (symex/libc/libc.def) get the
// names of their wrappers.  Functions that the unit defines itself keep theirs.
void ft_rename_wrapped (LLVMModuleRef);

#endif
