// The allocations that a FREE needs, against their definition: those of the variables
// that it frees.  Random traces, in which frees get lists of variables of several
// allocations and of none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "certify/free_allocs.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

static size_t frees, several;

static void choose_allocs (ft_trace *t, ft_rng *rng) {
  for (size_t i = 0; i < t->tables.variables.size; i++)
    t->tables.variables.begin[i].alloc =
        ft_rng_below (rng, 4) ? (ft_pos)ft_rng_below (rng, 4) : FT_NO_POS;
}

static void choose_freed (ft_trace *t, ft_rng *rng) {
  uint32_t variables = ft_tables_count (&t->tables, FT_CLASS_VARIABLE);
  for (ft_id e = 0; e < t->size; e++) {
    if (t->events[e].kind != FT_FREE || t->events[e].detail == FT_NO_ID)
      continue;
    ft_detail *d = t->tables.details.begin + t->events[e].detail;
    d->freed = (uint32_t)t->tables.freed.size;
    d->freed_count = (uint32_t)ft_rng_below (rng, 8);
    for (uint32_t i = 0; i < d->freed_count; i++)
      FT_PUSH (t->tables.freed, (ft_id)ft_rng_below (rng, variables));
  }
}

// How often the allocation is among those of the event.
static size_t count_of (const ft_id *allocs, uint32_t count, ft_pos alloc) {
  size_t n = 0;
  for (uint32_t i = 0; i < count; i++)
    n += allocs[i] == alloc;
  return n;
}

static void compare (const ft_trace *t, const ft_free_allocs *x, ft_id e,
                     uint64_t seed) {
  const ft_detail *d = ft_tables_detail (&t->tables, t->events + e);
  uint32_t freed = t->events[e].kind == FT_FREE && d ? d->freed_count : 0, count;
  const ft_id *allocs = ft_free_allocs_of (x, e, &count);
  bool expected[4] = {0};
  size_t all = 0;
  for (uint32_t i = 0; i < freed; i++) {
    ft_pos alloc = t->tables.variables.begin[t->tables.freed.begin[d->freed + i]].alloc;
    if (alloc != FT_NO_POS)
      expected[alloc] = true;
  }
  for (ft_pos alloc = 0; alloc < 4; alloc++) {
    if (count_of (allocs, count, alloc) != expected[alloc])
      fail_msg ("FT_SEED=%llu: event %u, allocation %u", (unsigned long long)seed, e,
                (unsigned)alloc);
    all += expected[alloc];
  }
  assert_int_equal (count, all);
  frees += t->events[e].kind == FT_FREE;
  several += all > 1;
}

static void each_allocation_is_found_once (void **state) {
  (void)state;
  ft_random_options options = FT_RANDOM_DEFAULTS;
  options.allocs = true;
  options.variables = 6;
  options.events = 60;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_trace *t = ft_random_trace (seed, &options);
    ft_rng rng = ft_rng_init (seed);
    choose_allocs (t, &rng);
    choose_freed (t, &rng);
    ft_index *index = ft_index_new (t);
    ft_free_allocs *x = ft_free_allocs_new (index);
    for (ft_id e = 0; e < t->size; e++)
      compare (t, x, e, seed);
    ft_free_allocs_release (x);
    ft_index_free (index);
    ft_trace_free (t);
  }
  assert_true (frees && (several || !rounds_are_many ()));
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (each_allocation_is_found_once)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
