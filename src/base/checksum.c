#include "base/checksum.h"

#include <xxhash.h>

uint64_t ft_checksum (const void *bytes, size_t n) {
  return XXH64 (bytes, n, 0);
}
