// Possible events of alternative paths ('certify/possible_paths.h'): random programs whose
// branches have both sides in the trace, against an interpreter that runs all their
// schedules, and against the solver asked about each pair without the analysis.
// FT_SEED and FT_ROUNDS repeat or extend them.  What time it takes is counted by a clock of
// the test's own.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "certify/value_set.h"
#include "load/open.h"
#include "predict/certifier.h"
#include "tests/model/program.h"
#include "tests/unit/read_text.h"
#include "tests/unit/rounds.h"

static struct {
  size_t programs, events, excluded, steps, unreached, pairs, certified, spared;
} count;

static bool is_possible (const ft_facts *f, ft_id event) {
  return ft_possible_paths_has (f->possible, f->unfolding->unfolded[event]);
}

static void complain (const ft_trace *t, uint64_t seed, ft_id a, ft_id b,
                      const char *what) {
  (void)t;
  fail_msg ("FT_SEED=%llu: events %u and %u: %s", (unsigned long long)seed, a, b,
            what);
}

// Each step that some schedule comes to is possible as one of its events.
static void compare_steps (const ft_facts *f, const ft_program *p,
                           const bool *reached, uint64_t seed) {
  bool possible[FT_PROGRAM_ALL] = {false}, traced[FT_PROGRAM_ALL] = {false};
  ft_id all = f->trace->size + f->trace->altpath_events;
  for (ft_id e = 0; e < all; e++) {
    ft_id step = p->step_of.begin[e];
    if (step == FT_NO_ID)
      continue;
    traced[step] = true;
    possible[step] |= is_possible (f, e);
    count.events += e >= f->trace->size;
    count.excluded += !is_possible (f, e);
  }
  for (ft_id s = 0; s < FT_PROGRAM_ALL; s++) {
    if (traced[s] && reached[s] && !possible[s])
      complain (f->trace, seed, s, s, "a schedule comes to this step");
    count.steps += traced[s];
    count.unreached += traced[s] && !reached[s];
  }
}

// The pair with the analysis and without: the same verdict, and no time of the solver
// where an event is not possible.
static void compare_pair (ft_facts *f, ft_certifier *c, const ft_id pair[2],
                          uint64_t seed) {
  ft_possible_paths *possible = f->possible;
  bool both = is_possible (f, pair[0]) && is_possible (f, pair[1]);
  ft_question q = ft_question_of_pair (pair, 0, f->trace->size);
  ft_outcome with, without;
  ft_certify_under (c, q, FT_MODEL_PATH, 60, &with);
  f->possible = NULL;
  ft_certify_under (c, q, FT_MODEL_PATH, 60, &without);
  f->possible = possible;
  if (without.verdict == FT_CERTIFIED && !both)
    complain (f->trace, seed, pair[0], pair[1], "a schedule comes to both");
  if (with.verdict != without.verdict ||
      (with.verdict == FT_UNDECIDED && with.cause != without.cause))
    complain (f->trace, seed, pair[0], pair[1], "another verdict");
  count.pairs++;
  count.certified += with.verdict == FT_CERTIFIED;
  count.spared += !both;
  ft_outcome_release (&with);
  ft_outcome_release (&without);
}

static void compare_pairs (ft_facts *f, uint64_t seed) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_PATH;
  ft_certifier *c = ft_certifier_new (f, &options, NULL);
  ft_id all = f->trace->size + f->trace->altpath_events;
  for (ft_id a = 0; a < all; a++)
    for (ft_id b = a + 1; b < all; b++)
      if (ft_event_conflicts (f->trace->events + a, f->trace->events + b))
        compare_pair (f, c, (ft_id[]){a, b}, seed);
  ft_certifier_free (c);
}

// 'hidden': percent of operators that the trace does not say.  Then schedules of the
// program may come to more than those of the trace.
static void compare_program (uint64_t seed, unsigned hidden, bool pairs) {
  ft_rng rng = ft_rng_init (seed);
  ft_program p;
  bool *reached = FT_ARRAY (bool, FT_PROGRAM_ALL);
  ft_program_random_branching (&p, &rng, hidden);
  ft_trace *trace = ft_program_record (&p, &rng);
  if (trace && trace->altpath_events && trace->altpath_events <= 60 &&
      (hidden || ft_program_reaches (&p, reached))) {
    ft_facts *f = ft_facts_new (trace);
    assert_non_null (f->possible);
    count.programs++;
    if (!hidden)
      compare_steps (f, &p, reached, seed);
    if (pairs)
      compare_pairs (f, seed);
    ft_facts_free (f);
  }
  free (reached);
  ft_trace_free (trace);
  ft_random_program_release (&p);
}

static void schedules (void **state) {
  (void)state;
  memset (&count, 0, sizeof count);
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (3000, 100000);
       seed++)
    compare_program (seed, 0, false);
  print_message ("# %zu programs, %zu events on alternative paths, %zu not "
                 "possible; %zu of %zu steps in no schedule\n",
                 count.programs, count.events, count.excluded, count.unreached,
                 count.steps);
  assert_true (!rounds_are_many () || (count.excluded > 100 &&
                                       count.excluded < count.events));
}

static void solver (void **state) {
  (void)state;
  memset (&count, 0, sizeof count);
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (150, 5000); seed++)
    compare_program (seed, seed % 2 ? 25 : 0, true);
  print_message ("# %zu programs, %zu pairs, %zu certified, %zu spared\n",
                 count.programs, count.pairs, count.certified, count.spared);
  assert_true (!rounds_are_many () || (count.certified && count.spared > 10));
}

// ---- examples --------------------------------------------------------------------

#define WRITE(thread, value)                                                   \
  "{\"thread\":\"" thread "\",\"op\":\"write\",\"variable\":\"x\",\"value\":"     \
      value ",\"operator\":\"copy\",\"operands\":[" value                        \
      "],\"pointers\":[]}\n"
#define READ(thread, value)                                                    \
  "{\"thread\":\"" thread "\",\"op\":\"read\",\"variable\":\"x\",\"value\":"      \
      value ",\"pointers\":[]}\n"
#define FORK "{\"thread\":\"M\",\"op\":\"fork\",\"child\":\"T\"}\n"
#define JOIN "{\"thread\":\"M\",\"op\":\"join\",\"child\":\"T\"}\n"
// Reads x, which is 5, and reads g if x is not above 0.
#define LOOK(thread)                                                           \
  "{\"thread\":\"" thread "\",\"op\":\"read\",\"variable\":\"x\",\"value\":5,"    \
  "\"result\":\"a\",\"pointers\":[]}\n"                                         \
  "{\"thread\":\"" thread "\",\"op\":\"branch\",\"outcome\":1,"                  \
  "\"operator\":\"gt\",\"operands\":[\"a\",0],\"alternatives\":[{\"outcome\":0," \
  "\"events\":[{\"op\":\"read\",\"variable\":\"g\",\"pointers\":[]}]}]}\n"

static void expect (const char *text, bool possible) {
  ft_trace *t = read_text ("jsonl", text);
  ft_facts *f = ft_facts_new (t);
  assert_non_null (f->possible);
  if (ft_possible_paths_has (f->possible, f->unfolding->unfolded[t->size]) !=
      possible)
    fail_msg ("the path is %spossible: %s", possible ? "not " : "", text);
  ft_facts_free (f);
  ft_trace_free (t);
}

// Reads may return the writes that program order, forks and joins leave them.
static void examples (void **state) {
  (void)state;
  expect (WRITE ("M", "0") WRITE ("M", "5") FORK LOOK ("T"), false);
  expect (WRITE ("M", "0") FORK WRITE ("M", "5") LOOK ("T"), true);
  expect (FORK WRITE ("M", "5") LOOK ("T") WRITE ("T", "0"), false);
  expect (FORK WRITE ("M", "5") LOOK ("T") WRITE ("M", "0"), true);
  expect (READ ("M", "0") FORK WRITE ("M", "5") LOOK ("T"), true);
  expect (READ ("M", "0") WRITE ("M", "5") FORK LOOK ("T"), false);
  expect (FORK WRITE ("T", "0") JOIN WRITE ("M", "5") LOOK ("M"), false);
  expect (FORK WRITE ("T", "0") WRITE ("M", "5") LOOK ("M") JOIN, true);
}

// A set of values against a list of all that was added.
static void sets (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (200, 10000);
       seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_value_pool pool = {0};
    ft_value_set s[3] = {{0}};
    bool has[3][40] = {{false}};
    for (int i = 0; i < 60; i++) {
      size_t k = ft_rng_below (&rng, 3), word = ft_rng_below (&rng, 20);
      size_t size = 0;
      for (int w = 0; w < 40; w++)
        size += has[k][w];
      bool grew = size < FT_MOST_VALUES + 1 && !has[k][word];
      assert_int_equal (ft_value_set_add (&pool, s + k, word), grew);
      has[k][word] |= grew;
      assert_int_equal (s[k].any, size + grew > FT_MOST_VALUES);
      for (uint64_t w = 0; w < 40; w++)
        assert_int_equal (ft_value_set_has (&pool, s + k, w),
                          s[k].any || has[k][w]);
    }
    FT_RELEASE (pool.words);
  }
}

// ---- time ------------------------------------------------------------------------

// A clock that goes on by a second at each look at it, while 'looks' is not negative.
static long looks = -1, looks_taken;

int clock_gettime (clockid_t clock, struct timespec *now) {
  if (looks < 0)
    return (int)syscall (SYS_clock_gettime, clock, now);
  *now = (struct timespec){1000 + looks++, 0};
  return 0;
}

// The facts, with 'seconds' of time by that clock; NULL if that was not enough.
static ft_facts *facts_within (const ft_trace *t, long seconds) {
  looks = 0;
  ft_deadline deadline = {1000.5 + (double)seconds, NULL};
  ft_facts *f = ft_facts_bounded (t, &deadline);
  seconds = looks;
  looks = -1;
  if (f)
    looks_taken = seconds;
  return f;
}

// The analysis has a part of the time only: where it would just fit into all of it, there
// are facts without it, so that pairs are asked about.
static void part_of_time (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl", FORK WRITE ("M", "5") LOOK ("T") WRITE ("M", "0"));
  ft_facts *f = facts_within (t, 1000);
  assert_non_null (f->possible);
  ft_facts_free (f);
  f = facts_within (t, looks_taken);
  assert_non_null (f);
  assert_non_null (f->paths);
  assert_null (f->possible);
  assert_true (ft_possible_paths_has (f->possible, 0));
  ft_facts_free (f);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sets),
      cmocka_unit_test (examples),
      cmocka_unit_test (schedules),
      cmocka_unit_test (solver),
      cmocka_unit_test (part_of_time),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
