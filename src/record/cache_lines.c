#include "record/cache_lines.h"

#include "base/processors.h"

#ifdef __x86_64__

#include <immintrin.h>

enum { LINE = 64 }; // bytes

bool ft_cache_lines_pay (void) {
  __builtin_cpu_init ();
  return __builtin_cpu_supports ("clflushopt") && ft_processors () > 1;
}

__attribute__ ((target ("clflushopt"))) void
ft_cache_lines_evict (const void *bytes, size_t size) {
  for (size_t at = 0; at < size; at += LINE)
    _mm_clflushopt ((char *)bytes + at);
}

#else

bool ft_cache_lines_pay (void) {
  return false;
}

void ft_cache_lines_evict (const void *bytes, size_t size) {
  (void)bytes;
  (void)size;
}

#endif
