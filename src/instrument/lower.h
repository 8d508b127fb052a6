// Lowering: unit code for re-execution (symex/code/unit_code.h) from LLVM IR,
// of instrumented functions and of unrecorded leaf functions.
//
// LLVM's promises.  'add nsw' is a signed addition, whose overflow is undefined
// (ADD); without 'nsw' it wraps (UADD).  The promises nuw, exact and
// 'llvm.assume' may come from the source (differences of pointers, sizes of
// arrays) or from LLVM's own analysis.  Each becomes an UNDEFINED instruction,
// so that no execution behind undefined behaviour is taken for one of the
// program.  'nneg' and 'disjoint' come only from LLVM's analysis of other
// instructions, which have their own UNDEFINED.  In LLVM an undefined value
// (poison) is harmless until it is used; here it counts at once, which only
// excludes more.

#ifndef FT_INSTRUMENT_LOWER_H
#define FT_INSTRUMENT_LOWER_H

#include "instrument/record_points.h"

// Adds the code of a function whose record points were found, before it is
// changed.  'records': it is the last function of the site table; else it is an
// unrecorded leaf function.
void ft_lower_function (ft_unit *, LLVMValueRef function,
                        const ft_function_points *, bool records);

// Puts the code into the site table, after all functions.
void ft_lower_finish (ft_unit *);

#endif
