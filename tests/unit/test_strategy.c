// What each strategy asks for next, on journals made by hand: repeat leaves the
// schedule as it is, pct and random choose a new seed each time, random brings
// candidates together in both orders, and a search whose runs bring nothing
// ends, however they end.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "explore/strategy.h"

enum { ROUNDROBIN, RANDOM, PCT }; // of 'ft_sched_policy_names'

typedef struct search {
  ft_explore_options options;
  ft_search_state memory;
} search;

static void begin (search *s, enum ft_strategy strategy) {
  *s = (search){.options = {.strategy = (int)strategy,
                            .runs = 100,
                            .rounds = 50,
                            .fruitless = 8,
                            .jobs = 1}};
}

static void learn (search *s, const char *text) {
  json_t *line = json_loads (text, 0, NULL);
  assert_non_null (line);
  assert_true (ft_search_state_apply (&s->memory, line));
  json_decref (line);
}

static ft_job next (search *s, unsigned busy) {
  ft_job job = {0};
  if (!ft_strategy_next (&s->options, &s->memory, busy, &job))
    job.run = 0;
  return job;
}

// It made the trace that was known.
static void end (search *s, const ft_job *job) {
  char line[160];
  snprintf (line, sizeof line,
            "{\"run\":%u,\"step\":\"%s\",\"seed\":%lu,\"trace\":\"1\","
            "\"schedule\":\"%x\"}",
            job->run, ft_job_step_names[job->step], (unsigned long)job->seed,
            job->run);
  learn (s, line);
  ft_strategy_done (&s->options, &s->memory, job);
}

// The process that made it is gone.
static void die (search *s, const ft_job *job) {
  char line[160];
  snprintf (line, sizeof line,
            "{\"run\":%u,\"step\":\"%s\",\"seed\":%lu,\"none\":true,"
            "\"died\":true,\"exhausted\":true,\"crash\":\"died\"}",
            job->run, ft_job_step_names[job->step], (unsigned long)job->seed);
  learn (s, line);
  ft_strategy_done (&s->options, &s->memory, job);
}

// With one open candidate.
static void make_first_run (search *s) {
  ft_job first = next (s, 0);
  assert_int_equal (first.step, FT_JOB_FIRST);
  assert_int_equal (first.policy, ROUNDROBIN);
  learn (s, "{\"run\":1,\"step\":\"first\",\"trace\":\"1\",\"schedule\":\"1\","
            "\"words\":100,\"candidates\":[[\"a:1\",\"a:2\",1,false,3,4]]}");
}

static void test_repeat_leaves_the_schedule (void **state) {
  (void)state;
  search s;
  begin (&s, FT_STRATEGY_repeat);
  make_first_run (&s);
  unsigned runs = 0;
  for (ft_job job; (job = next (&s, 0)).run; runs++) {
    assert_int_equal (job.step, FT_JOB_SEED);
    assert_int_equal (job.policy, ROUNDROBIN);
    assert_int_equal (job.parent, 0);
    assert_false (job.pause);
    end (&s, &job);
  }
  assert_int_equal (runs, s.options.fruitless);
  ft_search_state_release (&s.memory);
}

static void test_pct_has_a_seed_for_each_run (void **state) {
  (void)state;
  search s;
  begin (&s, FT_STRATEGY_pct);
  s.options.seed = 1000;
  make_first_run (&s);
  for (uint64_t seed = 1000; seed < 1000 + s.options.fruitless; seed++) {
    ft_job job = next (&s, 0);
    assert_int_equal (job.step, FT_JOB_SEED);
    assert_int_equal (job.policy, PCT);
    assert_int_equal (job.seed, seed);
    end (&s, &job);
  }
  assert_int_equal (next (&s, 0).run, 0);
  ft_search_state_release (&s.memory);
}

// The second of two ends first.
static void test_no_seed_comes_twice (void **state) {
  (void)state;
  search s;
  begin (&s, FT_STRATEGY_pct);
  make_first_run (&s);
  ft_job late = next (&s, 0), early = next (&s, 1);
  end (&s, &early);
  ft_job third = next (&s, 1);
  end (&s, &late);
  ft_job fourth = next (&s, 1);
  assert_int_equal (late.seed, 0);
  assert_int_equal (early.seed, 1);
  assert_int_equal (third.seed, 2);
  assert_int_equal (fourth.seed, 3);
  ft_search_state_release (&s.memory);
}

// Patience is for runs: what found no branch to turn is none.
static void test_nothing_to_run_is_no_run (void **state) {
  (void)state;
  search s;
  begin (&s, FT_STRATEGY_racageddon);
  make_first_run (&s);
  for (int level = 0; level < 4; level++)
    learn (&s, "{\"run\":2,\"step\":\"concolic\",\"parent\":1,\"level\":4,"
               "\"none\":true,\"exhausted\":true}");
  assert_int_equal (s.memory.fruitless_flips, 0);
  learn (&s, "{\"run\":3,\"step\":\"concolic\",\"parent\":1,\"level\":4,"
             "\"trace\":\"1\",\"schedule\":\"3\"}");
  assert_int_equal (s.memory.fruitless_flips, 1);
  ft_search_state_release (&s.memory);
}

// A journal may say anything.
static void test_no_growth_that_there_is_not (void **state) {
  (void)state;
  search s;
  ft_input_set inputs = {0};
  begin (&s, FT_STRATEGY_racageddon);
  s.options.inputs = &inputs;
  make_first_run (&s);
  learn (&s, "{\"run\":2,\"step\":\"grow\",\"attempt\":70,\"trace\":\"2\","
             "\"schedule\":\"2\"}");
  unsigned runs = 0;
  for (ft_job job; (job = next (&s, 0)).run; runs++) {
    assert_int_not_equal (job.step, FT_JOB_GROW);
    end (&s, &job);
  }
  assert_true (runs > 0);
  ft_search_state_release (&s.memory);
}

static void test_random_pauses_in_both_orders (void **state) {
  (void)state;
  search s;
  unsigned order[2] = {0, 0}, free_runs = 0;
  begin (&s, FT_STRATEGY_random);
  make_first_run (&s);
  for (int i = 0; i < 8; i++) {
    ft_job job = next (&s, 0);
    assert_int_equal (job.policy, RANDOM);
    assert_int_equal (job.pause, job.step == FT_JOB_IMPROVE);
    if (job.pause)
      order[job.seed % 2]++;
    else
      free_runs++;
    end (&s, &job);
  }
  assert_int_equal (order[0], 2);
  assert_int_equal (order[1], 2);
  assert_int_equal (free_runs, 4);
  ft_search_state_release (&s.memory);
}

static void test_runs_that_die_end_the_search (void **state) {
  (void)state;
  for (int strategy = 0; ft_strategy_names[strategy]; strategy++) {
    search s;
    unsigned runs = 0;
    begin (&s, (enum ft_strategy)strategy);
    for (ft_job job; (job = next (&s, 0)).run; runs++) {
      assert_int_equal (job.step == FT_JOB_FIRST, !runs);
      die (&s, &job);
    }
    assert_in_range (runs, 1, 1 + s.options.fruitless);
    assert_int_equal (s.memory.runs, runs);
    assert_int_equal (s.memory.crashes.size, 1);
    ft_search_state_release (&s.memory);
  }
}

// Of searches that ended and were taken up again, also where runs were cut
// short.
static void test_time_is_that_of_the_clock (void **state) {
  (void)state;
  search s;
  begin (&s, FT_STRATEGY_repeat);
  learn (&s, "{\"run\":1,\"step\":\"first\",\"seconds\":9,\"elapsed\":2.5}");
  learn (&s, "{\"run\":2,\"step\":\"seed\",\"none\":true,\"elapsed\":0.25}");
  learn (&s, "{\"elapsed\":1}");
  assert_true (s.memory.seconds == 3.75);
  assert_int_equal (s.memory.runs, 1);
  ft_search_state_release (&s.memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_repeat_leaves_the_schedule),
      cmocka_unit_test (test_pct_has_a_seed_for_each_run),
      cmocka_unit_test (test_no_seed_comes_twice),
      cmocka_unit_test (test_nothing_to_run_is_no_run),
      cmocka_unit_test (test_no_growth_that_there_is_not),
      cmocka_unit_test (test_random_pauses_in_both_orders),
      cmocka_unit_test (test_runs_that_die_end_the_search),
      cmocka_unit_test (test_time_is_that_of_the_clock),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
