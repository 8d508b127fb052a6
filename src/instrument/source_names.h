// What the source calls things: variables, and what an access accesses.

#ifndef FT_INSTRUMENT_SOURCE_NAMES_H
#define FT_INSTRUMENT_SOURCE_NAMES_H

#include "instrument/unit.h"

// Learns from the debug intrinsics of a function which variable lives in, or
// is held by, which value.  Forgets those of the function before.
void ft_source_names_learn (ft_unit *, LLVMValueRef function);

// The variable that lives in an alloca or 'byval' argument; NULL if unknown.
LLVMMetadataRef ft_source_names_variable (const ft_unit *, LLVMValueRef local);

// The definition of a global variable in the source; NULL if there is none.
LLVMMetadataRef ft_source_names_global (const ft_unit *, LLVMValueRef global);

// Fills in 'variable' and 'type' of a site that accesses 'size' bytes at
// 'pointer', as far as they are known.
void ft_source_names_access (ft_unit *, LLVMValueRef pointer, uint64_t size,
                      ft_site *);

#endif
