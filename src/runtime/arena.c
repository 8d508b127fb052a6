// Memory for the runtime: zeroed and never freed.  Allocated with the token, or
// before there are threads.

#include "runtime/rtl.h"
#include "runtime/syscall.h"

enum { CHUNK = 1 << 20, RESERVE = 256 << 10 };

static char *at, *end;

static bool use_chunk (char *chunk, size_t size) {
  at = chunk;
  end = chunk + size;
  return chunk;
}

// For a program that has used up its address space, which shall run on.
static bool use_reserve (size_t bytes) {
  static char reserve[RESERVE] __attribute__ ((aligned (16)));
  static bool used;
  if (used || bytes > sizeof reserve)
    return false;
  used = true;
  return use_chunk (reserve, sizeof reserve);
}

static void refill (size_t bytes) {
  size_t pages = (bytes + 4095) & ~(size_t)4095;
  size_t size = pages > CHUNK ? pages : CHUNK;
  if (!use_chunk (ft_sys_mmap (size, -1, 0), size) &&
      !use_chunk (ft_sys_mmap (pages, -1, 0), pages) && !use_reserve (bytes))
    ft_fail (69,
             "out of memory for the recorder (%zu bytes); record with more "
             "memory or a higher limit (ulimit -v)",
             bytes);
}

void *ft_arena_alloc (size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  if (bytes > (size_t)(end - at))
    refill (bytes);
  void *result = at;
  at += bytes;
  return result;
}
