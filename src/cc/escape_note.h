// A note of what a program or a shared library has that makes no records: an
// object that is linked with it and registers a table without functions
// (FT_TABLE_NOTE).
//
// What was linked says the linker, in a list as for make (--dependency-file):
// it alone knows which library an -l means, and what linker scripts and its
// configuration add.  So a program is linked with a note that says that all of
// it has records, and again if that is not true.
//
// Noted are names: those that code without records uses and that others define,
// or units with records name as well, and those of functions that it defines
// and they call.  Of the C and C++ libraries and the compiler's only data
// count, as 'optind' if the program has its own.  Of archives all members are
// taken for linked.

#ifndef FT_CC_ESCAPE_NOTE_H
#define FT_CC_ESCAPE_NOTE_H

#include "cc/cc_driver.h"
#include "run/sites.h"

// Compiles the note 's' as an object; the exit status.
int ft_escape_note_compile (const ft_cc_driver *, const ft_sites *s, const char *output);

// Fills in the note of what was linked according to the linker's list, but for
// the note itself; without the list it says that anything may be there.
void ft_escape_note_fill (ft_sites *, const char *list, const char *note);

#endif
