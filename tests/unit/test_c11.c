// Races as C11 defines them: the checker, which has one bit for whatever hands
// an order on, against the definition as reachability (tests/model/relations.h),
// for all conflicting pairs of random schedules of random traces.  What rc11
// accepts, in the graph of a schedule, c11 accepts, too.
//
// TRACES=n in the environment runs n random traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "trace/assumed.h"
#include "witness/checker.h"

typedef FT_STACK (ft_id) schedule;

// A random schedule in which all reads return what they returned.
static schedule random_schedule (const ft_trace *t, ft_rng *rng) {
  schedule s = {0};
  ft_checker *c = ft_checker_new (t);
  ft_tid threads = ft_tables_count (&t->tables, FT_CLASS_THREAD), at = 0;
  ft_id *next = FT_ARRAY (ft_id, threads);
  ft_checker_begin (c, FT_MODEL_MCM, NULL);
  for (unsigned stuck = 0; stuck < 4 * threads;) {
    at = ft_rng_percent (rng, 50) ? ft_rng_below (rng, threads) : at;
    while (next[at] < t->size && t->events[next[at]].thread != at)
      next[at]++;
    if (next[at] < t->size && ft_checker_may (c, next[at]) &&
        ft_checker_run (c, next[at])) {
      FT_PUSH (s, next[at]++);
      stuck = 0;
    } else
      stuck++, at = (at + 1) % threads;
  }
  free (next);
  ft_checker_free (c);
  return s;
}

// Happens-before of the schedule, by position in it.
static ft_model_relation order_of (const ft_trace *t, const schedule *s) {
  ft_trace run = *t;
  run.size = (ft_id)s->size;
  run.events = FT_ARRAY (ft_event, s->size + 1);
  for (size_t i = 0; i < s->size; i++)
    run.events[i] = t->events[s->begin[i]];
  ft_model_relation r = ft_model_relation_of (&run, FT_REL_C11);
  free (run.events);
  return r;
}

static bool orders_as_defined (const ft_trace *t, ft_id e) {
  enum ft_kind kind = (enum ft_kind)t->events[e].kind;
  return kind != FT_WAKE && kind != FT_SEM_WAIT;
}

// Whether the checker must accept what is not ordered: nothing before has a
// choice of what it comes after.
static bool is_exact (const ft_trace *t, const schedule *s, size_t end,
                      const ft_event *a, const ft_event *b) {
  bool exact =
      (!ft_event_must_write (a, b) || a->flags & FT_HAS_VALUE) &&
      (!ft_event_must_write (b, a) || b->flags & FT_HAS_VALUE);
  for (size_t i = 0; i < end; i++)
    exact &= orders_as_defined (t, s->begin[i]);
  return exact;
}

// Whether rc11 orders more than c11: its release sequences are larger, and what
// waits comes after all that was done to its object so far.
static bool orders_more (const ft_trace *t) {
  bool more = false;
  for (ft_id e = 0; e < t->size; e++)
    more |= ft_kind_is_atomic ((enum ft_kind)t->events[e].kind) ||
            ft_kind_class ((enum ft_kind)t->events[e].kind) == FT_CLASS_OBJECT;
  return more;
}

static unsigned accepted_pairs, refused_pairs;

static bool agrees (const ft_trace *t, ft_checker *c, const schedule *s,
                    const ft_model_relation *order, size_t i, size_t j) {
  ft_id a = s->begin[i], b = s->begin[j];
  ft_witness w = {.memory = FT_MEMORY_C11, .pair = {a, b}};
  for (size_t k = 0; k <= j; k++)
    FT_PUSH (w.schedule, s->begin[k]);
  bool accepted = ft_checker_accepts (c, &w, NULL);
  bool ordered = ft_model_before (order, (ft_id)i, (ft_id)j);
  accepted_pairs += accepted, refused_pairs += !accepted;
  w.memory = FT_MEMORY_RC11;
  bool in_graph = ft_checker_accepts (c, &w, NULL);
  ft_witness_release (&w);
  if (in_graph != accepted && (in_graph || !orders_more (t)))
    return false;
  return accepted ? !ordered
                  : ordered || !is_exact (t, s, j, t->events + a, t->events + b);
}

// The twin takes the arrivals before the first leave for a round, which is that
// of the recorded order alone.
static bool has_barriers (const ft_trace *t) {
  for (ft_id e = 0; e < t->size; e++)
    if (t->events[e].kind == FT_BARRIER_ARRIVE)
      return true;
  return false;
}

static bool disagrees (const ft_trace *t, void *seed) {
  ft_rng rng = ft_rng_init (*(uint64_t *)seed);
  ft_checker *c = ft_checker_new (t);
  bool agreed = true;
  for (int n = 0; n < (has_barriers (t) ? 1 : 3) && agreed; n++) {
    schedule s = {0};
    if (n)
      s = random_schedule (t, &rng);
    for (ft_id e = 0; !n && e < t->size; e++)
      FT_PUSH (s, e);
    ft_model_relation order = order_of (t, &s);
    for (size_t j = 0; j < s.size && agreed; j++)
      for (size_t i = 0; i < j && agreed; i++)
        if (ft_trace_conflict (t, s.begin[i], s.begin[j], NULL))
          agreed = agrees (t, c, &s, &order, i, j);
    ft_model_relation_release (&order);
    FT_RELEASE (s);
  }
  ft_checker_free (c);
  return !agreed;
}

static void compare (uint64_t seed, const ft_random_options *o) {
  ft_trace *t = ft_random_trace (seed, o);
  if (disagrees (t, &seed)) {
    ft_print_trace (stderr, ft_shrink_trace (t, disagrees, &seed));
    fail_msg ("seed %llu: checker and definition differ",
              (unsigned long long)seed);
  }
  ft_trace_free (t);
}

static uint64_t number_of_traces (uint64_t usual) {
  const char *given = getenv ("TRACES");
  return given ? strtoull (given, NULL, 10) : usual;
}

static void memory_orders_are_those_of_the_definition (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 14 + seed % 5 * 6, o.threads = 2 + seed % 3;
    o.variables = 2 + seed / 3 % 2, o.locks = seed / 6 % 2, o.read = 40;
    o.atomics = o.orders = true, o.sizes = seed % 8 == 7;
    compare (seed, &o);
  }
  assert_true (accepted_pairs > n && refused_pairs > n);
}

static void all_else_is_that_of_the_definition (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 4 * 8, o.threads = 2 + seed / 4 % 3;
    o.locks = 1 + seed / 16 % 2, o.variables = 1 + seed / 64 % 3;
    o = ft_random_features (seed, o);
    o.orders = true;
    compare (seed + 1000000, &o);
  }
}

// ---- by hand ---------------------------------------------------------------

static ft_event event (ft_tid thread, enum ft_kind kind, ft_id target,
                       enum ft_memory_order order) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.order = (uint8_t)order;
  return e;
}

static bool accepts (const ft_trace *t, const ft_id *events, size_t n,
                     ft_id first, ft_id second) {
  ft_checker *c = ft_checker_new (t);
  ft_witness w = {.memory = FT_MEMORY_C11, .pair = {first, second}};
  for (size_t i = 0; i < n; i++)
    FT_PUSH (w.schedule, events[i]);
  bool accepted = ft_checker_accepts (c, &w, NULL);
  ft_witness_release (&w);
  ft_checker_free (c);
  return accepted;
}

// x is written on both sides of two relaxed operations on a variable with the
// name.
static ft_trace *passed_through (const char *name, enum ft_kind from,
                                 enum ft_kind to) {
  ft_trace *t = ft_trace_new ("passed", "test");
  ft_tables_add (&t->tables, FT_CLASS_VARIABLE, name, strlen (name));
  ft_model_push (t, event (0, FT_WRITE, 1, FT_ORDER_PLAIN));
  ft_model_push (t, event (0, from, 0, FT_ORDER_RELAXED));
  ft_model_push (t, event (1, to, 0, FT_ORDER_RELAXED));
  ft_model_push (t, event (1, FT_WRITE, 1, FT_ORDER_PLAIN));
  return t;
}

// What calls without records and the system may order is no race, whichever of
// the two only looks at the state; ordinary memory is.
static void outside_state_orders (void **state) {
  (void)state;
  static const enum ft_kind kinds[] = {FT_ATOMIC_READ, FT_ATOMIC_WRITE,
                                       FT_ATOMIC_RMW};
  static const char *const names[] = {FT_ASSUMED "files", FT_SYSTEM "pipe", "f"};
  static const ft_id all[] = {0, 1, 2, 3};
  for (int i = 0; i < 27; i++) {
    ft_trace *t =
        passed_through (names[i / 9], kinds[i / 3 % 3], kinds[i % 3]);
    assert_int_equal (accepts (t, all, 4, 0, 3), i / 9 == 2);
    ft_trace_free (t);
  }
}

// Atomics whose order is not recorded are sequentially consistent.
static void unknown_orders_synchronise (void **state) {
  (void)state;
  static const ft_id all[] = {0, 1, 2, 3};
  for (int i = 0; i < 4; i++) {
    ft_trace *t = passed_through ("f", FT_ATOMIC_WRITE, FT_ATOMIC_READ);
    t->events[1].order = i & 1 ? FT_ORDER_PLAIN : FT_ORDER_RELEASE;
    t->events[2].order = i & 2 ? FT_ORDER_PLAIN : FT_ORDER_ACQUIRE;
    assert_false (accepts (t, all, 4, 0, 3));
    ft_trace_free (t);
  }
}

// A signal orders what it may have woken: no wait that begins later.
static void signals_before_the_wait_order_nothing (void **state) {
  (void)state;
  static const ft_id all[] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int late = 0; late < 2; late++) {
    ft_trace *t = ft_trace_new ("signals", "test");
    ft_event signal = event (0, FT_SIGNAL, 0, FT_ORDER_PLAIN);
    ft_event wait = event (1, FT_RELEASE, 0, FT_ORDER_PLAIN);
    wait.condition = 0;
    ft_model_push (t, event (0, FT_WRITE, 0, FT_ORDER_PLAIN));
    if (!late)
      ft_model_push (t, signal);
    ft_model_push (t, event (1, FT_ACQUIRE, 0, FT_ORDER_PLAIN));
    ft_model_push (t, wait);
    if (late)
      ft_model_push (t, signal);
    ft_model_push (t, event (2, FT_SIGNAL, 0, FT_ORDER_PLAIN));
    ft_model_push (t, event (1, FT_WAKE, 0, FT_ORDER_PLAIN));
    ft_model_push (t, event (1, FT_ACQUIRE, 0, FT_ORDER_PLAIN));
    ft_model_push (t, event (1, FT_WRITE, 0, FT_ORDER_PLAIN));
    assert_int_equal (accepts (t, all, 8, 0, 7), !late);
    ft_trace_free (t);
  }
}

// Where the count of a barrier does not explain its leaves, a leave comes after
// all arrivals.
static void barriers_without_rounds_order_more (void **state) {
  (void)state;
  static const ft_id all[] = {0, 1, 2, 3, 4, 5, 6, 7};
  static const uint8_t kinds[][2] = {
      {0, FT_WRITE},         {0, FT_BARRIER_ARRIVE}, {1, FT_BARRIER_ARRIVE},
      {0, FT_BARRIER_LEAVE}, {1, FT_BARRIER_LEAVE},  {2, FT_BARRIER_ARRIVE},
      {2, FT_BARRIER_LEAVE}, {2, FT_WRITE}};
  ft_trace *t = ft_trace_new ("barrier", "test");
  for (int i = 0; i < 8; i++)
    ft_model_push (t, event (kinds[i][0], (enum ft_kind)kinds[i][1], 0,
                             FT_ORDER_PLAIN));
  assert_false (accepts (t, all, 8, 0, 7));
  ft_trace_free (t);
}

// Both accesses are executed, one of them last, and no others count.
static void both_accesses_are_executed (void **state) {
  (void)state;
  ft_trace *t = passed_through ("f", FT_ATOMIC_WRITE, FT_ATOMIC_WRITE);
  static const ft_id all[] = {0, 1, 2, 3}, swapped[] = {2, 3, 0},
                     without[] = {2, 3}, behind[] = {0, 2, 3, 1},
                     twice[] = {0, 2, 3, 3};
  assert_true (accepts (t, all, 4, 0, 3));
  assert_true (accepts (t, all, 4, 3, 0));
  assert_true (accepts (t, swapped, 3, 0, 3));
  assert_false (accepts (t, without, 2, 0, 3));
  assert_false (accepts (t, behind, 4, 0, 3));
  assert_false (accepts (t, twice, 4, 0, 3));
  assert_false (accepts (t, all, 0, 0, 3));
  assert_false (accepts (t, all, 3, 1, 2)); // both are atomic
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (memory_orders_are_those_of_the_definition),
      cmocka_unit_test (all_else_is_that_of_the_definition),
      cmocka_unit_test (outside_state_orders),
      cmocka_unit_test (unknown_orders_synchronise),
      cmocka_unit_test (signals_before_the_wait_order_nothing),
      cmocka_unit_test (barriers_without_rounds_order_more),
      cmocka_unit_test (both_accesses_are_executed),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
