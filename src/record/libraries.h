// Which shared libraries of a program foretrace-cc did not build.  What they
// do to memory is not in a recording, so that reports name them.

#ifndef FT_RECORD_LIBRARIES_H
#define FT_RECORD_LIBRARIES_H

#include "record/program.h"

// Fills 'program->plain' from the program's own file, and sees whether a
// library makes 'program->light' true.  A library that an uninstrumented one
// needs is not looked at: naming the first is enough.
void ft_libraries_find_uninstrumented (ft_program *program, const ft_elf *elf);

#endif
