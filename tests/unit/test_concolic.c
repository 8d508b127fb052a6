// Concolic execution on traces: the paper's example, each way in which a run
// can lose track of input, and random traces against a search through all
// inputs (model/all_inputs.h).  FT_SEED and FT_ROUNDS repeat or extend those.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "explore/concolic.h"
#include "tests/model/all_inputs.h"
#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"
#include "tests/unit/read_text.h"
#include "tests/unit/rounds.h"

#define EVENT(t, fields) "{\"thread\":\"" t "\"," fields "}\n"
#define INPUT(t, variable, size, value, at)                                    \
  EVENT (t, "\"op\":\"write\",\"variable\":\"" variable "\",\"size\":" #size   \
            ",\"value\":" #value ",\"input\":\"stdin\",\"at\":" #at)
#define READ(t, variable, size, value, result)                                 \
  EVENT (t, "\"op\":\"read\",\"variable\":\"" variable "\",\"size\":" #size    \
            ",\"value\":" #value ",\"result\":\"" result "\"")
#define WRITE(t, variable, size, value, operator, operands)                    \
  EVENT (t, "\"op\":\"write\",\"variable\":\"" variable "\",\"size\":" #size   \
            ",\"value\":" #value ",\"operator\":\""                            \
            operator"\",\"operands\":[" operands "]")
#define LOCAL(t, result, size, operator, operands)                             \
  EVENT (t, "\"op\":\"local\",\"result\":\"" result "\",\"size\":" #size       \
            ",\"operator\":\""                                                 \
            operator"\",\"operands\":[" operands "]")
#define BRANCH(t, outcome, size, operator, operands)                           \
  EVENT (t, "\"op\":\"branch\",\"size\":" #size ",\"outcome\":" #outcome       \
            ",\"operator\":\""                                                 \
            operator"\",\"operands\":[" operands "]")

typedef struct subject {
  ft_trace *trace;
  ft_concolic *concolic;
  ft_flip_result turned;
} subject;

static subject follow (const char *lines) {
  subject s = {.trace = read_text ("jsonl", lines)};
  s.concolic = ft_concolic_new (s.trace, (ft_concolic_limits){60, 0});
  return s;
}

static void done (subject *s) {
  ft_flip_result_release (&s->turned);
  ft_concolic_free (s->concolic);
  ft_trace_free (s->trace);
}

static enum ft_answer turn (subject *s, size_t branch) {
  assert_true (branch < ft_concolic_size (s->concolic));
  ft_concolic_flip (s->concolic, branch, &s->turned);
  return s->turned.answer;
}

// The input of up to 8 bytes at the beginning of the source, changed.
static uint64_t changed (const subject *s, uint64_t input) {
  for (size_t i = 0; i < s->turned.changes.size; i++) {
    const ft_input_change *c = s->turned.changes.begin + i;
    assert_string_equal (c->source, "stdin");
    input &= ~((uint64_t)0xff << 8 * c->at);
    input |= (uint64_t)c->byte << 8 * c->at;
  }
  return input;
}

// Section 3.7: the swapped race leads to x = 6, z > 4, z^2 + 5 >= x^2; turning
// the last branch gives z = 5, for which y is written twice.
static void example_of_the_paper (void **state) {
  (void)state;
  subject s = follow (
      INPUT ("main", "z", 4, 10, 0) WRITE ("T2", "x", 4, 2, "copy", "2")
          WRITE ("T1", "x", 4, 6, "copy", "6") READ ("T1", "z", 4, 10, "a")
              BRANCH ("T1", 1, 4, "gt", "\"a\",4") READ ("T2", "z", 4, 10, "b")
                  LOCAL ("T2", "c", 4, "mul", "\"b\",\"b\"")
                      LOCAL ("T2", "d", 4, "add", "\"c\",5")
                          READ ("T2", "x", 4, 6, "e")
                              LOCAL ("T2", "f", 4, "mul", "\"e\",\"e\"")
                                  BRANCH ("T2", 0, 4, "lt", "\"d\",\"f\""));
  assert_int_equal (ft_concolic_size (s.concolic), 2);
  assert_int_equal (ft_concolic_inputs (s.concolic), 4);
  assert_int_equal (turn (&s, 1), FT_SAT);
  assert_int_equal (changed (&s, 10), 5);
  assert_false (s.turned.reconcretized || s.turned.undefined);
  assert_int_equal (turn (&s, 0), FT_SAT);
  assert_true ((int32_t)changed (&s, 10) <= 4);
  done (&s);
}

// Only an overflow makes a number smaller than itself.
static void undefined_behaviour_comes_last (void **state) {
  (void)state;
  subject s = follow (INPUT ("T", "x", 4, 5, 0) READ ("T", "x", 4, 5, "a")
                          LOCAL ("T", "b", 4, "add", "\"a\",1")
                              BRANCH ("T", 0, 4, "lt", "\"b\",\"a\"")
                                  BRANCH ("T", 0, 4, "lt", "\"b\",0"));
  assert_int_equal (turn (&s, 0), FT_SAT);
  assert_true (s.turned.undefined);
  assert_true (changed (&s, 5) == INT32_MAX);
  assert_int_equal (turn (&s, 1), FT_SAT);
  assert_false (s.turned.undefined);
  done (&s);
}

static void divisions_do_not_trap (void **state) {
  (void)state;
  subject s = follow (INPUT ("T", "x", 4, 5, 0) READ ("T", "x", 4, 5, "a")
                          LOCAL ("T", "b", 4, "div", "100,\"a\"")
                              BRANCH ("T", 0, 4, "eq", "\"a\",0")
                                  BRANCH ("T", 0, 4, "eq", "\"b\",33"));
  assert_int_equal (turn (&s, 0), FT_UNSAT);
  assert_int_equal (turn (&s, 1), FT_SAT);
  assert_int_equal (changed (&s, 5), 3);
  done (&s);
}

// An address, a call whose result is not followed.
static void pins_are_kept_if_possible (void **state) {
  (void)state;
  subject s = follow (
      INPUT ("T", "x", 1, 5, 0) READ ("T", "x", 1, 5, "a") EVENT (
          "T", "\"op\":\"read\",\"variable\":\"y\",\"pointers\":[\"a\"]")
          BRANCH ("T", 0, 1, "gt", "\"a\",7") INPUT ("T", "x", 1, 6, 1)
              READ ("T", "x", 1, 6, "b") BRANCH ("T", 1, 1, "gt", "\"b\",3")
                  EVENT ("T", "\"op\":\"branch\",\"outcome\":1,\"operands\":"
                              "[\"b\"]") BRANCH ("T", 1, 1, "gt", "\"b\",4"));
  assert_int_equal (ft_concolic_size (s.concolic), 3);
  assert_int_equal (ft_concolic_concretized_count (s.concolic), 2);
  assert_int_equal (turn (&s, 0), FT_SAT);
  assert_true (s.turned.reconcretized);
  assert_int_equal (turn (&s, 1), FT_SAT);
  assert_false (s.turned.reconcretized);
  assert_int_equal (s.turned.changes.size, 1);
  assert_int_equal (turn (&s, 2), FT_SAT);
  assert_true (s.turned.reconcretized);
  assert_int_equal (changed (&s, 0x605), 0x405);
  done (&s);
}

// An address that has other values, until there are no more.
static void pins_can_be_changed (void **state) {
  (void)state;
  subject s = follow (INPUT ("T", "x", 1, 5, 0) READ ("T", "x", 1, 5, "a")
                          BRANCH ("T", 1, 1, "lt", "\"a\",8")
                              BRANCH ("T", 1, 1, "gt", "\"a\",4")
                                  EVENT ("T", "\"op\":\"read\","
                                              "\"variable\":\"y\","
                                              "\"pointers\":[\"a\"]"));
  uint64_t seen[3];
  assert_int_equal (ft_concolic_concretized_count (s.concolic), 1);
  assert_int_equal (ft_concolic_concretized (s.concolic, 0).value, 5);
  for (size_t n = 0; n < 3; n++) {
    ft_concolic_reconcretize (s.concolic, 0, seen, n, &s.turned);
    assert_int_equal (s.turned.answer, n < 2 ? FT_SAT : FT_UNSAT);
    seen[n] = s.turned.value;
    assert_true (n == 2 || seen[n] == 6 || seen[n] == 7);
    assert_true (n == 2 || changed (&s, 5) == seen[n]);
  }
  done (&s);
}

// What memory holds is what was written last, byte for byte; a value that
// nobody wrote is no input.
static void memory_is_followed (void **state) {
  (void)state;
  subject s = follow (
      INPUT ("T", "x", 4, 9, 0) WRITE ("T", "x", 1, 9, "copy", "9")
          READ ("T", "x", 4, 9, "a") BRANCH ("U", 0, 4, "eq", "\"a\",0")
              BRANCH ("T", 0, 4, "eq", "\"a\",2057")
                  WRITE ("T", "y", 4, 9, "copy", "\"a\"")
                      READ ("U", "y", 2, 9, "b")
                          BRANCH ("U", 0, 2, "eq", "\"b\",1033")
                              READ ("U", "y", 4, 77, "c")
                                  BRANCH ("U", 0, 4, "eq", "\"c\",1")
                                      BRANCH ("T", 0, 4, "eq", "\"a\",2058"));
  assert_int_equal (ft_concolic_size (s.concolic), 3);
  assert_int_equal (turn (&s, 0), FT_SAT);
  assert_int_equal (changed (&s, 0), 0x800);
  assert_int_equal (turn (&s, 1), FT_SAT);
  assert_int_equal (changed (&s, 0), 0x400);
  assert_int_equal (ft_concolic_branch (s.concolic, 1).event, 7);
  assert_int_equal (ft_concolic_from (s.concolic, 7), 1);
  assert_int_equal (ft_concolic_from (s.concolic, 8), 2);
  assert_int_equal (turn (&s, 2), FT_UNSAT); // 9 was written over input
  done (&s);
}

// What another thread did in between may have to stay, if it does not depend on
// the branch.
static void other_threads_stay (void **state) {
  (void)state;
  subject s =
      follow (INPUT ("T", "x", 1, 5, 0) READ ("T", "x", 1, 5, "a")
                  READ ("U", "x", 1, 5, "b") BRANCH ("T", 0, 1, "gt", "\"a\",7")
                      BRANCH ("T", 0, 1, "gt", "\"a\",8")
                          BRANCH ("U", 1, 1, "lt", "\"b\",9")
                              BRANCH ("U", 1, 1, "lt", "\"b\",8"));
  assert_int_equal (turn (&s, 0), FT_SAT);
  ft_concolic_flip_alone (s.concolic, 0, 5, &s.turned);
  assert_int_equal (s.turned.answer, FT_SAT);
  assert_int_equal (changed (&s, 5), 8);
  ft_concolic_flip_alone (s.concolic, 0, 6, &s.turned);
  assert_int_equal (s.turned.answer, FT_UNSAT);
  done (&s);
}

// "cat" is compared with "cut": the branch that asks whether they are equal
// cannot be had before the one about the second letter comes out otherwise,
// and neither after the first one alone.
static void what_rules_a_turn_out (void **state) {
  (void)state;
  subject s =
      follow (INPUT ("T", "x", 1, 99, 0) INPUT ("T", "y", 1, 97, 1)
                  READ ("T", "x", 1, 99, "a") READ ("T", "y", 1, 97, "b")
                      BRANCH ("T", 1, 1, "eq", "\"a\",99")
                          BRANCH ("T", 0, 1, "eq", "\"b\",117")
                              BRANCH ("T", 0, 1, "gt", "\"b\",120")
                                  LOCAL ("T", "c", 1, "eq", "\"b\",117")
                                      BRANCH ("U", 0, 1, "eq", "5,6")
                                          BRANCH ("T", 0, 1, "copy", "\"c\""));
  assert_int_equal (ft_concolic_size (s.concolic), 4);
  assert_int_equal (turn (&s, 3), FT_UNSAT);
  assert_int_equal (ft_concolic_blocking_branch (s.concolic, 3), 1);
  assert_int_equal (turn (&s, 1), FT_SAT);
  done (&s);
}

#define POINTS(t, local)                                                       \
  EVENT (t, "\"op\":\"write\",\"variable\":\"a\",\"size\":1,\"value\":1,"        \
            "\"operator\":\"copy\",\"operands\":[1],\"pointers\":[\"" local "\"]")

static enum ft_answer collide (subject *s, ft_collision asked) {
  ft_concolic_collide (s->concolic, &asked, &s->turned);
  return s->turned.answer;
}

// The branches before both pointers stay, whichever of them comes first, and so
// does the object.
static void pointers_collide (void **state) {
  (void)state;
  subject s = follow (
      INPUT ("T", "x", 1, 5, 0) INPUT ("T", "y", 1, 9, 1)
          READ ("T", "x", 1, 5, "a") BRANCH ("T", 1, 1, "lt", "\"a\",9")
              POINTS ("T", "a") READ ("U", "y", 1, 9, "b")
                  BRANCH ("U", 1, 1, "gt", "\"b\",7") POINTS ("U", "b"));
  assert_int_equal (ft_concolic_concretized_count (s.concolic), 2);
  assert_int_equal (collide (&s, (ft_collision){0, 1, 0, 0, 99}), FT_SAT);
  assert_int_equal (changed (&s, 0x905), 0x808);
  assert_int_equal (collide (&s, (ft_collision){1, 0, 0, 0, 99}), FT_SAT);
  assert_int_equal (changed (&s, 0x905), 0x808);
  assert_int_equal (collide (&s, (ft_collision){0, 1, 0, 0, 7}), FT_UNSAT);
  assert_int_equal (collide (&s, (ft_collision){0, 1, 0, 9, 99}), FT_UNSAT);
  ft_collision fixed = {1, SIZE_MAX, 12, 0, 99};
  assert_int_equal (collide (&s, fixed), FT_SAT);
  assert_int_equal (changed (&s, 0x905), 0xc05);
  fixed.address = 7;
  assert_int_equal (collide (&s, fixed), FT_UNSAT);
  // Words that must differ: from a number, from each other.
  ft_collision apart = {0, 1, 0, 0, 99, {{0, SIZE_MAX, 9}}, 1};
  assert_int_equal (collide (&s, apart), FT_SAT);
  assert_int_equal (changed (&s, 0x905), 0x808);
  apart.apart[0].value = 8;
  assert_int_equal (collide (&s, apart), FT_UNSAT);
  apart.apart[0] = (ft_words_apart){0, 1, 0};
  assert_int_equal (collide (&s, apart), FT_UNSAT);
  done (&s);
}

// A byte that a branch does not depend on is left out of its question, but for one
// whose constraint does not hold with the input that the run had first.
static void what_a_branch_does_not_depend_on (void **state) {
  (void)state;
  subject s = follow (
      INPUT ("T", "x", 1, 5, 0) INPUT ("T", "y", 1, 3, 1)
          INPUT ("T", "z", 1, 6, 0) READ ("T", "y", 1, 3, "a")
              BRANCH ("T", 0, 1, "gt", "\"a\",7")
                  READ ("T", "z", 1, 6, "b")
                      BRANCH ("T", 1, 1, "gt", "\"b\",5")
                          BRANCH ("T", 0, 1, "lt", "\"a\",2"));
  assert_int_equal (ft_concolic_size (s.concolic), 3);
  assert_int_equal (turn (&s, 0), FT_SAT);
  assert_true (changed (&s, 0x305) > 0x7ff);
  assert_int_equal (changed (&s, 0x305) & 0xff, 5);
  assert_int_equal (turn (&s, 2), FT_SAT);
  assert_true (changed (&s, 0x305) < 0x200);
  assert_true ((changed (&s, 0x305) & 0xff) > 5);
  done (&s);
}

// Two factors, of 32 bits each, of a large prime: there are none, and a proof has to go
// through most of them. Those of a product of two primes a solver may guess at once.
static void hard_problems_stay_undecided (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl",
      INPUT ("T", "x", 8, 0, 0) INPUT ("T", "y", 8, 0, 8)
          READ ("T", "x", 8, 0, "a") READ ("T", "y", 8, 0, "b")
              LOCAL ("T", "c", 8, "mul", "\"a\",\"b\"")
                  LOCAL ("T", "d", 8, "eq", "\"c\",9223372036854775783")
                      LOCAL ("T", "e", 8, "ult", "\"a\",4294967296")
                          LOCAL ("T", "f", 8, "ult", "\"b\",4294967296")
                              LOCAL ("T", "g", 8, "and", "\"d\",\"e\"")
                                  LOCAL ("T", "h", 8, "and", "\"g\",\"f\"")
                                      BRANCH ("T", 0, 8, "copy", "\"h\""));
  ft_concolic *c = ft_concolic_new (t, (ft_concolic_limits){0.2, 0});
  ft_flip_result turned = {0};
  ft_concolic_flip (c, 0, &turned);
  assert_int_equal (turned.answer, FT_UNKNOWN);
  assert_true (turned.why[0]);
  ft_flip_result_release (&turned);
  ft_concolic_free (c);
  ft_trace_free (t);
}

static _Noreturn void complain (const ft_trace *t, uint64_t seed) {
  ft_all_inputs all = {0};
  ft_trace *small = ft_shrink_trace (t, ft_inputs_differ, &all);
  ft_all_inputs_release (&all);
  all = (ft_all_inputs){0};
  ft_inputs_differ (small, &all);
  print_error ("FT_SEED=%llu: %s\n", (unsigned long long)seed,
               ft_strbuf_text (&all.why));
  ft_print_trace (stderr, small);
  fail ();
  abort ();
}

static void all_inputs_agree (void **state) {
  (void)state;
  ft_all_inputs all = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end (150); seed++) {
    ft_trace *t = ft_random_input (seed);
    if (ft_inputs_differ (t, &all))
      complain (t, seed);
    ft_trace_free (t);
  }
  print_message ("%zu branches: %zu turned (%zu loosely, %zu undefined, %zu "
                 "bytes changed), %zu impossible (%zu since another came out "
                 "as it did), %zu undecided; %zu of %zu collisions\n",
                 all.branches, all.turned, all.loose, all.undefined,
                 all.changed, all.impossible, all.blamed, all.unknown,
                 all.collided, all.collisions);
  if (rounds_are_many ()) {
    assert_true (all.branches > 100 && all.turned > 50);
    assert_true (all.loose && all.impossible && all.blamed);
    assert_true (all.collided && all.collided < all.collisions);
    assert_true (all.unknown * 50 <= all.branches);
  }
  ft_all_inputs_release (&all);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (example_of_the_paper),
      cmocka_unit_test (undefined_behaviour_comes_last),
      cmocka_unit_test (divisions_do_not_trap),
      cmocka_unit_test (pins_are_kept_if_possible),
      cmocka_unit_test (pins_can_be_changed),
      cmocka_unit_test (memory_is_followed),
      cmocka_unit_test (other_threads_stay),
      cmocka_unit_test (what_rules_a_turn_out),
      cmocka_unit_test (pointers_collide),
      cmocka_unit_test (what_a_branch_does_not_depend_on),
      cmocka_unit_test (hard_problems_stay_undecided),
      cmocka_unit_test (all_inputs_agree),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
