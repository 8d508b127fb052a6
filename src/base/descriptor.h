// Whole reads and writes of a descriptor, which the kernel may do in pieces or
// interrupt.

#ifndef FT_BASE_DESCRIPTOR_H
#define FT_BASE_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

// False if fewer bytes came: errno says why, and is 0 at the end of the file.
bool ft_descriptor_read (int descriptor, void *bytes, size_t size);

// False if fewer bytes were written: errno says why.
bool ft_descriptor_write (int descriptor, const void *bytes, size_t size);

#endif
