// XXH64, the 64-bit checksum by Yann Collet (xxHash, as specified in its
// doc/xxhash_spec.md), with seed 0: finds damage, at the speed of memory.

#ifndef FT_BASE_CHECKSUM_H
#define FT_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t ft_checksum (const void *bytes, size_t n);

#endif
