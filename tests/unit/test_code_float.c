// Floating point of code against the machine's own: random words, all
// operations, both sizes.  What is not known is so for a reason.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rounds.h"
#include "symex/code/code_float.h"
#include "symex/exec/float_terms.h"
#include "tests/model/rng.h"

static uint64_t random_word (ft_rng *r, unsigned bits) {
  static const double numbers[] = {0,   -0.0, 1,     -1,   0.5, 2,
                                   0.1, 3,    1e300, 1e20, 7,   INFINITY};
  double x = numbers[ft_rng_below (r, 12)];
  float small = (float)x;
  uint64_t word = (uint64_t)ft_rng_next (r) << 32;
  word |= ft_rng_next (r);
  if (!ft_rng_below (r, 3)) {
    memcpy (&word, &x, 8);
    uint32_t half;
    memcpy (&half, &small, 4);
    word = bits == 32 ? half : word;
  }
  return bits < 64 ? word & ((UINT64_C (1) << bits) - 1) : word;
}

#define TWIN(TYPE, WORD, SQRT, FMA, FABS, FLOOR, CEIL, TRUNC)                  \
  static bool twin_##TYPE (enum ft_float op, uint64_t asks,                    \
                           const uint64_t *words, uint64_t *result) {          \
    volatile TYPE x[3], y = 0;                                                 \
    for (int n = 0; n < 3; n++) {                                              \
      WORD w = (WORD)words[n];                                                 \
      TYPE v;                                                                  \
      memcpy (&v, &w, sizeof v);                                               \
      x[n] = v;                                                                \
    }                                                                          \
    switch ((int)op) {                                                         \
    case FT_FLOAT_ADD:                                                         \
      y = x[0] + x[1];                                                         \
      break;                                                                   \
    case FT_FLOAT_SUB:                                                         \
      y = x[0] - x[1];                                                         \
      break;                                                                   \
    case FT_FLOAT_MUL:                                                         \
      y = x[0] * x[1];                                                         \
      break;                                                                   \
    case FT_FLOAT_DIV:                                                         \
      y = x[0] / x[1];                                                         \
      break;                                                                   \
    case FT_FLOAT_NEG:                                                         \
      y = -x[0];                                                               \
      break;                                                                   \
    case FT_FLOAT_ABS:                                                         \
      y = FABS (x[0]);                                                         \
      break;                                                                   \
    case FT_FLOAT_SQRT:                                                        \
      y = SQRT (x[0]);                                                         \
      break;                                                                   \
    case FT_FLOAT_FLOOR:                                                       \
      y = FLOOR (x[0]);                                                        \
      break;                                                                   \
    case FT_FLOAT_CEIL:                                                        \
      y = CEIL (x[0]);                                                         \
      break;                                                                   \
    case FT_FLOAT_TRUNC:                                                       \
      y = TRUNC (x[0]);                                                        \
      break;                                                                   \
    case FT_FLOAT_MULADD:                                                      \
      y = FMA (x[0], x[1], x[2]);                                              \
      break;                                                                   \
    case FT_FLOAT_COMPARE:                                                     \
      *result = (asks & FT_FLOAT_LESS && x[0] < x[1]) ||                       \
                (asks & FT_FLOAT_GREATER && x[0] > x[1]) ||                    \
                (asks & FT_FLOAT_EQUAL && x[0] == x[1]) ||                     \
                (asks & FT_FLOAT_UNORDERED && (x[0] != x[0] || x[1] != x[1])); \
      return true;                                                             \
    default:                                                                   \
      return false;                                                            \
    }                                                                          \
    TYPE last = y;                                                             \
    WORD w;                                                                    \
    memcpy (&w, &last, sizeof w);                                              \
    *result = w;                                                               \
    return true;                                                               \
  }

TWIN (float, uint32_t, sqrtf, fmaf, fabsf, floorf, ceilf, truncf)
TWIN (double, uint64_t, sqrt, fma, fabs, floor, ceil, trunc)

static void test_arithmetic (void **state) {
  (void)state;
  unsigned known[FT_FLOAT_COUNT] = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end (200000); seed++) {
    ft_rng r = ft_rng_init (seed);
    enum ft_float op = ft_rng_below (&r, FT_FLOAT_CONVERT);
    unsigned bits = ft_rng_below (&r, 2) ? 32 : 64;
    bool compares = op == FT_FLOAT_COMPARE;
    uint64_t asks = compares ? ft_rng_below (&r, 16) : 0, words[3], a, b;
    for (int n = 0; n < 3; n++)
      words[n] = random_word (&r, bits);
    if (!ft_float_apply (op, bits, compares ? 1 : bits, asks, words, &a))
      continue;
    known[op]++;
    assert_true (bits == 32 ? twin_float (op, asks, words, &b)
                            : twin_double (op, asks, words, &b));
    if (a != b)
      fail_msg ("seed %lu: %s of %u bits is %#lx, not %#lx",
                (unsigned long)seed, ft_float_name (op), bits, (unsigned long)b,
                (unsigned long)a);
  }
  for (int op = 0; op < FT_FLOAT_CONVERT && rounds_are_many (); op++)
    assert_true (known[op] > 3000);
}

// The expressions of 'symex/exec/float_terms.h' on concrete operands against the
// arithmetic; they exist for the same ones, but for NaNs.
static void test_terms (void **state) {
  (void)state;
  static ft_exec_thread thread;
  static ft_machine machine = {.thread = &thread, .models_libc = true};
  unsigned expressed = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200000); seed++) {
    ft_rng r = ft_rng_init (seed);
    bool widens = !ft_rng_below (&r, 4);
    unsigned from = widens || ft_rng_below (&r, 2) ? 32 : 64;
    ft_instruction i = {
        .op = (uint8_t)(widens ? FT_FLOAT_CONVERT : FT_FLOAT_COMPARE),
        .from = (uint8_t)from,
        .width = (uint8_t)(widens ? 64 : 1),
        .count = widens ? 1 : 2,
        .constant = widens ? 0 : ft_rng_below (&r, 16)};
    uint64_t words[3] = {random_word (&r, from), random_word (&r, from)}, word;
    if (!ft_rng_below (&r, 4))
      words[1] = words[0] ^ (uint64_t)ft_rng_below (&r, 2) << (from - 1);
    ft_value s[2] = {ft_value_concrete (words[0]),
                     ft_value_concrete (words[1])},
             v;
    bool known =
        ft_float_apply (i.op, from, i.width, i.constant, words, &word);
    if (ft_float_terms (&machine, &i, s, &v) != known)
      fail_msg ("seed %lu: known only once", (unsigned long)seed);
    if (known && (!v.known || v.word != word))
      fail_msg ("seed %lu: %s %u of %#lx and %#lx is %#lx, not %#lx",
                (unsigned long)seed, ft_float_name (i.op),
                (unsigned)i.constant, (unsigned long)words[0],
                (unsigned long)words[1], (unsigned long)v.word,
                (unsigned long)word);
    expressed += known;
  }
  assert_true (expressed > 3000 || !rounds_are_many ());
}

static uint64_t of_double (double x) {
  uint64_t word;
  memcpy (&word, &x, 8);
  return word;
}

static uint64_t of_float (float x) {
  uint32_t word;
  memcpy (&word, &x, 4);
  return word;
}

static void gives (enum ft_float op, unsigned from, uint64_t x, unsigned width,
                   uint64_t wanted) {
  uint64_t result;
  assert_null (ft_float_check (op, from, width, 0));
  assert_true (ft_float_apply (op, from, width, 0, &x, &result));
  assert_true (result == wanted);
}

static void gives_nothing (enum ft_float op, unsigned from, uint64_t x,
                           unsigned width) {
  uint64_t result;
  assert_false (ft_float_apply (op, from, width, 0, &x, &result));
}

static void test_conversions (void **state) {
  (void)state;
  gives (FT_FLOAT_CONVERT, 64, of_double (0.1), 32, of_float (0.1f));
  gives (FT_FLOAT_CONVERT, 32, of_float (0.1f), 64, of_double ((double)0.1f));
  gives_nothing (FT_FLOAT_CONVERT, 64, of_double (1e-40), 32);
  gives_nothing (FT_FLOAT_CONVERT, 64, of_double ((double)NAN), 32);
  gives (FT_FLOAT_FROM_SIGNED, 8, 0xff, 64, of_double (-1));
  gives (FT_FLOAT_FROM_UNSIGNED, 8, 0xff, 32, of_float (255));
  gives (FT_FLOAT_FROM_SIGNED, 64, 0x7fffffbfffffffff, 32,
         of_float (0x7fffff8000000000));
  gives (FT_FLOAT_FROM_UNSIGNED, 64, UINT64_MAX, 64, of_double (0x1p64));
  gives (FT_FLOAT_TO_SIGNED, 64, of_double (-1.9), 8, 0xff);
  gives (FT_FLOAT_TO_UNSIGNED, 64, of_double (-0.9), 8, 0);
  gives (FT_FLOAT_TO_SIGNED, 64, of_double (-0x1p63), 64, UINT64_C (1) << 63);
  gives_nothing (FT_FLOAT_TO_SIGNED, 64, of_double (0x1p63), 64);
  gives_nothing (FT_FLOAT_TO_SIGNED, 64, of_double (128), 8);
  gives_nothing (FT_FLOAT_TO_UNSIGNED, 64, of_double (-1), 8);
  gives_nothing (FT_FLOAT_TO_SIGNED, 32, of_float (NAN), 32);
}

// Below the normal numbers; fused or not.
static void test_unknown (void **state) {
  (void)state;
  uint64_t result, small[2] = {1, of_double (1)};
  assert_false (ft_float_apply (FT_FLOAT_ADD, 64, 64, 0, small, &result));
  assert_false (ft_float_apply (FT_FLOAT_COMPARE, 64, 1, 1, small, &result));
  double e = 0x1p-30;
  uint64_t fused[3] = {of_double (1 + e), of_double (1 - e), of_double (-1)};
  assert_false (ft_float_apply (FT_FLOAT_MULADD, 64, 64, 0, fused, &result));
  assert_non_null (ft_float_check (FT_FLOAT_ADD, 64, 32, 0));
  assert_non_null (ft_float_check (FT_FLOAT_COMPARE, 64, 1, 16));
  assert_non_null (ft_float_check (FT_FLOAT_NEG, 16, 16, 0));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_arithmetic),
      cmocka_unit_test (test_terms),
      cmocka_unit_test (test_conversions),
      cmocka_unit_test (test_unknown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
