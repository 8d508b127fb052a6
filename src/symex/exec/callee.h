// The function of the program that a GUID names.  Several units may define
// functions of one name.

#ifndef FT_SYMEX_EXEC_CALLEE_H
#define FT_SYMEX_EXEC_CALLEE_H

#include "symex/exec/machine.h"

// The number of the run's function with this GUID; FT_NO_ID: no instrumented
// function has it, FT_CALLEE_AMBIGUOUS: several differ.
enum { FT_CALLEE_AMBIGUOUS = FT_NO_ID - 1 };
uint32_t ft_callee_of (ft_machine *, uint64_t guid);

// Whether all unrecorded leaf functions with this GUID are the same.
bool ft_callee_is_unambiguous (ft_machine *, uint64_t guid);

// Whether an instrumented unit has a function with this GUID.
bool ft_callee_is_instrumented (ft_machine *, uint64_t guid);

#endif
