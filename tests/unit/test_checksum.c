// The checksum against the published values of XXH64, and numbers of variable
// length there and back.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/checksum.h"
#include "base/varint.h"

static void checksums_are_xxh64 (void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t sum;
  } known[] = {
      {"", 0xef46db3751d8e999ull},
      {"a", 0xd24ec4f1a98c6e5bull},
      {"abc", 0x44bc2cf5ad770999ull},
      {"message digest", 0x066ed728fceeb3beull},
      {"abcdefghijklmnopqrstuvwxyz", 0xcfe1f278fa89835cull},
      {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
       0xaaa46907d3047814ull},
      {"1234567890123456789012345678901234567890123456789012345678901234567890"
       "1234567890",
       0xe04a477f19ee145dull},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_int_equal (ft_checksum (known[i].text, strlen (known[i].text)),
                      known[i].sum);
}

static void numbers_come_back (void **state) {
  (void)state;
  ft_bytes bytes = {0};
  for (int bit = 0; bit < 64; bit++) {
    ft_varint_put (&bytes, 1ull << bit);
    ft_varint_put (&bytes, (1ull << bit) - 1);
    ft_varint_put_signed (&bytes, (int64_t)-(1ull << bit));
  }
  ft_varint_put (&bytes, UINT64_MAX);
  ft_varints from = {bytes.begin, bytes.begin + bytes.size, false};
  for (int bit = 0; bit < 64; bit++) {
    assert_int_equal (ft_varint_get (&from), 1ull << bit);
    assert_int_equal (ft_varint_get (&from), (1ull << bit) - 1);
    assert_int_equal (ft_varint_get_signed (&from), (int64_t)-(1ull << bit));
  }
  assert_int_equal (ft_varint_get (&from), UINT64_MAX);
  assert_false (from.bad);
  assert_ptr_equal (from.at, from.end);
  FT_RELEASE (bytes);
}

static void bad_numbers_are_told (void **state) {
  (void)state;
  static const uint8_t large[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0xff, 0x02, 0x00};
  ft_varints from = {large, large + sizeof large, false};
  ft_varint_get (&from);
  assert_true (from.bad);
  from = (ft_varints){large, large + 3, false};
  ft_varint_get (&from);
  assert_true (from.bad);
  static const uint8_t few[] = {3, 1, 2};
  from = (ft_varints){few, few + sizeof few, false};
  ft_varint_get_count (&from);
  assert_true (from.bad);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (checksums_are_xxh64),
      cmocka_unit_test (numbers_come_back),
      cmocka_unit_test (bad_numbers_are_told),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
