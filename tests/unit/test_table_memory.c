// Large tables: what grows keeps its elements, on both sides of the size from
// which memory is in huge pages; pages are zeroed, aligned, and nobody else's.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "order/table_memory.h"

enum { MANY = 300000, PAGES = 700, BYTES = 16384 };

static void growth_keeps_elements (void **state) {
  (void)state;
  struct odd {
    uint32_t number, more[6];
  };
  FT_STACK (struct odd) s = {0};
  for (uint32_t i = 0; i < MANY; i++)
    FT_TABLE_PUSH (s, ((struct odd){i, {0, 0, 0, 0, 0, ~i}}));
  assert_int_equal (s.size, MANY);
  for (uint32_t i = 0; i < MANY; i++)
    assert_true (s.begin[i].number == i && s.begin[i].more[5] == ~i);
  FT_RELEASE (s);
}

static void pages_are_apart (void **state) {
  (void)state;
  static unsigned char *list[PAGES];
  ft_table_pages pages = {0};
  for (size_t p = 0; p < PAGES; p++) {
    list[p] = ft_table_page (&pages, BYTES);
    assert_int_equal ((uintptr_t)list[p] % sizeof (uint64_t), 0);
    for (size_t i = 0; i < BYTES; i++)
      assert_true (!list[p][i]);
    for (size_t i = 0; i < BYTES; i++)
      list[p][i] = (unsigned char)(p % 251 + 1);
  }
  for (size_t p = 0; p < PAGES; p++)
    for (size_t i = 0; i < BYTES; i++)
      assert_true (list[p][i] == p % 251 + 1);
  ft_table_pages_release (&pages);
  assert_true (!pages.chunks.begin && !pages.left);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (growth_keeps_elements),
      cmocka_unit_test (pages_are_apart),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
