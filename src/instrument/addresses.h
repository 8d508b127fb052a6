// Functions and constants whose addresses unit code may contain.

#ifndef FT_INSTRUMENT_ADDRESSES_H
#define FT_INSTRUMENT_ADDRESSES_H

#include "instrument/unit.h"

// Lists them in the table, behind the variables: functions whose addresses are
// taken in the unit, so that calls by address can be followed; constants that
// are read without a record, and constants that contain addresses of functions
// (vtables).
void ft_addresses_list (ft_unit *);

// Whether a constant is the address of a global of the table plus an offset.
bool ft_address_of (const ft_unit *, LLVMValueRef constant, uint32_t *global,
                    int64_t *offset);

// The function behind aliases; NULL if it is none, or if another definition may
// replace an alias.
LLVMValueRef ft_address_function (LLVMValueRef);

// Whether the static or dynamic linker may take another definition that
// differs.
bool ft_address_is_replaceable (LLVMValueRef function);

#endif
