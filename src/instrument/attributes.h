// Promises about functions that stop being true when they are recorded.

#ifndef FT_INSTRUMENT_ATTRIBUTES_H
#define FT_INSTRUMENT_ATTRIBUTES_H

#include <llvm-c/Core.h>

// 'restrict' allows to move accesses over the places where other threads run:
// gone from all parameters, before anything is inlined.
void ft_attributes_strip_restrict (LLVMModuleRef);

// A function that logs writes memory, and so does one of another translation
// unit: "pure" and "const" functions, and arguments that are only read, are
// not that any more.  Of all functions and calls but intrinsics.
void ft_attributes_strip (LLVMModuleRef);

#endif
