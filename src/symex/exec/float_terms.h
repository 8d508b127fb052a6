// Floats that depend on reads, as expressions of their bits.

#ifndef FT_SYMEX_EXEC_FLOAT_TERMS_H
#define FT_SYMEX_EXEC_FLOAT_TERMS_H

#include "symex/exec/machine.h"

// The result of a comparison, or of a conversion from 32 bits to 64, of operands
// that may be symbolic. False if the FLOAT instruction is another one, or an
// operand is not known in the run or not of the kinds that are expressed.
bool ft_float_terms (ft_machine *, const ft_instruction *,
                     const ft_value *operands, ft_value *result);

#endif
