// The fast path of re-execution: instructions on concrete values.

#ifndef FT_SYMEX_EXEC_RUN_CONCRETE_H
#define FT_SYMEX_EXEC_RUN_CONCRETE_H

#include "symex/exec/machine.h"

// Executes instructions that add nothing to the trace, at limit 'limit'.
// Returns how many; 'pc' is at the first instruction that the slow path must
// execute.
uint32_t ft_run_concrete (const ft_machine *, ft_exec_frame *, uint32_t limit);

#endif
