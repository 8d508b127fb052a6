// Code for re-execution (symex/code/unit_code.h), from the functions that are
// instrumented and from those that need not be.
//
// What LLVM says more than C: 'add nsw' is a signed addition, whose overflow
// is undefined (ADD); without 'nsw' it wraps (UADD).  The other promises that
// an instruction may carry (nuw, exact) and 'llvm.assume' may come from the
// source (differences of pointers, sizes of arrays) or be what LLVM found out;
// so that no execution past undefined behaviour is ever taken for one of the
// program, each is an UNDEFINED of its own.  'nneg' and 'disjoint' are only
// ever found out, from instructions that say themselves what is undefined.  A
// value that is undefined in LLVM (poison) is harmless until it is used; here
// it counts at once, which only rules out more.

#ifndef FT_INSTRUMENT_LOWER_H
#define FT_INSTRUMENT_LOWER_H

#include "instrument/record_points.h"

// Adds the code of a function that was scanned and not yet changed.
// 'records': it is in the site table (and is its last function).
void ft_lower_function (ft_unit *, LLVMValueRef function, const ft_function_points *,
                  bool records);

// Puts the code into the site table, after all functions.
void ft_lower_finish (ft_unit *);

#endif
