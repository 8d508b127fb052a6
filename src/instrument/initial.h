// The initial content of global variables.

#ifndef FT_INSTRUMENT_INITIAL_H
#define FT_INSTRUMENT_INITIAL_H

#include "instrument/unit.h"

// Sets 'initial' in the table's entry of a global that the unit defines.
void ft_initial_note (ft_unit *, LLVMValueRef global, ft_global *entry);

#endif
