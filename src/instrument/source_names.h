// Names of the source: of variables, and of the lvalues that accesses access.

#ifndef FT_INSTRUMENT_SOURCE_NAMES_H
#define FT_INSTRUMENT_SOURCE_NAMES_H

#include "instrument/unit.h"

// Reads the debug intrinsics of a function: which variable is in the memory at
// a value, or has the value.  Forgets the previous function.
void ft_source_names_learn (ft_unit *, LLVMValueRef function);

// The variable in the memory of an alloca or byval argument; NULL if unknown.
LLVMMetadataRef ft_source_names_variable (const ft_unit *, LLVMValueRef local);

// The definition of a global variable in the source; NULL if there is none.
LLVMMetadataRef ft_source_names_global (const ft_unit *, LLVMValueRef global);

// Fills in 'variable' and 'type' of a site that accesses 'size' bytes at
// 'pointer', as far as they are known.
void ft_source_names_access (ft_unit *, LLVMValueRef pointer, uint64_t size,
                             ft_site *);

// Fills in the object that a function of a library's header is called on, as
// the source has it ("queue", "this->entries"): its first argument, if that has
// a name and no other argument is an object of that class.
void ft_source_names_object (ft_unit *, LLVMValueRef call, ft_site *);

#endif
