// Files that get real space on the disk before anything is written to them.

#ifndef FT_RUNTIME_PREALLOCATE_H
#define FT_RUNTIME_PREALLOCATE_H

#include <stdbool.h>
#include <stdint.h>

// A descriptor, or a negative errno; also when the program has used up its
// own.
int ft_preallocate_open (const char *path, int flags);
// The same, and the bytes between 'from' and 'bytes' exist.
int ft_preallocate_grow (const char *path, int flags, uint64_t from, uint64_t bytes);
// Beyond 'ulimit -f' the kernel would send the program a signal.
bool ft_preallocate_is_beyond_limit (uint64_t bytes);
// What a negative errno of these means to the user.
const char *ft_preallocate_reason (int error);

#endif
