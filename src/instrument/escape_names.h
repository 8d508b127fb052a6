// Names of variables that uninstrumented code may use, for escape analysis: the
// names that the linker knows, and the names that uninstrumented code of the
// unit itself uses.
//
// The latter is assembly and functions that cannot be instrumented; globals
// whose initial content is not in the table count, too, since it may lead to
// variables.  Names that other objects use are found when they are linked
// ('cc/escape_note.c').
//
// Cost: linear in the unit.

#ifndef FT_INSTRUMENT_ESCAPE_NAMES_H
#define FT_INSTRUMENT_ESCAPE_NAMES_H

#include "instrument/unit.h"

// Lists the variables whose addresses the unit uses as integers, before anything
// is instrumented (FT_NAMED_AS_INTEGER).
void ft_escape_names_list_integers (ft_unit *);

// Lists the names, when all functions have been instrumented.
void ft_escape_names_list (ft_unit *);

// Whether a constant contains the address of a variable, or of a constant that
// does.
bool ft_escape_names_reach_variable (LLVMValueRef constant);

#endif
