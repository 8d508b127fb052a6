// Instrumentation of one function.

#ifndef FT_INSTRUMENT_FUNCTION_H
#define FT_INSTRUMENT_FUNCTION_H

#include "instrument/unit.h"

// Instruments a function and lowers it to unit code.  Functions that cannot be
// instrumented stay as they are, with a warning; so do functions without record
// points, without one.
void ft_function_instrument (ft_unit *, LLVMValueRef function);

#endif
