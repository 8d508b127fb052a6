// The checksum of a file: that of its bytes (base/checksum.h).

#ifndef FT_BASE_FILE_CHECKSUM_H
#define FT_BASE_FILE_CHECKSUM_H

#include <stdbool.h>
#include <stdint.h>

// Of a whole regular file; false if it cannot be read.
bool ft_checksum_file (const char *path, uint64_t *checksum);

#endif
