// Files that the process has open from the beginning: standard input and output,
// and what else it inherits.  Their other end is outside of the program, and a
// replay has others in their place, of another kind perhaps; so nothing that a
// log has may depend on what they are.

#ifndef FT_RUNTIME_INHERITED_FILES_H
#define FT_RUNTIME_INHERITED_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

void ft_inherited_files_list (void);

// Whether nothing comes through the file from one thread to another: it was
// inherited, or is /dev/null or another device without a memory.
bool ft_file_is_outside (const struct stat *);

// The program has opened the file by its name: it counts as any other from now
// on.
void ft_inherited_file_opens (const struct stat *);

#endif
