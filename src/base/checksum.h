// Checksums: XXH64 with seed 0 (libxxhash), which finds damaged files at the
// speed of memory.  Not a cryptographic hash.

#ifndef FT_BASE_CHECKSUM_H
#define FT_BASE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t ft_checksum (const void *bytes, size_t n);

// The checksum of a whole regular file; false if it cannot be read.
bool ft_checksum_file (const char *path, uint64_t *checksum);

#endif
