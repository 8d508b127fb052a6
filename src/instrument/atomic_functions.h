// The functions of SV-COMP that are executed atomically.

#ifndef FT_INSTRUMENT_ATOMIC_FUNCTIONS_H
#define FT_INSTRUMENT_ATOMIC_FUNCTIONS_H

#include <llvm-c/Core.h>

// Makes the body of each function of the module whose name begins with
// "__VERIFIER_atomic_" an atomic section: it calls __VERIFIER_atomic_begin
// first, and __VERIFIER_atomic_end before it returns.
void ft_atomic_functions_enclose (LLVMModuleRef);

#endif
