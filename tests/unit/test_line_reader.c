// Lines come out as they went in: whatever their length, their ends and the
// compression, in pieces of any size.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "base/compressor.h"
#include "base/line_reader.h"
#include "base/strbuf.h"
#include "tests/model/rng.h"
#include "tests/unit/scratch.h"

static ft_line_reader *open_source (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_line_reader *s = ft_line_reader_open (path, &error);
  if (!s)
    fail_msg ("%s", error.message);
  return s;
}

static void expect_line (ft_line_reader *s, const char *text) {
  ft_span line;
  ft_error error = FT_NO_ERROR;
  assert_int_equal (ft_line_reader_next (s, &line, &error), 1);
  if (!ft_span_is (line, text))
    fail_msg ("expected '%s', found '%.*s'", text, (int)line.size, line.begin);
}

static void expect_end (ft_line_reader *s) {
  ft_span line;
  ft_error error = FT_NO_ERROR;
  assert_int_equal (ft_line_reader_next (s, &line, &error), 0);
  assert_int_equal (ft_line_reader_next (s, &line, &error), 0);
  ft_line_reader_free (s);
}

static void line_ends (void **state) {
  (void)state;
  ft_line_reader *s = open_source (scratch_text ("a", "a\n\r\nb\r\n\nlast\r"));
  expect_line (s, "a");
  expect_line (s, "");
  expect_line (s, "b");
  expect_line (s, "");
  expect_line (s, "last");
  assert_int_equal (ft_line_reader_number (s), 5);
  expect_end (s);
  expect_end (open_source (scratch_text ("a", "")));
}

static void peeking_takes_nothing (void **state) {
  (void)state;
  ft_line_reader *s = open_source (scratch_text ("a", "one\ntwo"));
  ft_span span;
  ft_error error = FT_NO_ERROR;
  assert_true (ft_line_reader_peek (s, &span, &error));
  assert_true (ft_span_is (span, "one\ntwo"));
  expect_line (s, "one");
  expect_line (s, "two");
  expect_end (s);
}

static void write_packed (const char *path, const char *text, size_t n) {
  ft_error error = FT_NO_ERROR;
  ft_compressor *p = ft_compressor_open (path, &error);
  assert_non_null (p);
  for (size_t at = 0; at < n;) { // in pieces that grow
    size_t part = at + 1 < n - at ? at + 1 : n - at;
    assert_true (ft_compressor_write (p, text + at, part, &error));
    at += part;
  }
  assert_true (ft_compressor_commit (p, &error));
  ft_compressor_free (p);
}

// Lines of random lengths around the sizes of buffers.
static char *random_text (uint64_t seed, size_t *size) {
  ft_rng rng = ft_rng_init (seed);
  ft_strbuf text = {0};
  static const uint32_t lengths[] = {1, 30, 1000, 70000, 300000};
  for (unsigned i = 0; i < 40; i++) {
    uint32_t n = ft_rng_below (&rng, lengths[ft_rng_below (&rng, 5)]);
    for (uint32_t j = 0; j < n; j++)
      ft_strbuf_add_bytes (&text, &"abcdefgh"[ft_rng_below (&rng, 8)], 1);
    ft_strbuf_add_bytes (&text, "\n", 1);
  }
  *size = text.size;
  return ft_strbuf_take (&text);
}

static void expect_text (ft_line_reader *s, char *text) {
  char *rest = text, *end;
  for (; (end = strchr (rest, '\n')); rest = end + 1) {
    *end = 0;
    expect_line (s, rest);
    *end = '\n';
  }
  expect_end (s);
}

static void packed_lines_survive (void **state) {
  (void)state;
  static const char *const names[] = {"t", "t.gz", "t.zst"};
  for (uint64_t seed = 0; seed < 5; seed++) {
    size_t n = 0;
    char *text = random_text (seed, &n);
    for (unsigned i = 0; i < 3; i++) {
      const char *path = scratch_path (names[i]);
      write_packed (path, text, n);
      expect_text (open_source (path), text);
    }
    free (text);
  }
}

// The name does not matter, and streams in a row are one.
static void streams_in_a_row (void **state) {
  (void)state;
  static const char *const names[] = {"m.gz", "m.zst"};
  for (unsigned i = 0; i < 2; i++) {
    const char *path = scratch_path (names[i]);
    write_packed (path, "one\ntw", 6);
    size_t n = 0;
    char *bytes = scratch_read (path, &n);
    char *twice = malloc (3 * n);
    for (unsigned k = 0; k < 3; k++)
      memcpy (twice + k * n, bytes, n);
    ft_line_reader *s = open_source (scratch_bytes ("plain-name", twice, 3 * n));
    expect_line (s, "one");
    expect_line (s, "twone");
    expect_line (s, "twone");
    expect_line (s, "tw");
    assert_true (ft_line_reader_progress (s) > 0.99);
    expect_end (s);
    free (bytes);
    free (twice);
  }
}

// Cut anywhere, a compressed file is an error, never a short file.
static void cut_anywhere (void **state) {
  (void)state;
  static const char *const names[] = {"c.gz", "c.zst"};
  for (unsigned i = 0; i < 2; i++) {
    size_t n = 0;
    const char *path = scratch_path (names[i]);
    write_packed (path, "one\ntwo\nthree\n", 14);
    char *bytes = scratch_read (path, &n);
    for (size_t cut = 4; cut < n; cut++) {
      ft_line_reader *s = open_source (scratch_bytes ("cut", bytes, cut));
      ft_span line;
      ft_error error = FT_NO_ERROR;
      int got;
      while ((got = ft_line_reader_next (s, &line, &error)) > 0)
        ;
      assert_int_equal (got, -1);
      assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
      assert_non_null (strstr (error.message, "too early"));
      ft_line_reader_free (s);
    }
    free (bytes);
  }
}

// A file that a thread reads ahead, cut: all lines before the cut, then the
// error.  And who has read enough can leave.
static void cut_while_read_ahead (void **state) {
  (void)state;
  size_t size = 0, n = 0;
  char *text = random_text (7, &size);
  const char *path = scratch_path ("ahead.zst");
  write_packed (path, text, size);
  char *bytes = scratch_read (path, &n);
  assert_true (n > 300 << 10);
  for (size_t cut = n - 1; cut > n / 2; cut -= n / 7) {
    ft_line_reader *s = open_source (scratch_bytes ("cut", bytes, cut));
    ft_error error = FT_NO_ERROR;
    const char *at = text;
    ft_span line;
    int got;
    for (; (got = ft_line_reader_next (s, &line, &error)) > 0; at += line.size + 1)
      assert_memory_equal (line.begin, at, line.size);
    assert_int_equal (got, -1);
    assert_non_null (strstr (error.message, "too early"));
    assert_int_equal (ft_line_reader_next (s, &line, &error), -1);
    ft_line_reader_free (s);
    s = open_source (path);
    assert_int_equal (ft_line_reader_next (s, &line, &error), 1);
    ft_line_reader_free (s);
  }
  free (bytes);
  free (text);
}

static void long_lines (void **state) {
  (void)state;
  size_t n = FT_LINE_LIMIT + (1 << 20);
  char *text = malloc (n);
  memset (text, 'x', n);
  text[1 << 20] = '\n';
  ft_line_reader *s = open_source (scratch_bytes ("long", text, 2 << 20));
  ft_span line;
  ft_error error = FT_NO_ERROR;
  assert_int_equal (ft_line_reader_next (s, &line, &error), 1);
  assert_int_equal (line.size, 1 << 20);
  ft_line_reader_free (s);
  text[0] = '\n', text[1 << 20] = 'x';
  s = open_source (scratch_bytes ("long", text, n));
  assert_int_equal (ft_line_reader_next (s, &line, &error), 1);
  assert_int_equal (ft_line_reader_next (s, &line, &error), -1);
  assert_non_null (strstr (error.message, "long:2: line longer than 16 MB"));
  ft_line_reader_free (s);
  free (text);
}

// The limit is exact, wherever the buffers end, with and without a line end.
static void longest_line (void **state) {
  (void)state;
  size_t n = FT_LINE_LIMIT + 2;
  char *text = malloc (n);
  for (size_t beyond = 0; beyond < 2; beyond++)
    for (size_t end = 0; end < 2; end++) {
      memset (text, 'x', n);
      text[FT_LINE_LIMIT + beyond] = '\n';
      ft_line_reader *s = open_source (
          scratch_bytes ("longest", text, FT_LINE_LIMIT + beyond + end));
      ft_span line;
      ft_error error = FT_NO_ERROR;
      assert_true (ft_line_reader_peek (s, &line, &error));
      assert_int_equal (ft_line_reader_next (s, &line, &error), beyond ? -1 : 1);
      assert_true (beyond || line.size == FT_LINE_LIMIT);
      ft_line_reader_free (s);
    }
  free (text);
}

static void refuses (const char *path, const char *what) {
  ft_error error = FT_NO_ERROR;
  assert_null (ft_line_reader_open (path, &error));
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  assert_non_null (strstr (error.message, path));
  if (!strstr (error.message, what))
    fail_msg ("expected '%s' in '%s'", what, error.message);
}

static void what_cannot_be_read (void **state) {
  (void)state;
  refuses (scratch_path ("missing"), "No such file");
  refuses ("/tmp", "Is a directory");
  const char *path = scratch_text ("secret", "x");
  chmod (path, 0);
  if (access (path, R_OK)) // not for root
    refuses (path, "Permission denied");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (line_ends),
      cmocka_unit_test (peeking_takes_nothing),
      cmocka_unit_test (packed_lines_survive),
      cmocka_unit_test (streams_in_a_row),
      cmocka_unit_test (cut_anywhere),
      cmocka_unit_test (cut_while_read_ahead),
      cmocka_unit_test (long_lines),
      cmocka_unit_test (longest_line),
      cmocka_unit_test (what_cannot_be_read),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
