// Checksums: XXH64 with seed 0 (libxxhash), which finds damaged files at the
// speed of memory.  Not a cryptographic hash.

#ifndef FT_BASE_CHECKSUM_H
#define FT_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t ft_checksum (const void *bytes, size_t n);

#endif
