// Happens-before on grammars against the filter on what they make: which pairs
// of locations race, and the closest pair of events of each.  Random traces
// and loops, with random grammars.
//
// TRACES=n in the environment runs n random traces.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "grammar/slp_hb.h"
#include "order/filter.h"
#include "tests/model/random_grammar.h"
#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"

static size_t expanded, composed;

static void add_pair (ft_location_pairs *pairs, ft_places *places,
                      const ft_trace *t, ft_id a, ft_id b) {
  ft_id variable = FT_NO_ID;
  ft_trace_conflict (t, a, b, &variable);
  const ft_event *d = t->events + a, *e = t->events + b;
  ft_location_pair *pair =
      ft_location_pairs_at (pairs, ft_place_of (places, d, variable),
                            ft_place_of (places, e, variable));
  ft_meeting m = {{a, d->thread, d->location, d->kind},
                  {b, e->thread, e->location, e->kind},
                  variable};
  pair->instances++;
  ft_location_pair_keep (pair, 1, &m);
}

static void add_partners (ft_location_pairs *pairs, ft_places *places,
                          const ft_trace *t) {
  ft_filter *f = ft_filter_new (FT_FILTER_HB, &t->tables, true);
  for (ft_id i = 0; i < t->size; i++) {
    size_t n;
    ft_filter_step (f, t->events + i);
    const ft_pos *partners = ft_filter_partners (f, &n);
    for (size_t k = 0; k < n; k++)
      add_pair (pairs, places, t, (ft_id)partners[k], i);
  }
  ft_filter_free (f);
}

// Whether two lists have the same pairs with the same closest events, and the
// first counts no more than there are.
static bool are_alike (const ft_location_pairs *a, const ft_location_pairs *b) {
  if (a->list.size != b->list.size)
    return false;
  for (size_t i = 0; i < a->list.size; i++) {
    const ft_location_pair *p = a->list.begin + i;
    ft_id k = ft_map_get (&b->by_places, (uint64_t)p->low << 32 | p->high);
    if (k == FT_NO_ID)
      return false;
    const ft_location_pair *q = b->list.begin + k;
    if (ft_meeting_compare (p->closest, q->closest) ||
        p->instances > q->instances)
      return false;
  }
  return true;
}

static bool disagrees (const ft_trace *t, void *context) {
  ft_slp slp = ft_random_slp (*(uint64_t *)context, t);
  ft_places places = {0};
  ft_location_pairs expected = {.limit = 1};
  const char *why = NULL;
  bool agreed = true;
  ft_slp_hb *hb = ft_slp_hb_new (&slp, &t->tables, &places, &why);
  if (hb) {
    while (ft_slp_hb_step (hb))
      ;
    add_partners (&expected, &places, t);
    agreed = are_alike (ft_slp_hb_pairs (hb), &expected);
  }
  *(hb ? &composed : &expanded) += 1;
  ft_slp_hb_free (hb);
  ft_location_pairs_release (&expected);
  ft_places_release (&places);
  ft_slp_release (&slp);
  return !agreed;
}

static void compare (ft_trace *t, uint64_t seed, const char *what) {
  if (t && disagrees (t, &seed)) {
    ft_trace *small = ft_shrink_trace (t, disagrees, &seed);
    ft_print_trace (stderr, small);
    fail_msg ("seed %" PRIu64 ": %s", seed, what);
  }
  ft_trace_free (t);
}

static uint64_t number_of_traces (uint64_t usual) {
  const char *given = getenv ("TRACES");
  return given ? strtoull (given, NULL, 10) : usual;
}

// Locations that several events have, or none, so that terminals repeat.
static void merge_locations (ft_trace *t, uint64_t seed) {
  for (ft_id i = 0; i < t->size; i++)
    t->events[i].location =
        seed % 3 ? t->events[i].location % (1 + seed % 5) : FT_NO_ID;
}

static void random_traces_agree (void **state) {
  (void)state;
  uint64_t n = number_of_traces (3000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 40, o.threads = 5, o.locks = 3, o.variables = 3;
    o = ft_random_features (seed, o);
    ft_trace *t = ft_random_trace (seed, &o);
    if (seed % 4)
      merge_locations (t, seed);
    compare (t, seed, "random trace");
  }
}

static void loops_agree (void **state) {
  (void)state;
  uint64_t n = number_of_traces (3000);
  for (uint64_t seed = 0; seed < n; seed++)
    compare (ft_loop_trace (seed, 1 + seed % 8), seed, "loops");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_agree),
      cmocka_unit_test (loops_agree),
  };
  int failed = cmocka_run_group_tests (tests, NULL, NULL);
  printf ("%zu grammars composed, %zu to be expanded\n", composed, expanded);
  return failed;
}
