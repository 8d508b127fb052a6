// Sites of the function that is being instrumented.

#ifndef FT_INSTRUMENT_SITE_H
#define FT_INSTRUMENT_SITE_H

#include "instrument/unit.h"

enum { FT_MAX_FUNCTION_SITES = 61000 }; // of a function; below FT_WIRE_FIRST

// Begins the part of the table of a function; sites that are added are its.
void ft_site_open (ft_unit *, LLVMValueRef function);
// Takes the function and its sites back.
void ft_site_cancel (ft_unit *);

uint32_t ft_site_count (const ft_unit *);

// A site at the place of 'instruction' (its debug location); its code.
uint32_t ft_site_add (ft_unit *, LLVMValueRef instruction, enum ft_site_kind,
                      enum ft_wire_order, uint64_t size);

// The site, at the place of 'instruction', speaks of a function, which may have
// been inlined there: lines are in its file.  False if it is none of those.
bool ft_site_set_function (ft_unit *, ft_site *, LLVMValueRef instruction,
                           LLVMMetadataRef subprogram);

// The site just added.
ft_site *ft_site_last (ft_unit *);

// The name of a function as the source has it, a string of the table.
uint32_t ft_site_function_name (ft_unit *, LLVMValueRef function);

#endif
