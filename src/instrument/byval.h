// Arguments that are passed by value in memory: the call itself copies them, by
// code that no pass sees.

#ifndef FT_INSTRUMENT_BYVAL_H
#define FT_INSTRUMENT_BYVAL_H

#include <llvm-c/Core.h>

// Where what is copied may be shared, it is copied before the call by a memcpy,
// which is an access like others, into a variable of the caller's.
void ft_byval_make_explicit (LLVMModuleRef);

#endif
