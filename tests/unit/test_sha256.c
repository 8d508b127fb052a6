// SHA-256 on the examples of FIPS 180-4 and at every length around a block.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "report/sha256.h"

static void assert_digest (const char *bytes, size_t size, const char *wanted) {
  char digits[FT_SHA256_DIGITS + 1];
  ft_sha256_text (bytes, size, digits);
  assert_string_equal (digits, wanted);
}

static void test_examples (void **state) {
  (void)state;
  assert_digest (
      "", 0,
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert_digest (
      "abc", 3,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert_digest (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_million (void **state) {
  (void)state;
  size_t n = 1000000;
  char *text = ft_calloc (n + 1, 1);
  memset (text, 'a', n);
  assert_digest (
      text, n,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free (text);
}

// 'sha256sum' is the slow twin.
static void assert_like_sha256sum (size_t n) {
  char path[] = "/tmp/ft-sha256-XXXXXX", command[64], line[128] = "";
  char digits[FT_SHA256_DIGITS + 1];
  int fd = mkstemp (path);
  assert_true (fd >= 0);
  FILE *file = fdopen (fd, "w+");
  for (size_t i = 0; i < n; i++)
    putc ((int)(i * 37 + n), file);
  rewind (file);
  assert_true (ft_sha256_file (file, digits));
  fclose (file);
  snprintf (command, sizeof command, "sha256sum %s", path);
  FILE *sum = popen (command, "r");
  assert_non_null (fgets (line, sizeof line, sum));
  pclose (sum);
  remove (path);
  assert_memory_equal (line, digits, FT_SHA256_DIGITS);
}

static void test_lengths (void **state) {
  (void)state;
  for (size_t n = 50; n < 70; n++)
    assert_like_sha256sum (n);
  assert_like_sha256sum (5000);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_examples),
                                     cmocka_unit_test (test_million),
                                     cmocka_unit_test (test_lengths)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
