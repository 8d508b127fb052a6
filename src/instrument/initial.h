// What global variables hold when the program begins.

#ifndef FT_INSTRUMENT_INITIAL_H
#define FT_INSTRUMENT_INITIAL_H

#include "instrument/unit.h"

// Sets 'initial' of the table's entry of a global that is defined here.
void ft_initial_note (ft_unit *, LLVMValueRef global, ft_global *entry);

#endif
