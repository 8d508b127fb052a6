// Names of variables that code without records may use: which of them the
// linker knows, and what the unit's own such code names.
//
// That is assembly, functions that cannot be recorded, and globals of which it
// is not known what they hold, whose contents may lead there.  What other units
// name is known when they are linked ('driver_note.c').
//
// Cost: linear in the unit.

#ifndef FT_INSTRUMENT_ESCAPE_NAMES_H
#define FT_INSTRUMENT_ESCAPE_NAMES_H

#include "instrument/unit.h"

// Of all globals that are listed, when all functions have been looked at.
void ft_escape_names_list (ft_unit *);

// Whether the address of a variable is in the constant, or in a constant that
// it leads to.
bool ft_escape_names_reach_variable (LLVMValueRef constant);

#endif
