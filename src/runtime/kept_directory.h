// The run directory of a program that changes its root, or gives up the right to
// go there: its paths are those below a descriptor that is kept.

#ifndef FT_RUNTIME_KEPT_DIRECTORY_H
#define FT_RUNTIME_KEPT_DIRECTORY_H

// Keeps a descriptor of 'directory', which is absolute and stays in memory.  The
// number is high, since programs expect to get the lowest free one.
void ft_kept_directory_open (const char *directory);

// For calls with a directory and a path: the kept descriptor, when '*path' lies
// below the directory; '*path' is relative to it then.  Else AT_FDCWD.
int ft_kept_directory_of (const char **path);

#endif
