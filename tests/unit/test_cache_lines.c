// Evicting memory from the caches changes nothing of it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "record/cache_lines.h"

enum { SIZE = 65536 };

static void evicted (int protection) {
  static char expected[SIZE];
  char *bytes = mmap (NULL, SIZE, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_ptr_not_equal (bytes, MAP_FAILED);
  for (unsigned i = 0; i < SIZE; i++)
    bytes[i] = expected[i] = (char)(i * i >> 3);
  assert_return_code (mprotect (bytes, SIZE, protection), 0);
  if (ft_cache_lines_pay ())
    for (unsigned size = 0; size <= SIZE; size = size * 3 + 1)
      ft_cache_lines_evict (bytes, size);
  assert_memory_equal (bytes, expected, SIZE);
  munmap (bytes, SIZE);
}

static void nothing_changes (void **state) {
  (void)state;
  evicted (PROT_READ | PROT_WRITE);
  evicted (PROT_READ);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (nothing_changes)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
