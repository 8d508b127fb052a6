// References to library functions that the runtime wraps.

#ifndef FT_INSTRUMENT_RENAME_WRAPPED_H
#define FT_INSTRUMENT_RENAME_WRAPPED_H

#include <llvm-c/Core.h>

// Declarations of the functions of src/runtime/wrapped.h get the names of
// their wrappers.  What the unit defines itself stays.
void ft_rename_wrapped (LLVMModuleRef);

#endif
