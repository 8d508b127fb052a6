// Numbers of descriptors as values.
//
// The kernel gives the lowest number that is free.  While a program only passes
// it to functions that use the descriptor, in another order of its threads it
// has other numbers and does the same.  Not so if it compares the number,
// computes with it or keeps it: then each call that takes or gives back a number
// counts, in its order.
//
// The code says which: all that it does with the results of such calls is looked
// at, executed or not.  Cost: linear in the code of the program, times the
// number of phi nodes behind one another.

#ifndef FT_SYMEX_EXEC_DESCRIPTOR_NUMBERS_H
#define FT_SYMEX_EXEC_DESCRIPTOR_NUMBERS_H

#include "symex/exec/machine.h"

// Whether some code of the program may use the number of a descriptor.
bool ft_uses_descriptor_numbers (ft_machine *);

#endif
