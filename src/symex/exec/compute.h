// Instructions that neither make a record nor jump.

#ifndef FT_SYMEX_EXEC_COMPUTE_H
#define FT_SYMEX_EXEC_COMPUTE_H

#include "symex/exec/machine.h"

ft_value ft_operand_value (const ft_exec_frame *, const ft_code_operand *);

// Sets result 'index', 0 or 1, of an instruction, if it is used at all.
void ft_set_result (ft_exec_frame *, const ft_instruction *, uint32_t index,
                    ft_value);

// Executes one instruction; its operands may be symbolic.
void ft_compute (ft_machine *, ft_exec_frame *, const ft_instruction *);

// The result of a FLOAT instruction on words, if it is the same in every
// rounding mode that the program may have.
bool ft_float_fold (const ft_machine *, const ft_instruction *,
                    const uint64_t *operands, uint64_t *result);
ft_value ft_float_value (ft_machine *, const ft_instruction *,
                         const ft_value *operands);

#endif
