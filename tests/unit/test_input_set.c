// Sets of inputs: what is written is read again, lists of --symbolic, and texts
// that are none.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "explore/input_spec.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"
#include "tests/unit/scratch.h"

static const char *const names[] = {
    "arg1",    "arg12",  "stdin", "env:HOME", "file:/a b/c", "file:x:3",
    "input:n", "input:", "arg0",  "env:A=B",  "file:a\"b"};
enum { NAMES = sizeof names / sizeof *names };

static ft_input_set draw (ft_rng *rng) {
  ft_input_set set = {0};
  unsigned char bytes[64];
  for (size_t i = 0; i < NAMES; i++) {
    if (!ft_input_name_is_fine (names[i]) || ft_rng_below (rng, 2))
      continue;
    ft_input_source *s = ft_input_set_add (&set, names[i]);
    s->most = ft_rng_below (rng, 100000);
    size_t size = ft_rng_below (rng, sizeof bytes);
    for (size_t k = 0; k < size; k++)
      bytes[k] = (unsigned char)ft_rng_below (rng, 256);
    if (ft_rng_below (rng, 3))
      ft_input_set_put (&set, names[i], bytes, size);
  }
  return set;
}

static bool same (const ft_input_set *a, const ft_input_set *b) {
  bool fine = a->sources.size == b->sources.size;
  for (size_t i = 0; fine && i < a->sources.size; i++) {
    const ft_input_source *s = a->sources.begin + i;
    const ft_input_source *t = b->sources.begin + i;
    fine = !strcmp (s->name, t->name) && s->most == t->most &&
           s->size == t->size && !s->bytes == !t->bytes &&
           (!s->bytes || !memcmp (s->bytes, t->bytes, s->size));
  }
  return fine;
}

static void read_as_written (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (500); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_input_set set = draw (&rng), other, copy;
    ft_error error = FT_NO_ERROR;
    const char *path = scratch_path ("set");
    if (!ft_input_set_save (&set, path, &error) ||
        !ft_input_set_load (&other, path, &error))
      fail_msg ("seed %u: %s", (unsigned)seed, error.message);
    ft_input_set_copy (&copy, &other);
    if (!same (&set, &other) || !same (&set, &copy))
      fail_msg ("seed %u: another set is read", (unsigned)seed);
    ft_input_set_release (&set);
    ft_input_set_release (&other);
    ft_input_set_release (&copy);
  }
}

// A byte of a text is changed, left out or doubled: it is read as a set that is
// written as it stands there, or refused with its line.
static void damaged (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_input_set set = draw (&rng), other;
    ft_error error = FT_NO_ERROR;
    ft_strbuf text = {0};
    ft_input_set_print (&set, &text);
    size_t at = ft_rng_below (&rng, (unsigned)text.size);
    text.text[at] = (char)ft_rng_below (&rng, 256);
    size_t size = ft_rng_below (&rng, 4) ? text.size : at;
    const char *path = scratch_bytes ("set", text.text, size);
    if (ft_input_set_load (&other, path, &error))
      ft_input_set_release (&other);
    else if (error.code != FT_EXIT_BAD_INPUT || !strstr (error.message, "set:"))
      fail_msg ("seed %u: %s", (unsigned)seed, error.message);
    ft_strbuf_release (&text);
    ft_input_set_release (&set);
  }
}

static void refused (const char *list, const char *why) {
  ft_input_set set = {0};
  ft_error error = FT_NO_ERROR;
  assert_false (ft_input_parse (&set, list, &error));
  assert_int_equal (error.code, FT_EXIT_USAGE);
  if (!strstr (error.message, why))
    fail_msg ("%s: %s", list, error.message);
  ft_input_set_release (&set);
}

static void lists (void **state) {
  (void)state;
  ft_input_set set = {0};
  ft_error error = FT_NO_ERROR;
  assert_true (ft_input_parse (
      &set, "stdin:16,arg2,env:A:3,file:a:b:7,file:8,input,input:n:4,file:c:x",
      &error));
  static const struct {
    const char *name;
    uint64_t most;
  } wanted[] = {{"stdin", 16},     {"arg2", 4096},   {"env:A", 3},
                {"file:a:b", 7},   {"file:8", 4096}, {"input:n", 4},
                {"file:c:x", 4096}};
  assert_int_equal (set.sources.size, 7);
  for (size_t i = 0; i < 7; i++) {
    assert_string_equal (set.sources.begin[i].name, wanted[i].name);
    assert_int_equal (set.sources.begin[i].most, wanted[i].most);
  }
  ft_input_set_release (&set);
  refused ("arg0", "'arg0': expected stdin");
  refused ("", "'': expected stdin");
  refused ("stdin,,arg1", "'': expected stdin");
  refused ("env:", "'env:': expected stdin");
  refused ("stdin,stdin:4", "is there twice");
  refused ("args", "'args': expected stdin");
}

static void filled (void **state) {
  (void)state;
  char *arguments[] = {"prog", "12", "text", NULL};
  ft_input_set set = {0};
  ft_error error = FT_NO_ERROR;
  setenv ("FT_TEST_INPUT", "7", 1);
  assert_true (
      ft_input_parse (&set, "arg1:5,arg2:5,env:FT_TEST_INPUT", &error));
  assert_true (ft_input_fill (&set, arguments, &error));
  assert_string_equal (set.sources.begin[0].bytes, "00012");
  assert_string_equal (set.sources.begin[1].bytes, "text");
  assert_string_equal (set.sources.begin[2].bytes, "7");
  char **given = ft_input_set_arguments (&set, arguments);
  assert_string_equal (given[0], "prog");
  assert_string_equal (given[1], "00012");
  assert_null (given[3]);
  free (given);
  ft_input_set_release (&set);
}

// A variable of the set stands where that of the environment stood, and the other
// strings are as they were: a program may copy its environment.
static void environment (void **state) {
  (void)state;
  char *before[] = {"FIRST=1", "FIRST_OF_ALL=2", "LAST=", "odd", NULL};
  ft_input_set set = {0};
  ft_program_environment e;
  ft_input_set_put (&set, "env:FIRST", "", 0);
  ft_input_set_put (&set, "env:NEW", "x=y", 3);
  ft_input_set_put (&set, "arg1", "z", 1);
  ft_program_environment_init (&e, before);
  ft_input_set_environment (&set, &e);
  ft_program_environment_put (&e, "LAST=a=b");
  char **list = ft_program_environment_list (&e);
  static const char *const wanted[] = {"FIRST=", "FIRST_OF_ALL=2", "LAST=a=b", "odd",
                                       "NEW=x=y"};
  for (size_t i = 0; i < 5; i++)
    assert_string_equal (list[i], wanted[i]);
  assert_null (list[5]);
  ft_program_environment_release (&e);
  ft_input_set_release (&set);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (read_as_written), cmocka_unit_test (damaged),
      cmocka_unit_test (lists), cmocka_unit_test (filled),
      cmocka_unit_test (environment)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
