// Sites of the function that is being instrumented.

#ifndef FT_INSTRUMENT_SITE_H
#define FT_INSTRUMENT_SITE_H

#include "instrument/unit.h"

enum { FT_MAX_FUNCTION_SITES = 61000 }; // below FT_WIRE_FIRST

// Adds a function to the table; sites that are added next are its sites.
void ft_site_open (ft_unit *, LLVMValueRef function);
// Removes the function and its sites.
void ft_site_cancel (ft_unit *);

uint32_t ft_site_count (const ft_unit *);

// Adds a site at the debug location of an instruction; returns its code.
uint32_t ft_site_add (ft_unit *, LLVMValueRef instruction, enum ft_site_kind,
                      enum ft_wire_order, uint64_t size);

// Sets the scope of a site at the location of an instruction to a function that
// may have been inlined there, whose file lines refer to.  False if the
// function is none of those at the location.
bool ft_site_set_function (ft_unit *, ft_site *, LLVMValueRef instruction,
                           LLVMMetadataRef subprogram);

// The site that was added last.
ft_site *ft_site_last (ft_unit *);

// The name of a function as the source has it, a string of the table.
uint32_t ft_site_function_name (ft_unit *, LLVMValueRef function);

#endif
