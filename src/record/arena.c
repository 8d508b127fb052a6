// Memory for the runtime: zeroed, never given back, with the baton (or before
// there are threads).

#include "record/core.h"
#include "record/kernel.h"

enum { CHUNK = 1 << 20 };

void *ft_arena (size_t bytes) {
  static char *at, *end;
  bytes = (bytes + 15) & ~(size_t)15;
  if (bytes > (size_t)(end - at)) {
    size_t size = bytes > CHUNK ? bytes : CHUNK;
    char *chunk = ft_map (size, -1, 0);
    if (!chunk)
      ft_fail (69,
               "out of memory for the recorder (%zu bytes); record with "
               "more memory or a higher limit (ulimit -v)",
               size);
    at = chunk;
    end = chunk + size;
  }
  void *result = at;
  at += bytes;
  return result;
}
