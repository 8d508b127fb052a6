// Code for re-execution: what is packed comes back; the check says what its
// slow twin says; what is no code is refused with the byte; no bytes at all do
// harm.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rounds.h"
#include "symex/code/code_check.h"
#include "symex/code/unit_code.h"
#include "tests/fuzz/damage.h"
#include "tests/model/random_code.h"

#define SAME_BYTES(a, b, list)                                                 \
  do {                                                                         \
    assert_int_equal ((a)->list.size, (b)->list.size);                         \
    if ((a)->list.size)                                                        \
      assert_memory_equal ((a)->list.begin, (b)->list.begin,                   \
                           (a)->list.size * sizeof *(a)->list.begin);          \
  } while (0)

#define SAME(a, b, field) assert_true ((a)->field == (b)->field)

static void check_same_instruction (const ft_instruction *a,
                                    const ft_instruction *b) {
  SAME (a, b, kind);
  SAME (a, b, op);
  SAME (a, b, width);
  SAME (a, b, from);
  SAME (a, b, local);
  SAME (a, b, site);
  SAME (a, b, result);
  SAME (a, b, first);
  SAME (a, b, count);
  SAME (a, b, constant);
}

static void check_same (const ft_unit_code *a, const ft_unit_code *b) {
  SAME_BYTES (a, b, bodies);
  SAME_BYTES (a, b, blocks);
  SAME_BYTES (a, b, widths);
  assert_int_equal (a->instructions.size, b->instructions.size);
  for (size_t i = 0; i < a->instructions.size; i++)
    check_same_instruction (a->instructions.begin + i,
                            b->instructions.begin + i);
  assert_int_equal (a->operands.size, b->operands.size);
  for (size_t i = 0; i < a->operands.size; i++) {
    SAME (a->operands.begin + i, b->operands.begin + i, kind);
    SAME (a->operands.begin + i, b->operands.begin + i, word);
  }
}

typedef struct sample {
  ft_unit_code code;
  ft_sites sites;
  ft_strbuf packed;
  ft_rng rng;
} sample;

static void sample_init (sample *s, uint64_t seed) {
  *s = (sample){.rng = ft_rng_init (seed)};
  ft_random_code (&s->rng, &s->code, &s->sites);
  ft_unit_code_pack (&s->code, &s->packed);
}

static void sample_release (sample *s) {
  ft_unit_code_release (&s->code);
  ft_sites_release (&s->sites);
  ft_strbuf_release (&s->packed);
}

// In a block of its own size, so that reading beyond the end is seen.
static bool unpacks (ft_unit_code *code, const ft_sites *sites,
                     const char *bytes, size_t size, ft_error *error) {
  char *own = malloc (size ? size : 1);
  memcpy (own, bytes, size);
  *error = FT_NO_ERROR;
  bool fine = ft_unit_code_unpack (code, sites, own, size, error);
  free (own);
  if (!fine) {
    assert_int_equal (error->code, FT_EXIT_BAD_INPUT);
    assert_non_null (strstr (error->message, "code: byte "));
    assert_true (FT_EMPTY (code->instructions));
  }
  return fine;
}

static void test_there_and_back (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    sample s;
    ft_unit_code back = {0};
    ft_error error;
    sample_init (&s, seed);
    assert_true (ft_plain_code_is_valid (&s.code, &s.sites));
    if (!unpacks (&back, &s.sites, s.packed.text, s.packed.size, &error))
      fail_msg ("seed %lu: %s", (unsigned long)seed, error.message);
    check_same (&s.code, &back);
    ft_unit_code_release (&back);
    sample_release (&s);
  }
}

static bool is_valid (const ft_unit_code *code, const ft_sites *sites) {
  size_t where;
  for (size_t n = 0; n < code->bodies.size; n++)
    if (ft_code_check (code, code->bodies.begin + n, sites,
                       n < sites->functions.size ? sites->functions.begin + n
                                                 : NULL,
                       &where))
      return false;
  return true;
}

static void test_check (void **state) {
  (void)state;
  unsigned valid = 0, invalid = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (30000); seed++) {
    sample s;
    sample_init (&s, seed);
    ft_random_code_damage (&s.rng, &s.code);
    bool plain = ft_plain_code_is_valid (&s.code, &s.sites);
    if (is_valid (&s.code, &s.sites) != plain)
      fail_msg ("seed %lu: it is %s", (unsigned long)seed,
                plain ? "valid" : "not valid");
    valid += plain;
    invalid += !plain;
    sample_release (&s);
  }
  if (rounds_are_many ()) {
    assert_true (valid > 3000);
    assert_true (invalid > 3000);
  }
}

static void test_cut (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    sample s;
    ft_unit_code back = {0};
    ft_error error;
    sample_init (&s, seed);
    for (size_t n = 0; n < s.packed.size; n++)
      assert_false (unpacks (&back, &s.sites, s.packed.text, n, &error));
    ft_strbuf_add_bytes (&s.packed, "", 1);
    assert_false (
        unpacks (&back, &s.sites, s.packed.text, s.packed.size, &error));
    assert_non_null (strstr (error.message, "something follows its end"));
    sample_release (&s);
  }
}

// What is taken is valid, and packs into what is the same again.
static void check_taken (const ft_unit_code *code, const ft_sites *sites) {
  ft_strbuf packed = {0};
  ft_unit_code back = {0};
  ft_error error;
  assert_true (ft_plain_code_is_valid (code, sites));
  ft_unit_code_pack (code, &packed);
  assert_true (unpacks (&back, sites, packed.text, packed.size, &error));
  check_same (code, &back);
  ft_unit_code_release (&back);
  ft_strbuf_release (&packed);
}

static void test_damaged (void **state) {
  (void)state;
  unsigned taken = 0, refused = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (40000); seed++) {
    sample s;
    ft_unit_code back = {0};
    ft_error error;
    sample_init (&s, seed);
    size_t size = s.packed.size;
    for (uint32_t n = 1 + ft_rng_below (&s.rng, 3); n; n--)
      size = damage_bytes (&s.rng, s.packed.text, size);
    if (unpacks (&back, &s.sites, s.packed.text, size, &error)) {
      check_taken (&back, &s.sites);
      taken++;
    } else
      refused++;
    ft_unit_code_release (&back);
    sample_release (&s);
  }
  if (rounds_are_many ()) {
    assert_true (taken > 1000);
    assert_true (refused > 1000);
  }
}

// ---- messages --------------------------------------------------------------

// One function with one site, a load.
static void refuse (const char *body, size_t size, size_t byte,
                    const char *why) {
  ft_sites sites = {0};
  ft_unit_code code = {0};
  ft_error error;
  char bytes[80] = "\1linkage!", place[40];
  ft_function function = {.count = 1};
  ft_site site = {.kind = FT_SITE_LOAD};
  FT_PUSH (sites.functions, function);
  FT_PUSH (sites.sites, site);
  memcpy (bytes + 9, body, size);
  assert_false (unpacks (&code, &sites, bytes, 9 + size, &error));
  snprintf (place, sizeof place, "byte %zu: ", 9 + byte);
  if (!strstr (error.message, why) || !strstr (error.message, place))
    fail_msg ("expected \"%s%s\", found \"%s\"", place, why, error.message);
  ft_sites_release (&sites);
}

#define REFUSED(byte, why, ...)                                                \
  refuse ((const char[]){__VA_ARGS__}, sizeof ((const char[]){__VA_ARGS__}),   \
          byte, why)

#define HEAD(NAME) FT_INSTRUCTION_##NAME
#define STOP FT_INSTRUCTION_UNREACHABLE
#define SITED(NAME) (char)(FT_INSTRUCTION_##NAME | 128)
enum { FIXED = 3, NOTHING = 7, I1 = 1, I32 = 4 };
#define SLOT(back) (char)((back) << 3)
#define CONSTANT(word) (char)((word) << 2 | 1)

// Behind the GUID: parameters and their widths, blocks, instructions.
static void test_messages (void **state) {
  (void)state;
  REFUSED (0, "a count is larger", 9);
  REFUSED (2, "no such width", 1, 6, 1, 1, STOP);
  REFUSED (3, "no such instruction", 0, 1, 1, 31);
  REFUSED (3, "a block has no end", 0, 1, 1, HEAD (ENTRY));
  REFUSED (3, "a block goes on behind its end", 0, 1, 2, STOP, STOP);
  REFUSED (3, "an empty block", 0, 1, 0);
  REFUSED (5, "no such operator", 0, 1, 2, HEAD (COMPUTE), 99, I32, FIXED,
           FIXED, STOP);
  REFUSED (3, "an operator that is none for this", 0, 1, 2, HEAD (COMPUTE),
           FT_OP_COPY, I32, FIXED, FIXED, STOP);
  REFUSED (3, "an operator that is none for this", 0, 1, 2, HEAD (OVERFLOW),
           FT_OP_AND, I32, FIXED, FIXED, STOP);
  REFUSED (3, "no such value", 0, 1, 2, HEAD (ZEXT), I32 << 3 | I32, SLOT (1),
           STOP);
  REFUSED (4, "a value has another width", 1, I1, 1, 2, HEAD (ZEXT),
           I32 << 3 | I32, SLOT (1), STOP);
  REFUSED (3, "a constant is wider", 0, 1, 2, HEAD (SEXT), I1 << 3 | I32,
           CONSTANT (2), STOP);
  REFUSED (3, "what is extended is no word", 0, 1, 2, HEAD (SEXT), I1 << 3,
           CONSTANT (1), STOP);
  REFUSED (5, "two widths", 0, 1, 2, HEAD (UNINTERPRETED), I1 << 3, 0, STOP);
  REFUSED (4, "a head that does not fit", 0, 1, 2, HEAD (ENTRY) | 64, STOP);
  REFUSED (5, "a head that does not fit", 0, 1, 2, SITED (FENCE), 0, STOP);
  REFUSED (3, "no such site", 0, 1, 2, SITED (FENCE), 2, STOP);
  REFUSED (3, "a site of another kind", 0, 1, 2, SITED (FENCE), 1, STOP);
  REFUSED (3, "a word has another size", 0, 1, 2, SITED (LOAD), I32, 1, 8,
           FIXED, STOP);
  REFUSED (3, "a note without a site", 0, 1, 2, HEAD (NOTE), STOP);
  REFUSED (3, "no such block", 0, 1, 1, HEAD (JUMP), 1);
  REFUSED (3, "a jump to where it begins", 0, 1, 1, HEAD (JUMP), 0);
  REFUSED (3, "a phi where it begins", 0, 1, 2, HEAD (PHI), I32, 0, STOP);
  REFUSED (6, "a phi lacks a value", 0, 2, 1, HEAD (JUMP), 1, 2, HEAD (PHI),
           I32, 0, STOP);
  REFUSED (6, "a phi has two values", 0, 2, 1, HEAD (JUMP), 1, 2, HEAD (PHI),
           I32, 2, 0, FIXED, 0, FIXED, STOP);
  REFUSED (7, "a phi behind other", 0, 2, 1, HEAD (JUMP), 1, 3, HEAD (ENTRY),
           HEAD (PHI), I32, 1, 0, FIXED, STOP);
  REFUSED (3, "a switch over what is no word", 0, 1, 1, HEAD (SWITCH), 0, 0,
           FIXED, 0);
  REFUSED (5, "a case is no constant", 0, 2, 1, STOP, 1, HEAD (SWITCH), I32, 1,
           FIXED, 1, FIXED, 1);
  REFUSED (3, "no such way to return", 0, 1, 1, SITED (RETURN), 0, 2, NOTHING);
  REFUSED (5, "no such operand", 0, 1, 2, HEAD (UNDEFINED), FIXED | 4 << 2,
           STOP);
}

static void test_guid (void **state) {
  (void)state;
  ft_sites sites = {0};
  ft_unit_code code = {0};
  ft_error error;
  assert_true (ft_guid ("f", 1) == ft_guid ("f", 1));
  assert_true (ft_guid ("f", 1) != ft_guid ("g", 1));
  assert_false (unpacks (&code, &sites, "\1\0\0\0\0\0\0\0\0\0\0", 11, &error));
  assert_non_null (strstr (error.message, "without a GUID"));
  ft_function function = {0};
  FT_PUSH (sites.functions, function);
  assert_false (unpacks (&code, &sites, "\0", 1, &error));
  assert_non_null (strstr (error.message, "a function has no code"));
  ft_sites_release (&sites);
}

// A function that makes no records has none of the instructions that do.
static void test_silent (void **state) {
  (void)state;
  static const char body[] = {1,   'l', 'i', 'n', 'k', 'a',
                              'g', 'e', '!', 0,   1,   2};
  static const char kinds[] = {HEAD (ENTRY), HEAD (UNWIND), HEAD (TAIL_EXIT)};
  ft_sites sites = {0};
  ft_error error;
  for (size_t k = 0; k < sizeof kinds; k++) {
    ft_unit_code code = {0};
    char bytes[sizeof body + 2];
    memcpy (bytes, body, sizeof body);
    bytes[sizeof body] = kinds[k];
    bytes[sizeof body + 1] = STOP;
    assert_false (unpacks (&code, &sites, bytes, sizeof bytes, &error));
    assert_non_null (strstr (error.message, "a record in a function that"));
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_there_and_back),
      cmocka_unit_test (test_check),
      cmocka_unit_test (test_cut),
      cmocka_unit_test (test_damaged),
      cmocka_unit_test (test_messages),
      cmocka_unit_test (test_guid),
      cmocka_unit_test (test_silent),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
