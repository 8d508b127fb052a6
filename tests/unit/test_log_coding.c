// The coding of logs: what is coded is decoded again, loops cost next to nothing,
// and no bytes make the decoder do more than refuse them.
//
// FT_SEED and FT_ROUNDS repeat or extend the random words.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run/log_coding.h"
#include "runtime/wire.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

static unsigned char piece[FT_LOG_PIECE_BYTES];
static uint64_t words[FT_LOG_PIECE_WORDS], decoded[FT_LOG_PIECE_WORDS];

// ---- random words ----------------------------------------------------------

static uint64_t random_word (ft_rng *rng) {
  uint64_t word = (uint64_t)ft_rng_next (rng) << 32 | ft_rng_next (rng);
  switch (ft_rng_below (rng, 6)) {
  case 0:
    return word;
  case 1:
    return word >> ft_rng_below (rng, 64);
  case 2:
    return word << ft_rng_below (rng, 64);
  case 3:
    return UINT64_MAX - ft_rng_below (rng, 300);
  case 4:
    return ft_rng_below (rng, 3);
  default:
    return FT_WIRE_HEADER (0xf000 + ft_rng_below (rng, 0x90), word);
  }
}

// Words as loops make them: sites in turn, each with its stride and its kind of
// values, and here and there something else.
static size_t random_loop (ft_rng *rng, size_t n) {
  uint64_t address[4], stride[4];
  unsigned sites = 1 + ft_rng_below (rng, 4);
  for (unsigned i = 0; i < 4; i++) {
    address[i] = 0x7f0000000000 + ft_rng_next (rng);
    stride[i] = ft_rng_percent (rng, 30) ? random_word (rng)
                                         : 8 * ft_rng_below (rng, 50);
  }
  unsigned noise = ft_rng_below (rng, 30);
  for (size_t i = 0; i + 1 < n; i += 2) {
    unsigned site = (unsigned)(i / 2 % sites);
    words[i] = FT_WIRE_HEADER (site + 1, address[site] += stride[site]);
    words[i + 1] = ft_rng_percent (rng, 50) ? i / 64 : words[i ? i - 1 : 0];
    for (unsigned k = 0; k < 2; k++)
      if (ft_rng_percent (rng, noise))
        words[i + k] = random_word (rng);
  }
  return n & ~(size_t)1;
}

static size_t random_words (ft_rng *rng) {
  size_t n = ft_rng_percent (rng, 5)    ? FT_LOG_PIECE_WORDS
             : ft_rng_percent (rng, 90) ? ft_rng_below (rng, 200)
                                        : ft_rng_below (rng, FT_LOG_PIECE_WORDS);
  if (ft_rng_percent (rng, 60))
    return random_loop (rng, n);
  for (size_t i = 0; i < n; i++)
    words[i] = random_word (rng);
  return n;
}

static void expect_words (ft_log_coder *reader, size_t length, size_t n,
                          uint64_t seed) {
  size_t got = SIZE_MAX;
  if (ft_log_piece_words (piece) != n ||
      !ft_log_decode (reader, piece, length, decoded, &got) || got != n ||
      memcmp (decoded, words, n * 8))
    fail_msg ("seed %llu: %zu words are not what was coded",
              (unsigned long long)seed, n);
}

static void decoded_again (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (300, 3000);
       seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_log_coder *writer = ft_log_coder_new (), *reader = ft_log_coder_new ();
    for (uint32_t pieces = 1 + ft_rng_below (&rng, 8), i = 0; i < pieces; i++) {
      size_t n = random_words (&rng);
      if (!i || ft_rng_percent (&rng, 20))
        ft_log_coder_refresh (writer, ft_rng_below (&rng, FT_LOG_CODER_SIZES));
      expect_words (reader, ft_log_encode (writer, words, n, piece), n, seed);
    }
    ft_log_coder_free (writer);
    ft_log_coder_free (reader);
  }
}

// ---- what is predicted -----------------------------------------------------

// The bytes of a second piece of the same kind.
static size_t length_of (size_t (*fill) (uint64_t from)) {
  ft_log_coder *k = ft_log_coder_new ();
  ft_log_coder_refresh (k, FT_LOG_CODER_SIZES - 1);
  size_t n = fill (0);
  ft_log_encode (k, words, n, piece);
  n = fill (n);
  size_t length = ft_log_encode (k, words, n, piece);
  ft_log_coder_free (k);
  return length;
}

// a[i] = b[i], where both were seen before.
static size_t copied (uint64_t from) {
  for (uint64_t i = 0; i < 1000; i++) {
    uint64_t at = 8 * ((from + i) % 1000), value = i * i * i * 0x123456789;
    words[4 * i] = FT_WIRE_HEADER (3, 0x601000 + at);
    words[4 * i + 2] = FT_WIRE_HEADER (4, 0x701000 + at);
    words[4 * i + 1] = words[4 * i + 3] = value & FT_WIRE_PAYLOAD;
  }
  return 4000;
}

// p = p->next; p->x: addresses in no order, new ones each time.
static size_t followed (uint64_t from) {
  ft_rng rng = ft_rng_init (from + 1);
  uint64_t node = 0x7f0000001000;
  for (uint64_t i = 0; i < 1000; i++) {
    words[4 * i] = FT_WIRE_HEADER (1, node);
    words[4 * i + 1] = 5;
    words[4 * i + 2] = FT_WIRE_HEADER (2, node + 8);
    words[4 * i + 3] = node = 0x7f0000000000 + 16 * (uint64_t)ft_rng_next (&rng);
  }
  return 4000;
}

static void loops_cost_next_to_nothing (void **state) {
  (void)state;
  assert_true (length_of (copied) <= 2000 / 48 + 40); // the first few strides
  // The pointers cannot be foreseen, what is done with them can: a token for each
  // pair, and one for a pointer.
  assert_true (length_of (followed) <= 1000 * (3 + 6) + 40);
}

// ---- pieces of earlier versions --------------------------------------------

static void a_token_for_each_word (void **state) {
  (void)state;
  const unsigned char old[] = {
      FT_LOG_FRESH, 0, 4, 0, 64 + 8 * 1 + 5, 128, 64 + 8 * 1 + 5, 3, //
      0x10, 0x60, 0, 0, 0, 3, 5, 0x10, 0x60, 0, 0, 0, 3};
  size_t n;
  ft_log_coder *reader = ft_log_coder_new ();
  assert_true (ft_log_decode (reader, old, sizeof old, decoded, &n));
  ft_log_coder_free (reader);
  assert_int_equal (n, 4);
  for (size_t i = 0; i < n; i += 2) {
    assert_int_equal (decoded[i], FT_WIRE_HEADER (3, 0x601000));
    assert_int_equal (decoded[i + 1], 5);
  }
}

// ---- damage ----------------------------------------------------------------

static void cut (void **state) {
  (void)state;
  ft_log_coder *writer = ft_log_coder_new ();
  ft_log_coder_refresh (writer, 0);
  copied (0);
  size_t length = ft_log_encode (writer, words, 100, piece), n;
  for (size_t some = 0; some <= length + 1; some++) {
    ft_log_coder *reader = ft_log_coder_new ();
    assert_int_equal (ft_log_decode (reader, piece, some, decoded, &n),
                      some == length);
    ft_log_coder_free (reader);
  }
  ft_log_coder_free (writer);
}

static void damaged (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (2000, 20000);
       seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_log_coder *writer = ft_log_coder_new (), *reader = ft_log_coder_new ();
    ft_log_coder_refresh (writer, ft_rng_below (&rng, FT_LOG_CODER_SIZES - 1));
    size_t n = random_loop (&rng, 2 + ft_rng_below (&rng, 300)), got;
    size_t length = ft_log_encode (writer, words, n, piece);
    for (uint32_t i = 1 + ft_rng_below (&rng, 3); i; i--)
      piece[ft_rng_below (&rng, ft_rng_percent (&rng, 50) ? 6 : (uint32_t)length)] =
          (unsigned char)ft_rng_next (&rng);
    // In memory of its own, so that reads behind it are noticed.
    unsigned char *copy = malloc (length);
    memcpy (copy, piece, length);
    if (ft_log_decode (reader, copy, length, decoded, &got))
      assert_true (got <= FT_LOG_PIECE_WORDS);
    free (copy);
    ft_log_coder_free (writer);
    ft_log_coder_free (reader);
  }
}

// A piece that goes on from another one, without it.
static void without_beginning (void **state) {
  (void)state;
  size_t n;
  ft_log_coder *writer = ft_log_coder_new (), *reader = ft_log_coder_new ();
  ft_log_coder_refresh (writer, 0);
  copied (0);
  ft_log_encode (writer, words, 10, piece);
  size_t length = ft_log_encode (writer, words, 10, piece);
  assert_false (ft_log_decode (reader, piece, length, decoded, &n));
  ft_log_coder_free (writer);
  ft_log_coder_free (reader);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (decoded_again),
      cmocka_unit_test (loops_cost_next_to_nothing),
      cmocka_unit_test (a_token_for_each_word),
      cmocka_unit_test (cut),
      cmocka_unit_test (damaged),
      cmocka_unit_test (without_beginning),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
