// Copies of files, by system calls alone.

#ifndef FT_RUNTIME_FILE_COPY_H
#define FT_RUNTIME_FILE_COPY_H

#include <stdbool.h>
#include <sys/stat.h>

// Of the name itself, if it is a link.
bool ft_file_status (const char *path, struct stat *);

// f: a file, d: a directory, l: a symbolic link, o: something else, a: nothing.
char ft_file_kind (bool found, const struct stat *);

// Copies a file with its mode and times, or a link; makes a directory, without
// what is in it; of something else nothing.  False when that fails.
bool ft_file_copy (const char *path, const struct stat *, const char *to);

#endif
