// Attributes of functions that are no longer true when they make records.

#ifndef FT_INSTRUMENT_ATTRIBUTES_H
#define FT_INSTRUMENT_ATTRIBUTES_H

#include <llvm-c/Core.h>

// Removes 'noalias' (restrict) from all parameters, before functions are
// inlined: it allows LLVM to move accesses over points where other threads run.
void ft_attributes_strip_restrict (LLVMModuleRef);

// Removes promises about memory from all functions and calls but intrinsics: a
// function that makes records writes memory, so that it is neither "pure" nor
// "const", nor are its arguments only read.
void ft_attributes_strip (LLVMModuleRef);

#endif
