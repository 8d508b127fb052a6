// Reads that return another value than in the run, where an address depends on the value.
//
// An access of the run has its recorded address in every schedule, so that a read on
// which the address depends has its recorded value, too.  For such a read, a branch behind
// it asks whether it has returned another value that memory had there at some time in the
// run: a pointer to another node, another index.  The alternative path goes on with that
// value, and with the addresses that follow from it.
//
// The pass that finds the memory of alternative paths notes both: which reads these are,
// and the values.  Addresses that depend on several reads are left out.

#ifndef FT_SYMEX_ALTPATH_OTHER_VALUE_H
#define FT_SYMEX_ALTPATH_OTHER_VALUE_H

#include "symex/exec/machine.h"

// The record accesses memory: notes its values.
void ft_other_value_note (ft_machine *);

// The load of the record has returned the value, which is the instruction's result.
void ft_other_value_read (ft_machine *, ft_exec_frame *, const ft_instruction *,
                          ft_value);

// The symbol is computed from the values.
void ft_other_value_depend (ft_machine *, uint32_t symbol, const ft_value *,
                            size_t count);

// An address that is accessed depends on the values.
void ft_other_value_note_address (ft_machine *, const ft_value *, size_t count);

#endif
