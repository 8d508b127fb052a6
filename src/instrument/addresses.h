// What has an address that the code may need to know, besides variables:
// functions and constants.

#ifndef FT_INSTRUMENT_ADDRESSES_H
#define FT_INSTRUMENT_ADDRESSES_H

#include "instrument/unit.h"

// Lists them behind the variables: functions whose address is taken here, so
// that a call by address can be followed; constants that are read without a
// record, and those that hold addresses of functions (vtables).
void ft_addresses_list (ft_unit *);

// Whether a constant is the address of something that is listed, and a number.
bool ft_address_of (const ft_unit *, LLVMValueRef constant, uint32_t *global,
                    int64_t *offset);

// The function that is called, behind aliases; NULL if it is none, or another
// one may take the place of an alias.
LLVMValueRef ft_address_function (LLVMValueRef);

// Whether a linker, or the dynamic linker, may take another definition, which
// does something else.
bool ft_address_is_replaceable (LLVMValueRef function);

#endif
