// The dependences of the accesses of a record.

#ifndef FT_SYMEX_EXEC_STEP_ACCESS_H
#define FT_SYMEX_EXEC_STEP_ACCESS_H

#include "symex/exec/machine.h"

// The instruction before 'pc' made the record at hand.
void ft_step_access (ft_machine *, ft_exec_frame *, const ft_instruction *);

// An external function made the accesses of the record at hand.
void ft_step_external_access (ft_machine *);

#endif
