// Instrumentation of one function.

#ifndef FT_INSTRUMENT_FUNCTION_H
#define FT_INSTRUMENT_FUNCTION_H

#include "instrument/unit.h"

// Leaves functions alone that cannot be instrumented, with a warning, and
// those that have nothing to record, without.
void ft_function_instrument (ft_unit *, LLVMValueRef function);

#endif
