// The file "libraries" of a run directory: where the program and its shared
// libraries have their variables.

#ifndef FT_RUNTIME_LIBRARY_MEMORY_H
#define FT_RUNTIME_LIBRARY_MEMORY_H

void ft_library_memory_list (void);

#endif
