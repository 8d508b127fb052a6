// The path model: the examples of the RECIPE paper, what C leaves undefined,
// what is not told and exchanges on sides, and windows.  FT_ROUNDS says how
// many random programs are asked in windows.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/program.h"
#include "model/random_trace.h"
#include "predict/certify.h"
#include "format/writer.h"
#include "tests/unit/read_text.h"
#include "load/open.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK") ? full / 10 : full);
}

// ---- the paper -----------------------------------------------------------

static ft_outcome ask (const ft_facts *facts, ft_id a, ft_id b,
                       ft_check_options options) {
  ft_certifier *c = ft_certifier_new (facts, &options, NULL);
  ft_outcome o;
  ft_certify (c, (ft_id[]){a, b}, 60, &o);
  ft_certifier_free (c);
  return o;
}

// 'model' is the strictest one that certifies the pair, FT_MODEL_COUNT if none
// does.
static void expect_in (const ft_trace *trace, ft_id a, ft_id b, int model) {
  ft_facts *facts = ft_facts_new (trace);
  for (int m = 0; m < FT_MODEL_COUNT; m++) {
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.model = (enum ft_model)m;
    ft_outcome o = ask (facts, a, b, options);
    if (o.verdict != (m < model ? FT_REFUTED : FT_CERTIFIED))
      fail_msg ("%s (%u, %u) is %s up to %s: %s", trace->path, a, b,
                ft_verdict_name (o.verdict), ft_model_name ((enum ft_model)m),
                ft_strbuf_text (&o.reason));
    if (m >= model)
      assert_int_equal (o.model, model);
    ft_outcome_release (&o);
  }
  ft_facts_free (facts);
}

static ft_trace *figure (const char *name) {
  ft_error error = FT_NO_ERROR;
  char path[100];
  snprintf (path, sizeof path, "tests/traces/recipe/%s.jsonl", name);
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  if (!t)
    fail_msg ("%s", error.message);
  return t;
}

static void expect (const char *name, ft_id a, ft_id b, int model) {
  ft_trace *t = figure (name);
  expect_in (t, a, b, model);
  ft_trace_free (t);
}

// Figures 1 and 4: lines 2 and 5 race if line 4 reads from line 1, lines 2 and
// 7 if it reads what was there at first; line 7 does not race with line 0.
static void figures_1_and_4 (void **state) {
  (void)state;
  expect ("figure-4", 4, 8, FT_MODEL_VALUE);
  expect ("figure-4", 4, 10, FT_MODEL_PATH);
  expect ("figure-4", 3, 6, FT_MODEL_MCM);
}

// Figure 3: e7 happens only if e6 reads from e4: it races with e5, and what is
// after it cannot come before e4, while what is before it can.
static void figure_3 (void **state) {
  (void)state;
  expect ("figure-3-sides", 7, 13, FT_MODEL_PATH);
  expect ("figure-3-sides", 5, 12, FT_MODEL_PATH);
  expect ("figure-3-sides", 5, 14, FT_MODEL_COUNT);
}

static void figure_6 (void **state) {
  (void)state;
  expect ("figure-6", 2, 3, FT_MODEL_MCM);
  expect ("figure-6", 2, 5, FT_MODEL_VALUE);
}

// Line 5 of thread 1 and line 1 of thread 3; the write of line 5 and line 9
// cannot meet, since line 9 is what lets thread 1 come there.
static void figure_7 (void **state) {
  (void)state;
  expect ("figure-7", 19, 25, FT_MODEL_PATH);
  expect ("figure-7", 11, 25, FT_MODEL_PATH);
  expect ("figure-7", 6, 25, FT_MODEL_COUNT);
  expect ("figure-7", 11, 14, FT_MODEL_MCM);
}

// ---- what C leaves undefined ---------------------------------------------

// On the side that was not taken a is 0; it does 'events' and reads g.
static void expect_side (const char *events, int model) {
  char text[2000];
  snprintf (
      text, sizeof text,
      "{\"thread\":\"M\",\"op\":\"write\",\"variable\":\"x\",\"value\":0,"
      "\"operator\":\"copy\",\"operands\":[0],\"pointers\":[]}\n"
      "{\"thread\":\"M\",\"op\":\"fork\",\"child\":\"T\"}\n"
      "{\"thread\":\"M\",\"op\":\"write\",\"variable\":\"g\",\"value\":1,"
      "\"operator\":\"copy\",\"operands\":[1],\"pointers\":[]}\n"
      "{\"thread\":\"M\",\"op\":\"write\",\"variable\":\"x\",\"value\":5,"
      "\"operator\":\"copy\",\"operands\":[5],\"pointers\":[]}\n"
      "{\"thread\":\"T\",\"op\":\"read\",\"variable\":\"x\",\"value\":5,"
      "\"result\":\"a\",\"pointers\":[]}\n"
      "{\"thread\":\"T\",\"op\":\"branch\",\"outcome\":1,\"operator\":\"gt\","
      "\"operands\":[\"a\",0],\"alternatives\":[{\"outcome\":0,\"events\":["
      "%s{\"op\":\"read\",\"variable\":\"g\",\"pointers\":[]}]}]}\n",
      events);
  ft_trace *t = read_text ("jsonl", text);
  expect_in (t, 2, t->size + t->altpath_events - 1, model);
  ft_trace_free (t);
}

// A write of what is not known happens; what was computed from what is not
// known does not, nor what depends on such a write.
static void untold_writes (void **state) {
  (void)state;
#define WRITE(operands)                                                        \
  "{\"op\":\"write\",\"variable\":\"y\",\"operands\":" operands                \
  ",\"pointers\":[]},"
#define READ_BACK                                                              \
  "{\"op\":\"read\",\"variable\":\"y\",\"result\":\"b\",\"pointers\":[]},"
#define DEPEND                                                                 \
  "{\"op\":\"branch\",\"outcome\":1,\"operator\":\"eq\",\"operands\":"         \
  "[\"b\",\"b\"]},"
  expect_side (WRITE ("[]"), FT_MODEL_PATH);
  expect_side (WRITE ("[]") READ_BACK, FT_MODEL_PATH);
  expect_side (WRITE ("[]") READ_BACK DEPEND, FT_MODEL_COUNT);
  expect_side (WRITE ("[\"a\"]"), FT_MODEL_COUNT);
#undef WRITE
#undef READ_BACK
#undef DEPEND
}

// On the side x is 0, and 5 behind the access that the side races with.
static void exchanges (void **state) {
  (void)state;
#define EXCHANGE(more)                                                         \
  "{\"op\":\"atomic-rmw\",\"variable\":\"x\",\"pointers\":[]," more "},"
#define ASK(op, value)                                                         \
  "{\"op\":\"branch\",\"outcome\":1,\"operator\":\"" op                        \
  "\",\"operands\":[\"b\"," value "]},"
#define SWAPS(expected)                                                        \
  "\"conditional\":true,\"value\":" expected ",\"written\":4,\"result\":\"b\"," \
  "\"operator\":\"eq\",\"operands\":[" expected ",4]"
#define ADDS "\"result\":\"b\",\"operator\":\"uadd\",\"operands\":[\"b\",1]"
#define READS                                                                  \
  "{\"op\":\"read\",\"variable\":\"x\",\"result\":\"b\",\"pointers\":[]},"
  expect_side (EXCHANGE (ADDS) ASK ("eq", "0"), FT_MODEL_PATH);
  expect_side (EXCHANGE (ADDS) ASK ("eq", "5"), FT_MODEL_COUNT);
  expect_side (EXCHANGE (ADDS) READS ASK ("eq", "1"), FT_MODEL_PATH);
  expect_side (EXCHANGE (ADDS) READS ASK ("eq", "0"), FT_MODEL_COUNT);
  expect_side (EXCHANGE ("\"operands\":[]") READS, FT_MODEL_PATH);
  expect_side (EXCHANGE ("\"operands\":[]") READS ASK ("ule", "\"b\""),
               FT_MODEL_COUNT);
  expect_side (EXCHANGE ("\"written\":9"), FT_MODEL_COUNT);
  expect_side (EXCHANGE ("\"operator\":\"udiv\",\"operands\":[1,1]"),
               FT_MODEL_COUNT);
  // A compare-and-swap that is made: of what is there, and what is told.
  expect_side (EXCHANGE (SWAPS ("0")) READS ASK ("eq", "4"), FT_MODEL_PATH);
  expect_side (EXCHANGE (SWAPS ("0")) ASK ("eq", "0"), FT_MODEL_PATH);
  expect_side (EXCHANGE (SWAPS ("0")) READS ASK ("eq", "0"), FT_MODEL_COUNT);
  expect_side (EXCHANGE (SWAPS ("3")), FT_MODEL_COUNT);
  expect_side (EXCHANGE (SWAPS ("0")) EXCHANGE (SWAPS ("0")), FT_MODEL_COUNT);
  expect_side (EXCHANGE ("\"conditional\":true,\"written\":4"), FT_MODEL_COUNT);
  expect_side (EXCHANGE ("\"conditional\":true," ADDS), FT_MODEL_COUNT);
#undef EXCHANGE
#undef SWAPS
#undef ASK
#undef ADDS
#undef READS
}

#define LOCAL(op, operands)                                                    \
  "{\"op\":\"local\",\"result\":\"b\",\"operator\":\"" op                      \
  "\",\"operands\":" operands "},"
#define USE                                                                    \
  "{\"op\":\"branch\",\"outcome\":1,\"operator\":\"eq\",\"operands\":"         \
  "[\"b\",\"b\"]},"

// A division by zero ends the path; what else is not defined ends it when
// something depends on it.
static void undefined (void **state) {
  (void)state;
  expect_side ("", FT_MODEL_PATH);
  expect_side (LOCAL ("div", "[7,\"a\"]"), FT_MODEL_COUNT);
  expect_side (LOCAL ("urem", "[7,\"a\"]"), FT_MODEL_COUNT);
  expect_side (LOCAL ("shl", "[1,64]"), FT_MODEL_PATH);
  expect_side (LOCAL ("shl", "[1,64]") USE, FT_MODEL_COUNT);
  expect_side (LOCAL ("add", "[\"0x7fffffffffffffff\",1]") USE, FT_MODEL_COUNT);
  expect_side (LOCAL ("uadd", "[\"0x7fffffffffffffff\",1]") USE, FT_MODEL_PATH);
  expect_side (LOCAL ("add", "[\"a\",1]") USE, FT_MODEL_PATH);
}

// ---- windows -------------------------------------------------------------

// What a window certifies the whole trace certifies, too: the values of locals
// and variables before it are handed on.
static void windows (void **state) {
  (void)state;
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_PATH;
  options.window = 10;
  for (uint64_t seed = 1; seed < 1 + rounds (300); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_program p;
    ft_program_random_branching (&p, &rng, seed % 2 ? 25 : 0);
    ft_trace *t = ft_program_record (&p, &rng);
    bool *races = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
    bool fine = t && ft_program_races (&p, races);
    ft_facts *facts = fine ? ft_facts_new (t) : NULL;
    for (ft_id a = 0; fine && a < t->size + t->altpath_events; a++)
      for (ft_id b = a + 1; b < t->size + t->altpath_events; b++) {
        if (!ft_event_conflicts (t->events + a, t->events + b))
          continue;
        ft_outcome o = ask (facts, a, b, options);
        size_t cell =
            (size_t)p.step_of.begin[a] * FT_PROGRAM_ALL + p.step_of.begin[b];
        if (o.cause == FT_CAUSE_REFUSED || o.open_cause == FT_CAUSE_REFUSED ||
            (o.verdict == FT_CERTIFIED && !races[cell]))
          fail_msg ("FT_SEED=%llu: (%u, %u) in a window: %s",
                    (unsigned long long)seed, a, b, ft_strbuf_text (&o.reason));
        ft_outcome_release (&o);
      }
    ft_facts_free (facts);
    free (races);
    ft_trace_free (t);
    ft_random_program_release (&p);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (figures_1_and_4), cmocka_unit_test (figure_3),
      cmocka_unit_test (figure_6),        cmocka_unit_test (figure_7),
      cmocka_unit_test (undefined),       cmocka_unit_test (untold_writes),
      cmocka_unit_test (exchanges),       cmocka_unit_test (windows),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
