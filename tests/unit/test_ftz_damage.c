// Damaged compressed traces, grammars that are none, and bombs: each is
// refused with its place, before anything is expanded, and nothing crashes
// whatever the bytes are.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grammar/ftz_load.h"
#include "tests/unit/reseal_grammar.h"
#include "tests/unit/rounds.h"
#include "tests/unit/same_trace.h"
#include "tests/unit/write_compressed.h"
#include "load/open.h"

enum { ITEMS = 20, EVENTS = 100 };

typedef struct file {
  char *bytes;
  size_t size;
} file;

static file make_file (uint64_t seed) {
  ft_error error = FT_NO_ERROR;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = EVENTS, o.threads = 4, o.locks = 3, o.variables = 5;
  o = ft_random_features (seed, o);
  o.barriers = false;
  ft_trace *t = ft_random_trace (seed, &o);
  give_operators (t, seed);
  for (ft_id i = 0; i < t->size; i++)
    t->events[i].location %= 5;
  const char *path =
      write_compressed (t, "whole.ftz", (ft_ftz_limits){ITEMS, 30}, &error);
  file f = {0};
  f.bytes = scratch_read (path, &f.size);
  assert_non_null (f.bytes);
  ft_trace_free (t);
  return f;
}

// Whether events or rules are read, it is refused or not.
static bool try_bytes (const char *bytes, size_t n, ft_error *error) {
  const char *path = scratch_bytes ("damaged.ftz", bytes, n);
  *error = FT_NO_ERROR;
  ft_ftz_loaded l;
  ft_error ignored;
  if (ft_ftz_load (path, 0, &l, &ignored))
    ft_ftz_loaded_release (&l);
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, error);
  ft_trace_free (t);
  return t;
}

static void expect_refused (const char *bytes, size_t n, const char *why) {
  ft_error error;
  assert_false (try_bytes (bytes, n, &error));
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  assert_non_null (strstr (error.message, "damaged.ftz: "));
  if (!strstr (error.message, why))
    fail_msg ("'%s' does not say '%s'", error.message, why);
}

// ---- damage ----------------------------------------------------------------

static void every_byte_counts (void **state) {
  (void)state;
  for (uint64_t seed = 1; seed < 4; seed++) {
    file f = make_file (seed);
    for (size_t i = 0; i < f.size; i++) {
      f.bytes[i] ^= 0x10;
      expect_refused (f.bytes, f.size, "byte");
      f.bytes[i] ^= 0x10;
    }
    free (f.bytes);
  }
}

static void every_length_is_told (void **state) {
  (void)state;
  file f = make_file (5);
  for (size_t n = 0; n < f.size; n++)
    expect_refused (f.bytes, n, n < 16 ? "" : "as if cut short");
  free (f.bytes);
}

static void what_follows_is_told (void **state) {
  (void)state;
  file f = make_file (6);
  char *longer = calloc (1, f.size + 1);
  assert_non_null (longer);
  memcpy (longer, f.bytes, f.size);
  expect_refused (longer, f.size + 1, "something follows the end");
  free (longer);
  free (f.bytes);
}

static void other_versions_are_told (void **state) {
  (void)state;
  file f = make_file (6);
  f.bytes[8]++;
  expect_refused (f.bytes, f.size, "byte 8: compressed trace of version 3");
  free (f.bytes);
}

// ---- contents that a program made wrong on purpose -------------------------

static void changed_files_do_no_harm (void **state) {
  (void)state;
  unsigned refused = 0, read = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (4000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    file f = make_file (seed % 50);
    ft_error error;
    char *bytes = calloc (1, f.size + 65536);
    assert_non_null (bytes);
    memcpy (bytes, f.bytes, f.size);
    reseal_grammar (&rng, bytes, &f.size);
    bool fine = try_bytes (bytes, f.size, &error);
    refused += !fine, read += fine;
    if (!fine)
      assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    free (bytes);
    free (f.bytes);
  }
  assert_true (refused && read);
}

// A header may promise much; memory follows what is there.
static void promises_are_not_believed (void **state) {
  (void)state;
  file f = make_file (6);
  sealed_grammar *h = reseal_first (f.bytes);
  ft_ftz_header old = *h;
  for (int frame = 0; frame < FT_FTZ_FRAMES; frame++) {
    h->raw[frame] = FT_FTZ_FRAME;
    h->packed[frame] = 1 << 16;
    h->checksum = ft_checksum (h, offsetof (ft_ftz_header, checksum));
    expect_refused (f.bytes, f.size, "as if cut short");
    h->raw[frame] = FT_FTZ_FRAME + 1;
    h->checksum = ft_checksum (h, offsetof (ft_ftz_header, checksum));
    expect_refused (f.bytes, f.size, "sizes that no block has");
    *h = old;
  }
  h->items = h->terminals = FT_FTZ_MOST;
  reseal_grammar_header (h);
  expect_refused (f.bytes, f.size, "block 0 at byte 16: malformed terminals");
  free (f.bytes);
}

// ---- grammars that are none ------------------------------------------------

static ft_slp one_terminal (ft_trace *t) {
  ft_event e = FT_EVENT_NONE;
  ft_slp slp = {0};
  e.thread = e.target = 0;
  e.kind = FT_WRITE;
  ft_model_push (t, e);
  ft_slp_add (&slp, t->events);
  return slp;
}

// One rule after another, each an item; the whole is said to be of a length.
static file make_grammar (const ft_production_item *items, size_t count, uint64_t length) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_new ("bad", "std");
  ft_slp slp = one_terminal (t);
  for (size_t i = 0; i < count; i++) {
    ft_slp_item (&slp, items[i].symbol, items[i].times);
    ft_slp_rule (&slp);
  }
  FT_TOP (slp.rules).length = length;
  const char *path = write_grammar (&slp, &t->tables, "bad.ftz", &error);
  file f = {0};
  f.bytes = scratch_read (path, &f.size);
  ft_slp_release (&slp);
  ft_trace_free (t);
  assert_non_null (f.bytes);
  return f;
}

static void expect_no_grammar (const ft_production_item *items, size_t count,
                               uint64_t length, const char *why) {
  file f = make_grammar (items, count, length);
  expect_refused (f.bytes, f.size, why);
  free (f.bytes);
}

// Rules as they stand in a file.
static void expect_no_rules (const uint8_t *raw, size_t size, const char *why) {
  file f = make_grammar (&(ft_production_item){FT_SLP_TERMINAL (0), 1}, 1, 1);
  char *bytes = calloc (1, f.size + 256);
  assert_non_null (bytes);
  memcpy (bytes, f.bytes, f.size);
  reseal_set_frame (bytes, &f.size, reseal_first (bytes), FT_FTZ_RULES, raw,
                    size);
  expect_refused (bytes, f.size, why);
  free (bytes);
  free (f.bytes);
}

static void what_is_no_grammar_is_told (void **state) {
  (void)state;
  const uint32_t t = FT_SLP_TERMINAL (0);
  expect_no_grammar ((ft_production_item[]){{FT_SLP_RULE (0), 1}}, 1, 1,
                     "block 0 at byte 16: a rule that is missing is used");
  expect_no_grammar ((ft_production_item[]){{FT_SLP_RULE (1), 1}, {FT_SLP_RULE (0), 1}}, 2,
                     1, "a rule that is missing is used");
  expect_no_rules ((uint8_t[]){1, 7 << (1 + FT_FTZ_SHIFT)}, 2,
                   "a terminal that is missing is used");
  expect_no_rules ((uint8_t[]){0}, 1, "malformed rules");
  expect_no_rules ((uint8_t[]){1, 0, 0}, 3, "malformed rules");
  expect_no_grammar ((ft_production_item[]){{t, 1}, {t, 1}}, 2, 1,
                     "block 0 at byte 16: grammar: rule 0");
  expect_no_grammar ((ft_production_item[]){{t, (uint64_t)1 << 63}, {FT_SLP_RULE (0), 2}},
                     2, 1, "block 0 at byte 16: grammar: rule 1");
  expect_no_grammar ((ft_production_item[]){{t, 5}}, 1, 6,
                     "the rules make 5 events; expected 6");
}

// A local that there is not, of a detail that is as it should be.
// A trace of one event, with another frame.
static void expect_frame_refused (uint32_t frame, const uint8_t *raw,
                                  size_t size, const char *part) {
  ft_error error = FT_NO_ERROR;
  const char *text = scratch_text (
      "local.jsonl",
      "{\"thread\":\"T\",\"op\":\"read\",\"variable\":\"x\",\"result\":\"r\"}");
  ft_trace *t = ft_trace_read (text, (ft_read_options){0}, NULL, NULL, &error);
  assert_non_null (t);
  file f = {0};
  f.bytes = scratch_read (
      write_compressed (t, "whole.ftz", FT_FTZ_LIMITS, &error), &f.size);
  char *bytes = calloc (1, f.size + 256);
  assert_non_null (bytes);
  memcpy (bytes, f.bytes, f.size);
  reseal_set_frame (bytes, &f.size, reseal_first (bytes), frame, raw, size);
  expect_refused (bytes, f.size, part);
  free (bytes);
  free (f.bytes);
  ft_trace_free (t);
}

static void locals_are_checked (void **state) {
  (void)state;
  expect_frame_refused (FT_FTZ_VALUES, (uint8_t[]){0, 2}, 2,
                        "event 0: malformed values");
}

// Names that are numbered take no space: they are bounded otherwise.
static void names_are_checked (void **state) {
  (void)state;
#define OTHERS 1, 1, 'T', 1, 1, 'x', 0, 0, 0, 0, 0
  // 1,000 names r0, r1, ... for one event
  const uint8_t many[] = {OTHERS, 0xe8, 0x07, 3, 'r', 0, 0xe6, 0x07};
  // 3 names; a series of 4; one that goes beyond 64 bits; the same name twice
  const uint8_t more[] = {OTHERS, 3, 3, 'r', 0, 2};
  const uint8_t far[] = {OTHERS, 2,    3,    'r',  0xff, 0xff, 0xff, 0xff,
                         0xff,   0xff, 0xff, 0xff, 0xff, 0x01, 0};
  const uint8_t again[] = {OTHERS, 3, 3, 'r', 1, 0, 4, 'r', '1'};
  const uint8_t rest[] = {OTHERS, 1, 2, 'r', 0};
#undef OTHERS
  expect_frame_refused (FT_FTZ_NAMES, many, sizeof many, "malformed names");
  expect_frame_refused (FT_FTZ_NAMES, more, sizeof more, "malformed names");
  expect_frame_refused (FT_FTZ_NAMES, far, sizeof far, "malformed names");
  expect_frame_refused (FT_FTZ_NAMES, again, sizeof again,
                        "a name that another id has");
  expect_frame_refused (FT_FTZ_NAMES, rest, sizeof rest, "malformed names");
}

// Small files that are long traces: no memory, and no time, is spent on them.
static void bombs_do_not_go_off (void **state) {
  (void)state;
  const uint32_t t = FT_SLP_TERMINAL (0);
  expect_no_grammar ((ft_production_item[]){{t, UINT64_MAX - 1}}, 1, UINT64_MAX - 1,
                     "too many to be read one by one");
  expect_no_grammar ((ft_production_item[]){{t, (uint64_t)1 << 35}}, 1, (uint64_t)1 << 35,
                     "more than 4294967294 events");
  ft_production_item doubled[41] = {{t, 2}};
  for (uint32_t i = 1; i < 41; i++)
    doubled[i] = (ft_production_item){FT_SLP_RULE (i - 1), 2};
  expect_no_grammar (doubled, 41, (uint64_t)1 << 41, "too many");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_byte_counts),
      cmocka_unit_test (every_length_is_told),
      cmocka_unit_test (what_follows_is_told),
      cmocka_unit_test (other_versions_are_told),
      cmocka_unit_test (changed_files_do_no_harm),
      cmocka_unit_test (promises_are_not_believed),
      cmocka_unit_test (what_is_no_grammar_is_told),
      cmocka_unit_test (locals_are_checked),
      cmocka_unit_test (names_are_checked),
      cmocka_unit_test (bombs_do_not_go_off),
  };
  return cmocka_run_group_tests_name ("ftz damage", tests, NULL, NULL);
}
