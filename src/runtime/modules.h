// The file "modules" of a run directory: which program or shared library each
// object of the file "objects" belongs to.

#ifndef FT_RUNTIME_MODULES_H
#define FT_RUNTIME_MODULES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/text_buffer.h"

// Called before 'object' is written at this offset of the file "objects".
void ft_modules_add (const void *object, uint64_t at);
// Whether a function is in a module that has objects.
bool ft_modules_has (const void *function);

// Appends the path of the module with this name of the dynamic linker's, and
// ends the line.
void ft_modules_add_path (ft_text *line, const char *name);

#endif
