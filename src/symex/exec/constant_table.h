// Reads of constant tables at symbolic addresses.

#ifndef FT_SYMEX_EXEC_CONSTANT_TABLE_H
#define FT_SYMEX_EXEC_CONSTANT_TABLE_H

#include "symex/exec/machine.h"

// The value of a read at a symbolic address of memory that never changes, as an
// expression of the address; false if there is no table or the address is
// concrete.
bool ft_constant_table_read (ft_machine *, ft_value address, unsigned bytes,
                             ft_value *value);

#endif
