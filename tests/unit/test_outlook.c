// What a grammar tells ahead of a check: the pairs of locations, and how far
// one must read for an instance of each, against the candidates of the expanded
// trace; and that no deadlock candidate is there where cycles are excluded.
//
// FT_SEED and FT_ROUNDS repeat or extend them.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "candidate/lock_cycles.h"
#include "candidate/pairs.h"
#include "grammar/forecast.h"
#include "tests/model/random_grammar.h"
#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

static size_t told, not_told, excluded, cyclic, deadlocks;

static uint64_t key_of (ft_id a, ft_id b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

// By pair of locations: the least number of events with an instance in them,
// and the least distance of one.
typedef struct expected {
  ft_map by_key;
  FT_STACK (struct ft_forecast_pair) list;
} expected;

static void expect_pair (expected *x, ft_forecast *o, const ft_trace *t,
                         const ft_pair *p) {
  ft_id a = ft_location_id_of (&o->location_ids, t->events + p->first, p->variable);
  ft_id b = ft_location_id_of (&o->location_ids, t->events + p->second, p->variable);
  ft_id *at = ft_map_at (&x->by_key, key_of (a, b));
  if (*at == FT_NO_ID) {
    *at = (ft_id)x->list.size;
    FT_PUSH (x->list, ((struct ft_forecast_pair){a, b, UINT64_MAX, UINT64_MAX}));
  }
  struct ft_forecast_pair *least = x->list.begin + *at;
  if (least->needed > (uint64_t)p->second + 1)
    least->needed = (uint64_t)p->second + 1;
  if (least->closest > p->second - p->first)
    least->closest = p->second - p->first;
}

static bool pairs_agree (ft_forecast *o, const ft_trace *t,
                         const ft_index *index) {
  expected x = {{0}};
  ft_candidates *all = ft_candidates_new (index, true, SIZE_MAX);
  for (size_t i = 0; i < all->list.size; i++)
    expect_pair (&x, o, t, all->list.begin[i].closest);
  bool agree = o->pairs.size == x.list.size;
  for (size_t i = 0; agree && i < o->pairs.size; i++) {
    const struct ft_forecast_pair *p = o->pairs.begin + i;
    ft_id at = ft_map_get (&x.by_key, key_of (p->low, p->high));
    agree = at != FT_NO_ID && x.list.begin[at].needed == p->needed &&
            x.list.begin[at].closest == p->closest;
  }
  ft_candidates_free (all);
  ft_map_release (&x.by_key);
  FT_RELEASE (x.list);
  return agree;
}

static bool cycles_agree (const ft_forecast *o, const ft_index *index) {
  ft_deadlock_candidates *d = ft_deadlock_candidates_new (index, 1000, NULL);
  bool none = !d->list.size;
  *(o->cycles ? &cyclic : &excluded) += 1;
  deadlocks += !none;
  ft_deadlock_candidates_free (d);
  return o->cycles || none;
}

static bool disagrees (const ft_trace *t, void *seed) {
  ft_slp slp = ft_random_slp (*(uint64_t *)seed, t);
  ft_forecast o;
  const char *why;
  bool agree = true;
  if (ft_forecast_init (&o, &slp, &t->tables, &why)) {
    ft_index *index = ft_index_new (t);
    agree = o.events == t->size && pairs_agree (&o, t, index) &&
            cycles_agree (&o, index);
    ft_index_free (index);
    told++;
  } else
    not_told++;
  ft_forecast_release (&o);
  ft_slp_release (&slp);
  return !agree;
}

static void compare (ft_trace *t, uint64_t seed, const char *what) {
  if (t && disagrees (t, &seed)) {
    ft_trace *small = ft_shrink_trace (t, disagrees, &seed);
    ft_print_trace (stderr, small);
    fail_msg ("seed %" PRIu64 ": %s", seed, what);
  }
  ft_trace_free (t);
}

static void random_traces_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 60, o.threads = 4, o.locks = 3, o.variables = 3;
    o = ft_random_features (seed, o);
    ft_trace *t = ft_random_trace (seed, &o);
    for (ft_id i = 0; seed % 4 && i < t->size; i++)
      t->events[i].location =
          seed % 3 ? t->events[i].location % (1 + seed % 5) : FT_NO_ID;
    compare (t, seed, "random trace");
  }
}

static void nested_locks_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 60, o.threads = 2 + seed % 3;
    o.locks = 2 + seed % 4, o.variables = 2, o.depth = 1 + seed % 4;
    o.rwlocks = seed & 1;
    compare (ft_lock_trace (seed, &o), seed, "nested locks");
  }
}

static void loops_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++)
    compare (ft_loop_trace (seed, 1 + seed % 8), seed, "loops");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_agree),
      cmocka_unit_test (nested_locks_agree),
      cmocka_unit_test (loops_agree),
  };
  int failed = cmocka_run_group_tests (tests, NULL, NULL);
  printf ("%zu grammars told, %zu did not; cycles excluded in %zu, not in %zu, "
          "of which %zu have some\n",
          told, not_told, excluded, cyclic, deadlocks);
  return failed;
}
