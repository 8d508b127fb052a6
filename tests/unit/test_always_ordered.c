// Pairs that every schedule orders: against the definition (reachability through
// program order, fork, join and fixed rounds), and against all correct
// reorderings with happens-before of C11 (tests/model/c11_races.h).
//
// TRACES=n in the environment runs n random traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "order/location_pair.h"
#include "predict/always_ordered.h"
#include "tests/model/c11_races.h"
#include "tests/model/random_trace.h"
#include "tests/model/refuted_pairs.h"
#include "tests/model/relations.h"
#include "tests/model/shrink.h"

enum { MOST_REORDERINGS = 3000 };

typedef struct counts {
  unsigned traces, ordered, unordered;
} counts;

static ft_trace *draw (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 10 + seed % 7, o.threads = 2 + seed / 7 % 2;
  o.variables = 1 + seed / 3 % 2, o.locks = seed / 5 % 2;
  o.values = seed / 2 % 3, o.branches = o.values && seed / 11 % 2;
  o.atomics = o.orders = seed / 13 % 2;
  o.forks = seed / 17 % 4 == 0, o.joins = o.forks && seed / 19 % 2;
  o.barriers = true, o.conditions = seed / 23 % 3 == 0;
  o.semaphores = seed / 29 % 3 == 0;
  if (seed % 2) { // longer, and with other things that wait
    o.events = 24, o.threads = 2, o.variables = 3, o.locks = 1;
    o.semaphores = true, o.conditions = seed / 2 % 2, o.try_failed = seed / 4 % 2;
    o.atomics = o.branches = false;
  }
  return ft_random_trace (seed, &o);
}

// ---- the definition --------------------------------------------------------

static ft_id count_before (const ft_trace *t, ft_id e, enum ft_kind kind) {
  ft_id n = 0;
  for (ft_id i = 0; i < e; i++)
    n += t->events[i].kind == kind &&
         t->events[i].thread == t->events[e].thread &&
         t->events[i].target == t->events[e].target;
  return n;
}

static void add_rounds (ft_model_relation *r, const ft_facts *f) {
  const ft_trace *t = f->trace;
  for (ft_id j = 0; j < t->size; j++)
    for (ft_id i = 0; i < j; i++)
      if (t->events[i].kind == FT_BARRIER_ARRIVE &&
          t->events[j].kind == FT_BARRIER_LEAVE &&
          t->events[i].target == t->events[j].target && f->orders &&
          f->orders->rule[t->events[i].target] == FT_OBJECT_ROUNDS &&
          count_before (t, i, FT_BARRIER_ARRIVE) ==
            count_before (t, j, FT_BARRIER_LEAVE))
        ft_model_add (r, i, j);
}

// ---- all pairs of a trace --------------------------------------------------

// Whether all pairs with the locations of pair 'i' are in the relation.
static bool are_all_ordered (const ft_trace *t, const ft_results *x, size_t i,
                             const ft_model_relation *r, ft_location_ids *ids) {
  const ft_race *one = x->races + i;
  uint64_t key = ft_location_pair_key_of (ids, t->events + one->pair[0],
                                          t->events + one->pair[1],
                                          one->variable);
  for (size_t k = 0; k < x->size; k++) {
    const ft_race *other = x->races + k;
    if (ft_location_pair_key_of (ids, t->events + other->pair[0],
                                 t->events + other->pair[1],
                                 other->variable) == key &&
        !ft_model_before (r, other->pair[0], other->pair[1]))
      return false;
  }
  return true;
}

static bool has_fixed (const ft_facts *f) {
  const ft_trace *t = f->trace;
  for (ft_id e = 0; f->orders && e < t->size; e++)
    if (t->events[e].kind == FT_BARRIER_LEAVE &&
        f->orders->rule[t->events[e].target] == FT_OBJECT_ROUNDS)
      return true;
  return false;
}

// What is found and what is so; whether they differ.  Without fixed rounds nothing
// is looked for.
static bool compare (const ft_facts *f, bool fixed, counts *c) {
  const ft_trace *t = f->trace;
  size_t size = t->size;
  ft_results x = ft_refuted_pairs (t);
  bool *ordered = FT_ARRAY (bool, x.size + 1);
  bool *racy = FT_ARRAY (bool, size * size), differs = false;
  ft_model_relation r = ft_model_relation_new (t->size);
  ft_location_ids ids = {0};
  ft_model_add_program_order (&r, t);
  ft_model_add_fork_join (&r, t);
  add_rounds (&r, f);
  ft_model_close (&r);
  ft_always_ordered_find (f, &x, ordered);
  if (memchr (ordered, true, x.size))
    ft_c11_races (t, FT_REL_C11, MOST_REORDERINGS, racy, NULL);
  for (size_t i = 0; i < x.size; i++) {
    const ft_id *pair = x.races[i].pair;
    c->ordered += ordered[i];
    c->unordered += fixed && !ordered[i];
    bool so = are_all_ordered (t, &x, i, &r, &ids);
    differs |= (ordered[i] && !so) || (fixed && so && !ordered[i]) ||
               (ordered[i] && racy[pair[0] * size + pair[1]]);
  }
  ft_location_ids_release (&ids);
  ft_model_relation_release (&r);
  free (racy);
  free (ordered);
  free (x.races);
  return differs;
}

static bool differs (const ft_trace *t, void *context) {
  ft_facts *f = ft_facts_new (t);
  bool fixed = has_fixed (f);
  ((counts *)context)->traces += fixed;
  bool found = compare (f, fixed, context);
  ft_facts_free (f);
  return found;
}

static void what_is_ordered_is_so_in_all_reorderings (void **state) {
  (void)state;
  const char *given = getenv ("TRACES");
  uint64_t n = given ? strtoull (given, NULL, 10)
               : getenv ("FT_LONG") ? 100000 : getenv ("FT_QUICK") ? 500 : 1600;
  counts c = {0};
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = draw (seed);
    if (differs (t, &c)) {
      ft_print_trace (stderr, ft_shrink_trace (t, differs, &c));
      fail_msg ("seed %llu", (unsigned long long)seed);
    }
    ft_trace_free (t);
  }
  print_message ("%u traces with fixed rounds: %u pairs ordered, %u not\n",
                 c.traces, c.ordered, c.unordered);
  assert_true (c.traces > n / 10 && c.ordered > n / 10 && c.unordered > n / 10);
}

// Two threads in rounds of their own, and then a barrier of two that three use: which
// of them meet is a choice, so that it orders nothing in every schedule.
static void a_barrier_without_fixed_rounds_orders_nothing (void **state) {
  (void)state;
  enum { FIXED, FREE };
  static const struct {
    ft_tid thread;
    enum ft_kind kind;
    ft_id target;
  } events[] = {
      {0, FT_BARRIER_ARRIVE, FIXED}, {1, FT_BARRIER_ARRIVE, FIXED},
      {0, FT_BARRIER_LEAVE, FIXED},  {1, FT_BARRIER_LEAVE, FIXED},
      {0, FT_WRITE, 0},              {0, FT_BARRIER_ARRIVE, FREE},
      {1, FT_BARRIER_ARRIVE, FREE},  {1, FT_BARRIER_LEAVE, FREE},
      {0, FT_BARRIER_LEAVE, FREE},   {1, FT_WRITE, 0},
      {2, FT_BARRIER_ARRIVE, FREE},  {0, FT_BARRIER_ARRIVE, FREE},
      {2, FT_BARRIER_LEAVE, FREE},   {0, FT_BARRIER_LEAVE, FREE},
  };
  ft_trace *t = ft_trace_new ("barriers", "made");
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    ft_event e = FT_EVENT_NONE;
    e.kind = (uint8_t)events[i].kind, e.thread = events[i].thread;
    e.target = events[i].target;
    ft_model_push (t, e);
  }
  ft_facts *f = ft_facts_new (t);
  assert_int_equal (f->orders->rule[FIXED], FT_OBJECT_ROUNDS);
  assert_int_equal (f->orders->rule[FREE], FT_OBJECT_FILLED);
  ft_results x = ft_refuted_pairs (t);
  bool ordered[1] = {false};
  assert_int_equal (x.size, 1);
  ft_always_ordered_find (f, &x, ordered);
  assert_false (ordered[0]);
  free (x.races);
  ft_facts_free (f);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_barrier_without_fixed_rounds_orders_nothing),
      cmocka_unit_test (what_is_ordered_is_so_in_all_reorderings),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
