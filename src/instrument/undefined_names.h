// What a program of SV-COMP declares and nothing defines: functions and variables of
// the kernel, for instance.

#ifndef FT_INSTRUMENT_UNDEFINED_NAMES_H
#define FT_INSTRUMENT_UNDEFINED_NAMES_H

#include <llvm-c/Core.h>

// Defines, weakly, each function and variable of the module that neither it nor the
// C library defines, so that the program can be linked; the linker prefers another
// definition in an object.  A function does nothing; if it is no variadic one and returns an
// integer, that is the input "nondet_" and its name (foretrace/input.h), otherwise
// zero.  A variable is zero, and has 4096 bytes if its type is not complete.
void ft_undefined_names_define (LLVMModuleRef);

#endif
