// Happens-before, hybrid and locksets on grammars against the filters on what
// they make: which pairs of locations race, with a pair of events of each, but
// for locksets the closest.  Random traces and loops, with random grammars.
//
// FT_SEED and FT_ROUNDS repeat or extend them.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "grammar/slp_hb.h"
#include "grammar/slp_lockset.h"
#include "order/filter.h"
#include "tests/model/random_grammar.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

static size_t expanded, composed;

// What a filter finds.
typedef struct expected {
  ft_location_ids places;
  ft_location_pairs pairs;
  ft_map events; // first << 32 | second
} expected;

static void add_pair (expected *x, const ft_trace *t, ft_id a, ft_id b) {
  ft_id variable = FT_NO_ID;
  ft_trace_conflict (t, a, b, &variable);
  const ft_event *d = t->events + a, *e = t->events + b;
  ft_location_pair *pair =
      ft_location_pairs_at (&x->pairs, ft_location_id_of (&x->places, d, variable),
                            ft_location_id_of (&x->places, e, variable));
  ft_race_instance m = {{a, d->thread, d->location, d->kind},
                  {b, e->thread, e->location, e->kind},
                  variable};
  pair->instances++;
  ft_location_pair_keep (pair, 1, &m);
  *ft_map_at (&x->events, (uint64_t)a << 32 | b) = 0;
}

static void expect (expected *x, const ft_trace *t, enum ft_filter_kind kind) {
  x->pairs.limit = 1;
  ft_filter *f = ft_filter_new (kind, &t->tables, true);
  for (ft_id i = 0; i < t->size; i++) {
    size_t n;
    bool racy = ft_filter_step (f, t->events + i);
    const ft_pos *partners = ft_filter_partners (f, &n);
    for (size_t k = 0; racy && k < n; k++)
      add_pair (x, t, (ft_id)partners[k], i);
  }
  ft_filter_free (f);
}

static bool is_alike (const ft_location_pair *found, const expected *x,
                      bool closest) {
  uint64_t key = (uint64_t)found->low << 32 | found->high;
  ft_id k = ft_map_get (&x->pairs.by_ids, key);
  if (k == FT_NO_ID)
    return false;
  const ft_location_pair *pair = x->pairs.list.begin + k;
  const ft_race_instance *m = found->closest;
  if (found->instances > pair->instances)
    return false;
  if (closest)
    return !ft_race_instance_compare (m, pair->closest);
  return ft_map_get (&x->events,
                     m->first.position << 32 | m->second.position) != FT_NO_ID;
}

// Whether two lists have the same pairs.
static bool are_alike (const ft_location_pairs *found, const expected *x,
                       bool closest) {
  if (found->list.size != x->pairs.list.size)
    return false;
  for (size_t i = 0; i < found->list.size; i++)
    if (!is_alike (found->list.begin + i, x, closest))
      return false;
  return true;
}

static void release_expected (expected *x) {
  ft_location_ids_release (&x->places);
  ft_location_pairs_release (&x->pairs);
  ft_map_release (&x->events);
}

static bool order_disagrees (const ft_trace *t, enum ft_filter_kind kind,
                             uint64_t seed) {
  ft_slp slp = ft_random_slp (seed, t);
  expected x = {.pairs.limit = 1};
  const char *why = NULL;
  bool agreed = true;
  ft_slp_hb *hb =
      ft_slp_hb_new (kind, &slp, &t->tables, &x.places, UINT64_MAX, &why);
  while (hb && ft_slp_hb_step (hb))
    ;
  expect (&x, t, kind);
  if (hb)
    agreed = are_alike (ft_slp_hb_pairs (hb), &x, true);
  *(hb ? &composed : &expanded) += 1;
  ft_slp_hb_free (hb);
  release_expected (&x);
  ft_slp_release (&slp);
  return !agreed;
}

static bool hb_disagrees (const ft_trace *t, void *seed) {
  return order_disagrees (t, FT_FILTER_HB, *(uint64_t *)seed);
}

static bool hybrid_disagrees (const ft_trace *t, void *seed) {
  return order_disagrees (t, FT_FILTER_HYBRID, *(uint64_t *)seed);
}

static bool lockset_disagrees (const ft_trace *t, void *context) {
  ft_slp slp = ft_random_slp (*(uint64_t *)context, t);
  expected x = {.pairs.limit = 1};
  ft_slp_lockset *lockset = ft_slp_lockset_new (&slp, &t->tables, &x.places);
  while (ft_slp_lockset_step (lockset))
    ;
  expect (&x, t, FT_FILTER_LOCKSET);
  bool agreed =
      are_alike (ft_slp_lockset_pairs (lockset, UINT64_MAX), &x, false);
  ft_slp_lockset_free (lockset);
  release_expected (&x);
  ft_slp_release (&slp);
  return !agreed;
}

typedef bool disagrees (const ft_trace *, void *);

static void compare (ft_trace *t, uint64_t seed, const char *what) {
  disagrees *const all[] = {hb_disagrees, lockset_disagrees, hybrid_disagrees};
  static const char *const names[] = {"happens-before", "lockset", "hybrid"};
  for (int i = 0; t && i < 3; i++)
    if (all[i](t, &seed)) {
      ft_trace *small = ft_shrink_trace (t, all[i], &seed);
      ft_print_trace (stderr, small);
      fail_msg ("seed %" PRIu64 ": %s, %s", seed, what, names[i]);
    }
  ft_trace_free (t);
}

// Locations that several events have, or none, so that terminals repeat.
static void merge_locations (ft_trace *t, uint64_t seed) {
  for (ft_id i = 0; i < t->size; i++)
    t->events[i].location =
        seed % 3 ? t->events[i].location % (1 + seed % 5) : FT_NO_ID;
}

static void random_traces_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 40, o.threads = 5, o.locks = 3, o.variables = 3;
    o = ft_random_features (seed, o);
    ft_trace *t = ft_random_trace (seed, &o);
    if (seed % 4)
      merge_locations (t, seed);
    compare (t, seed, "random trace");
  }
}

// Conditions, barriers and semaphores, and little else that orders.
static void waits_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 40 + seed % 80, o.threads = 3 + seed % 4;
    o.locks = 1 + seed % 2, o.variables = 2;
    o.conditions = seed % 3 != 0, o.barriers = seed % 3 != 1;
    o.semaphores = seed % 3 != 2;
    o.acquire = 30 + 10 * (seed % 4), o.release = 60;
    ft_trace *t = ft_random_trace (seed, &o);
    merge_locations (t, seed);
    compare (t, seed, "waits");
    compare (ft_wait_loop_trace (seed, 1 + seed % 4), seed, "wait loops");
  }
}

static void loops_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++)
    compare (ft_loop_trace (seed, 1 + seed % 8), seed, "loops");
}

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target,
                  ft_id location) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  ft_model_push (t, e);
  t->events[t->size - 1].location = location;
}

// A section of one lock, with an access in it or behind it.
static void push_section (ft_trace *t, ft_rng *rng, ft_id location) {
  ft_tid thread = ft_rng_below (rng, 9);
  ft_id lock = ft_rng_below (rng, 7), variable = ft_rng_below (rng, 3);
  enum ft_kind access = ft_rng_percent (rng, 60) ? FT_READ : FT_WRITE;
  bool inside = ft_rng_percent (rng, 40);
  push (t, thread, FT_ACQUIRE, lock, location);
  if (inside)
    push (t, thread, access, variable, location + 1);
  push (t, thread, FT_RELEASE, lock, location + 2);
  if (!inside && ft_rng_percent (rng, 50))
    push (t, thread, access, variable, location + 3);
}

// Loops whose threads hand on what they know in a ring, round by round, so that
// it takes many of these until no power changes any more.
static ft_trace *ring_trace (uint64_t seed) {
  ft_trace *t = ft_trace_new ("ring", "std");
  for (uint32_t loops = 1 + seed % 3, i = 0; i < loops; i++) {
    ft_rng body = ft_rng_init (seed + (i % 2) * 1000003);
    uint32_t sections = 2 + ft_rng_below (&body, 9);
    uint32_t rounds = 1 + ft_rng_below (&body, 14);
    for (; rounds; rounds--) {
      ft_rng same = body;
      for (uint32_t k = 0; k < sections; k++)
        push_section (t, &same, 4 * (k % 5));
    }
  }
  return t;
}

static void rings_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (1000); seed++)
    compare (ring_trace (seed), seed, "rings");
}

// A file may hold any events, which need not have happened.
static ft_event random_event (ft_rng *rng) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)ft_rng_below (rng, FT_KIND_COUNT);
  e.thread = ft_rng_below (rng, 4);
  if (ft_kind_class ((enum ft_kind)e.kind) != FT_CLASS_NONE)
    e.target = ft_rng_below (rng, 4);
  if (ft_kind_releases (e.kind) && ft_rng_percent (rng, 30))
    e.condition = ft_rng_below (rng, 4);
  e.mask = (uint8_t)(1 + ft_rng_below (rng, 255));
  e.order = (uint8_t)ft_rng_below (rng, FT_ORDER_SEQ_CST + 1);
  e.flags = (uint8_t)(ft_rng_percent (rng, 20) ? ft_rng_next (rng) : 0);
  e.value = ft_rng_percent (rng, 50) ? ft_rng_below (rng, 3) : UINT64_MAX;
  return e;
}

static void nonsense_does_no_harm (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_trace *t = ft_trace_new ("nonsense", "std");
    for (uint32_t i = ft_rng_below (&rng, 60); i; i--) {
      ft_event e = random_event (&rng);
      for (uint32_t k = ft_rng_below (&rng, 3); k < 3; k++)
        ft_trace_push (t, e);
    }
    hb_disagrees (t, &seed);
    hybrid_disagrees (t, &seed);
    lockset_disagrees (t, &seed);
    ft_trace_free (t);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_agree),   cmocka_unit_test (waits_agree),
      cmocka_unit_test (loops_agree),           cmocka_unit_test (rings_agree),
      cmocka_unit_test (nonsense_does_no_harm),
  };
  int failed = cmocka_run_group_tests (tests, NULL, NULL);
  printf ("%zu grammars composed, %zu to be expanded\n", composed, expanded);
  return failed;
}
