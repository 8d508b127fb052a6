// The escape note: what a program or a shared library contains of
// uninstrumented code.  The note is an object that is linked with it and
// registers a table without functions (FT_TABLE_NOTE), for escape analysis.
//
// The linker reports its inputs in a list as for make (--dependency-file): only
// the linker knows which library an -l means, and what linker scripts and its
// configuration add.  So a program is first linked with a note that everything
// is instrumented, and again if that is false.
//
// The note lists names that uninstrumented code uses, if it does not define
// them itself or if instrumented units use them, too; and functions that
// uninstrumented code defines and instrumented units name.  Of the C and C++
// libraries and the compiler's own, only data counts that the program defines,
// too, such as 'optind'.  All members of archives are assumed to be linked.

#ifndef FT_CC_ESCAPE_NOTE_H
#define FT_CC_ESCAPE_NOTE_H

#include "cc/cc_driver.h"
#include "run/sites.h"

// Compiles the note 's' as an object; returns the exit status.
int ft_escape_note_compile (const ft_cc_driver *, const ft_sites *s,
                            const char *output);

// Fills in the note from the inputs in the linker's list, without the note
// itself.  Without a list, the note says that there may be any code.
void ft_escape_note_fill (ft_sites *, const char *list, const char *note);

#endif
