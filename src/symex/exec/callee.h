// The function of the program that a GUID names.  Several units may define
// functions of one name.

#ifndef FT_SYMEX_EXEC_CALLEE_H
#define FT_SYMEX_EXEC_CALLEE_H

#include "symex/exec/machine.h"

// The number of the run's function with this GUID that a direct call in 'caller' calls;
// FT_NO_ID: no instrumented function has it, FT_CALLEE_AMBIGUOUS: several differ, or
// another one may take its place.
enum { FT_CALLEE_AMBIGUOUS = FT_NO_ID - 1 };
uint32_t ft_callee_of (ft_machine *, const ft_run_function *caller,
                       uint64_t guid);

// A direct call of this GUID in 'caller' has entered the function: that is the one which
// the linker chose for all such calls of the caller's module; of the caller's unit, if
// that defines one.
void ft_callee_note_entered (ft_machine *, const ft_run_function *caller,
                             uint64_t guid, const ft_run_function *entered);

// Whether all unrecorded leaf functions with this GUID are the same.
bool ft_callee_is_unambiguous (ft_machine *, uint64_t guid);

// Whether an instrumented unit has a function with this GUID.
bool ft_callee_is_instrumented (ft_machine *, uint64_t guid);

#endif
