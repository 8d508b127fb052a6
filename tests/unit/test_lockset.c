// Locksets against their definition, byte by byte: an access violates the
// discipline if no lock protected all accesses so far to a byte of it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "order/filter.h"
#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/shrink.h"

// Whether event i touches the byte.
static bool touches (const ft_trace *t, ft_id i, ft_id variable,
                     unsigned byte) {
  const ft_event *e = t->events + i;
  if (ft_event_is_void (e))
    return false;
  if (ft_kind_accesses (e->kind))
    return e->target == variable && e->mask >> byte & 1;
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  for (uint32_t k = 0; e->kind == FT_FREE && d && k < d->freed_count; k++)
    if (t->tables.freed.begin[d->freed + k] == variable)
      return true;
  return false;
}

static bool writes (const ft_event *e) {
  return ft_kind_writes (e->kind) || e->kind == FT_FREE;
}

static bool protects (const ft_trace *t, ft_id lock, ft_id i) {
  ft_id section = ft_model_section_at (t, i, lock);
  return section != FT_NO_ID &&
         (t->events[section].kind == FT_ACQUIRE || !writes (t->events + i));
}

// What is common to all accesses of the byte up to event j.
static bool is_protected (const ft_trace *t, ft_id variable, unsigned byte,
                          ft_id j) {
  bool one_thread = true, only_reads = true, only_atomics = true;
  for (ft_id i = 0; i <= j; i++) {
    if (!touches (t, i, variable, byte))
      continue;
    one_thread &= t->events[i].thread == t->events[j].thread;
    only_reads &= !writes (t->events + i);
    only_atomics &= ft_kind_is_atomic (t->events[i].kind);
  }
  if (one_thread || only_reads || only_atomics)
    return true;
  for (ft_id l = 0; l < ft_tables_count (&t->tables, FT_CLASS_LOCK); l++) {
    bool all = true;
    for (ft_id i = 0; i <= j; i++)
      all &= !touches (t, i, variable, byte) || protects (t, l, i);
    if (all)
      return true;
  }
  return false;
}

static bool violates (const ft_trace *t, ft_id j) {
  for (ft_id v = 0; v < ft_tables_count (&t->tables, FT_CLASS_VARIABLE); v++)
    for (unsigned byte = 0; byte < 8; byte++)
      if (touches (t, j, v, byte) && !is_protected (t, v, byte, j))
        return true;
  return false;
}

static bool disagrees (const ft_trace *t, void *context) {
  (void)context;
  ft_filter *f = ft_filter_new (FT_FILTER_LOCKSET, &t->tables, false);
  bool agreed = true;
  for (ft_id j = 0; j < t->size; j++)
    agreed &= ft_filter_step (f, t->events + j) == violates (t, j);
  ft_filter_free (f);
  return !agreed;
}

static void locksets_agree_with_their_definition (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 40, o.threads = 2 + seed % 3, o.locks = 1 + seed / 3 % 3;
    o = ft_random_features (seed, o);
    ft_trace *t = ft_random_trace (seed, &o);
    if (disagrees (t, NULL)) {
      ft_print_trace (stderr, ft_shrink_trace (t, disagrees, NULL));
      fail_msg ("seed %llu", (unsigned long long)seed);
    }
    ft_trace_free (t);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (locksets_agree_with_their_definition),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
