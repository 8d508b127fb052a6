// Every order against its slow twin, written from the definitions, for all
// pairs of events of random traces; and against the figures of the papers.
//
// TRACES=n in the environment runs n random traces, LONG=n lets the long ones
// have n events.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/model/plain_order.h"
#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/shrink.h"

static const enum ft_relation relations[] = {FT_REL_FORK_JOIN, FT_REL_HB,
                                             FT_REL_SHB, FT_REL_WCP, FT_REL_DC,
                                             FT_REL_C11};

enum { RELATIONS = sizeof relations / sizeof *relations };

// The first pair on which order and twin differ, ordered by its later event.
static bool find_difference (const ft_trace *t, enum ft_relation which,
                             ft_id pair[2]) {
  ft_model_relation twin = ft_model_relation_of (t, which);
  ft_order *order = ft_order_new (which, &t->tables);
  ft_time *times = FT_ARRAY (ft_time, t->size);
  bool found = false;
  for (ft_id j = 0; j < t->size && !found; j++) {
    ft_tid thread = t->events[j].thread;
    ft_order_step (order, t->events + j);
    times[j] = ft_order_time (order, thread);
    for (ft_id i = 0; i < j && !found; i++)
      if (ft_order_before (order, t->events[i].thread, times[i], thread) !=
          ft_model_before (&twin, i, j)) {
        pair[0] = i, pair[1] = j;
        found = true;
      }
  }
  free (times);
  ft_order_free (order);
  ft_model_relation_release (&twin);
  return found;
}

static bool differs (const ft_trace *t, void *which) {
  ft_id pair[2];
  return find_difference (t, *(enum ft_relation *)which, pair);
}

static void complain (const ft_trace *t, enum ft_relation which,
                      uint64_t seed) {
  ft_trace *small = ft_shrink_trace (t, differs, &which);
  ft_id pair[2] = {0, 0};
  find_difference (small, which, pair);
  ft_print_trace (stderr, small);
  fail_msg ("seed %llu: %s and its twin differ on events %u and %u",
            (unsigned long long)seed, ft_relation_name (which), pair[0],
            pair[1]);
}

static void compare (uint64_t seed, const ft_random_options *o) {
  ft_trace *t = ft_random_trace (seed, o);
  for (int k = 0; k < RELATIONS; k++) {
    enum ft_relation which = relations[k];
    if (differs (t, &which))
      complain (t, which, seed);
  }
  ft_trace_free (t);
}

static uint64_t number_of_traces (uint64_t usual) {
  const char *given = getenv ("TRACES");
  return given ? strtoull (given, NULL, 10) : getenv ("FT_QUICK") ? usual / 4 : usual;
}

static void orders_agree_with_their_twins (void **state) {
  (void)state;
  uint64_t n = number_of_traces (3000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 4 * 15;
    o.threads = 2 + seed / 4 % 4;
    o.locks = 1 + seed / 16 % 4;
    o.variables = 1 + seed / 64 % 4;
    o.depth = 1 + seed / 256 % 3;
    o = ft_random_features (seed, o);
    compare (seed, &o);
  }
}

// Many short sections, nothing but locks: rules (a) and (b).
static void sections_agree_with_their_twins (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 50, o.threads = 2 + seed % 3, o.locks = 2 + seed / 3 % 3;
    o.variables = 4, o.depth = 3, o.acquire = 45, o.release = 45;
    o.rwlocks = seed & 1, o.open_sections = seed & 2, o.sizes = seed & 4;
    compare (seed, &o);
  }
}

// Atomics and fences of all memory orders on few variables, and little else:
// release sequences, also of several sizes.
static void memory_orders_agree_with_their_twins (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 16 + seed % 5 * 8, o.threads = 2 + seed % 3;
    o.variables = 1 + seed / 3 % 2, o.locks = seed / 6 % 2, o.read = 40;
    o.atomics = o.orders = true, o.sizes = seed % 8 == 7;
    compare (seed, &o);
  }
}

// Hard traces have more structure than random ones.
static void hard_traces_agree_with_their_twins (void **state) {
  (void)state;
  uint64_t n = number_of_traces (200);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 80, o.threads = 4, o.locks = 3, o.variables = 4, o.depth = 3;
    ft_trace *t = ft_hard_trace (seed, &o);
    for (int k = 0; k < RELATIONS; k++) {
      enum ft_relation which = relations[k];
      if (differs (t, &which))
        complain (t, which, seed);
    }
    ft_trace_free (t);
  }
}

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target,
                  ft_id condition) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.condition = condition;
  ft_model_push (t, e);
}

// Two threads wait; a signal wakes one of them, so another thread's signal
// must have woken the other.
static void signals_wake_one (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("signals", "test");
  for (ft_tid thread = 0; thread < 2; thread++) {
    push (t, thread, FT_ACQUIRE, 0, FT_NO_ID);
    push (t, thread, FT_RELEASE, 0, 0);
  }
  for (ft_tid thread = 0; thread < 2; thread++) {
    push (t, 2 + thread, FT_SIGNAL, 0, FT_NO_ID);
    push (t, thread, FT_WAKE, 0, FT_NO_ID);
  }
  ft_order *order = ft_order_new (FT_REL_HB, &t->tables);
  for (ft_id i = 0; i < t->size; i++)
    ft_order_step (order, t->events + i);
  assert_true (ft_order_before (order, 2, 1, 0));
  assert_false (ft_order_before (order, 3, 1, 0));
  assert_false (ft_order_before (order, 2, 1, 1));
  assert_true (ft_order_before (order, 3, 1, 1));
  ft_order_free (order);
  for (int k = 0; k < RELATIONS; k++)
    assert_false (differs (t, (void *)(relations + k)));
  ft_trace_free (t);
}

// Thread 1 learns of each section's acquire but not of the last release when
// the lane drops what all know: that section must stay.
static void lanes_keep_half_known_sections (void **state) {
  (void)state;
  for (ft_id sections = 60; sections < 72; sections++) {
    ft_trace *t = ft_trace_new ("half known", "test");
    for (ft_id i = 0; i <= sections; i++) {
      push (t, 0, FT_ACQUIRE, 0, FT_NO_ID);
      if (i < sections) {
        push (t, 0, FT_SEM_POST, 0, FT_NO_ID);
        push (t, 1, FT_SEM_WAIT, 0, FT_NO_ID);
      }
      push (t, 0, FT_RELEASE, 0, FT_NO_ID);
    }
    push (t, 1, FT_ACQUIRE, 0, FT_NO_ID);
    push (t, 1, FT_RELEASE, 0, FT_NO_ID);
    for (int k = 0; k < RELATIONS; k++)
      assert_false (differs (t, (void *)(relations + k)));
    ft_trace_free (t);
  }
}

// Long enough for lanes to drop what all threads know.
static void long_traces_agree_with_their_twins (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 24; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 400, o.threads = 2, o.locks = 1 + (seed & 1), o.depth = 2;
    o.variables = 2, o.acquire = 60, o.release = 50;
    o.rwlocks = seed & 2, o.semaphores = o.atomics = seed & 4;
    compare (seed, &o);
  }
}

// Whether order and plain twin agree on what the last event of 't' knows.
static bool same_knowledge (const ft_order *order, const ft_plain_order *plain,
                            ft_tid t, ft_tid threads) {
  if (ft_order_time (order, t) != ft_plain_order_time (plain, t))
    return false;
  for (ft_tid other = 0; other < threads; other++) {
    ft_time known = ft_plain_order_known (plain, other, t);
    if (other != t && ((known && !ft_order_before (order, other, known, t)) ||
                       ft_order_before (order, other, known + 1, t)))
      return false;
  }
  return true;
}

static bool differs_from_plain (const ft_trace *t, void *which) {
  enum ft_relation relation = *(enum ft_relation *)which;
  ft_order *order = ft_order_new (relation, &t->tables);
  ft_plain_order *plain = ft_plain_order_new (relation, &t->tables);
  ft_tid threads = ft_tables_count (&t->tables, FT_CLASS_THREAD);
  bool same = true;
  for (ft_id i = 0; same && i < t->size; i++) {
    ft_order_step (order, t->events + i);
    ft_plain_order_step (plain, t->events + i);
    same = same_knowledge (order, plain, t->events[i].thread, threads);
  }
  ft_plain_order_free (plain);
  ft_order_free (order);
  return !same;
}

static void compare_with_plain (const ft_trace *t, uint64_t seed) {
  static const enum ft_relation plain[] = {FT_REL_WCP, FT_REL_DC};
  for (int k = 0; k < 2; k++) {
    enum ft_relation which = plain[k];
    if (!differs_from_plain (t, &which))
      continue;
    ft_print_trace (stderr, ft_shrink_trace (t, differs_from_plain, &which));
    fail_msg ("seed %llu: %s and its plain twin differ",
              (unsigned long long)seed, ft_relation_name (which));
  }
}

// LONG=n events instead of some thousands.
static void orders_agree_on_long_traces (void **state) {
  (void)state;
  const char *given = getenv ("LONG");
  unsigned events = given ? strtoul (given, NULL, 10) : 3000;
  uint64_t n = number_of_traces (60);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.threads = 2 + seed % 11;
    o.locks = 1 + seed / 2 % 9;
    o.variables = 1 + seed * 7 % 60;
    o.depth = 1 + seed % 4;
    o.acquire = 25 + seed % 3 * 15;
    if (seed & 1)
      o = ft_random_features (seed, o);
    o.events = events;
    ft_trace *t = ft_random_trace (seed, &o);
    compare_with_plain (t, seed);
    ft_trace_free (t);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (orders_agree_with_their_twins),
      cmocka_unit_test (sections_agree_with_their_twins),
      cmocka_unit_test (memory_orders_agree_with_their_twins),
      cmocka_unit_test (hard_traces_agree_with_their_twins),
      cmocka_unit_test (signals_wake_one),
      cmocka_unit_test (lanes_keep_half_known_sections),
      cmocka_unit_test (long_traces_agree_with_their_twins),
      cmocka_unit_test (orders_agree_on_long_traces),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
