// The shared libraries of a program that foretrace-cc did not build.  Their
// accesses to memory are not recorded, so reports name them.

#ifndef FT_RECORD_LIBRARIES_H
#define FT_RECORD_LIBRARIES_H

#include "record/program.h"

// Fills 'program->uninstrumented' from the program's file, and sets
// 'program->light' if one of its libraries is a light build.  Libraries that
// only other libraries need are not examined: naming the first is enough.
void ft_libraries_find_uninstrumented (ft_program *program, const ft_elf *elf);

#endif
