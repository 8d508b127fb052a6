// Byval arguments: aggregates that a call copies to the stack by code that no
// pass sees.

#ifndef FT_INSTRUMENT_BYVAL_H
#define FT_INSTRUMENT_BYVAL_H

#include <llvm-c/Core.h>

// Copies a byval argument that may be shared by a memcpy before the call, which
// is an access like others, into a variable of the caller.
void ft_byval_make_explicit (LLVMModuleRef);

#endif
