// Files that get real space on the disk before anything is written to them.

#ifndef FT_RUNTIME_PREALLOCATE_H
#define FT_RUNTIME_PREALLOCATE_H

#include <stdbool.h>
#include <stdint.h>

// Opens a file, even when the program has used up its descriptors.  Returns the
// descriptor, or a negative errno.
int ft_preallocate_open (const char *path, int flags);
// The same, and the file has space for the bytes between 'from' and 'bytes'.
int ft_preallocate_grow (const char *path, int flags, uint64_t from,
                         uint64_t bytes);
// Whether a file of this size exceeds 'ulimit -f': the kernel would send the
// program a signal.
bool ft_preallocate_is_beyond_limit (uint64_t bytes);
// A negative errno of these functions, in words for the user.
const char *ft_preallocate_reason (int error);

#endif
