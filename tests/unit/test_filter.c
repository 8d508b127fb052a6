// The filters against their definition, spelled out on pairs of events with
// the twins of the orders: racy events, partners, what includes what; and
// what happens with very many threads.
//
// TRACES=n in the environment runs n random traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "order/filter.h"
#include "tests/model/frontier.h"
#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/shrink.h"

#define F(NAME, text) +1
enum { FILTERS = 0 FT_FILTERS (F) };
#undef F

static bool uses_locks (enum ft_filter_kind kind) {
  return kind == FT_FILTER_LOCKSET || kind == FT_FILTER_HYBRID;
}

// Whether a lock keeps the two events apart.
static bool excluded (const ft_trace *t, ft_id i, ft_id j) {
  for (ft_id l = 0; l < ft_tables_count (&t->tables, FT_CLASS_LOCK); l++) {
    ft_id a = ft_model_section_at (t, i, l), b = ft_model_section_at (t, j, l);
    if (a != FT_NO_ID && b != FT_NO_ID &&
        (t->events[a].kind == FT_ACQUIRE || t->events[b].kind == FT_ACQUIRE))
      return true;
  }
  return false;
}

static bool counts (const ft_trace *t, enum ft_filter_kind kind,
                    const ft_model_relation *before, ft_id i, ft_id j) {
  return ft_trace_conflict (t, i, j, NULL) &&
         (kind == FT_FILTER_LOCKSET || !ft_model_before (before, i, j)) &&
         !(uses_locks (kind) && excluded (t, i, j));
}

// The partners that the filter names for event j, and whether it is racy.
static bool agrees_at (const ft_trace *t, enum ft_filter_kind kind,
                       const ft_model_relation *before, ft_filter *alone,
                       ft_filter *paired, ft_id j) {
  bool racy = ft_filter_step (alone, t->events + j);
  if (racy != ft_filter_step (paired, t->events + j))
    return false;
  size_t n, k = 0;
  const ft_pos *partners = ft_filter_partners (paired, &n);
  for (ft_id i = 0; i < j; i++)
    if (counts (t, kind, before, i, j) && (k == n || partners[k++] != i))
      return false;
  return k == n && (kind == FT_FILTER_LOCKSET || racy == (n > 0));
}

static bool disagrees (const ft_trace *t, void *context) {
  enum ft_filter_kind kind = *(enum ft_filter_kind *)context;
  ft_model_relation before = ft_model_relation_of (t, ft_frontier_relation (kind));
  ft_filter *alone = ft_filter_new (kind, &t->tables, false);
  ft_filter *paired = ft_filter_new (kind, &t->tables, true);
  bool agreed = true;
  for (ft_id j = 0; j < t->size && agreed; j++)
    agreed = agrees_at (t, kind, &before, alone, paired, j);
  ft_filter_free (alone);
  ft_filter_free (paired);
  ft_model_relation_release (&before);
  return !agreed;
}

static void complain (const ft_trace *t,
                      bool (*fails) (const ft_trace *, void *), void *context,
                      uint64_t seed, const char *what) {
  ft_trace *small = ft_shrink_trace (t, fails, context);
  ft_print_trace (stderr, small);
  fail_msg ("seed %llu: %s", (unsigned long long)seed, what);
}

static uint64_t number_of_traces (uint64_t usual) {
  const char *given = getenv ("TRACES");
  return given ? strtoull (given, NULL, 10) : usual;
}

// Moves each free to a place closer behind the last event of its thread, and behind the
// allocation: accesses follow it, as in recorded runs.
static void free_earlier (ft_trace *t, uint64_t seed) {
  for (ft_id i = 0; i < t->size; i++) {
    ft_event e = t->events[i];
    ft_id first = i;
    if (e.kind != FT_FREE)
      continue;
    while (first && t->events[first - 1].thread != e.thread &&
           t->events[first - 1].kind != FT_ALLOC)
      first--;
    if (!first)
      continue; // a thread that begins is not moved before its fork
    ft_id to = first + (ft_id)((seed + i) % (i - first + 1));
    memmove (t->events + to + 1, t->events + to, (i - to) * sizeof e);
    t->events[to] = e;
  }
}

static ft_trace *random_trace (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 20 + seed % 4 * 15;
  o.threads = 2 + seed / 4 % 4;
  o.locks = 1 + seed / 16 % 3;
  o.variables = 1 + seed / 64 % 4;
  o = ft_random_features (seed, o);
  o.orders = seed % 2;
  ft_trace *t = ft_random_trace (seed, &o);
  if (seed % 5 < 2)
    free_earlier (t, seed);
  return t;
}

static void filters_agree_with_their_definitions (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2500);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = random_trace (seed);
    for (int k = 0; k < FILTERS; k++) {
      enum ft_filter_kind kind = (enum ft_filter_kind)k;
      if (disagrees (t, &kind))
        complain (t, disagrees, &kind, seed, ft_filter_name (kind));
    }
    ft_trace_free (t);
  }
}

// All filters in one pass, in batches of 1 to 7, against each alone.
static bool set_disagrees (const ft_trace *t, void *context) {
  (void)context;
  uint8_t *racy = FT_ARRAY (uint8_t, t->size + 1);
  ft_filter *all[FILTERS];
  for (int k = 0; k < FILTERS; k++)
    all[k] = ft_filter_new ((enum ft_filter_kind)k, &t->tables, false);
  for (ft_id j = 0, n = 1; j < t->size; j += n, n = n % 7 + 1) {
    n = n < t->size - j ? n : t->size - j;
    for (int k = 0; k < FILTERS; k++)
      ft_filter_run (all[k], t->events + j, n, racy + j, (uint8_t)(1u << k));
  }
  for (int k = 0; k < FILTERS; k++)
    ft_filter_free (all[k]);
  bool agreed = true;
  for (int k = 0; k < FILTERS; k++) {
    ft_filter *f = ft_filter_new ((enum ft_filter_kind)k, &t->tables, true);
    for (ft_id j = 0; j < t->size; j++)
      agreed &= ft_filter_step (f, t->events + j) == (racy[j] >> k & 1);
    ft_filter_free (f);
  }
  free (racy);
  return !agreed;
}

static void sets_agree_with_single_filters (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2500);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = random_trace (seed + 2000000);
    if (set_disagrees (t, NULL))
      complain (t, set_disagrees, NULL, seed + 2000000, "one pass of all");
    ft_trace_free (t);
  }
}

// HB races ⊆ WCP races ⊆ DC races ⊆ hybrid candidates; SHB and C11 ⊆ HB.
static bool breaks_inclusion (const ft_trace *t, void *context) {
  const enum ft_filter_kind chain[] = {*(enum ft_filter_kind *)context,
                                       FT_FILTER_HB, FT_FILTER_WCP,
                                       FT_FILTER_DC, FT_FILTER_HYBRID};
  enum { LINKS = sizeof chain / sizeof *chain };
  ft_filter *filters[LINKS];
  for (int k = 0; k < LINKS; k++)
    filters[k] = ft_filter_new (chain[k], &t->tables, true);
  bool broken = false;
  for (ft_id j = 0; j < t->size; j++) {
    size_t more = 0;
    for (int k = 0; k < LINKS; k++) {
      ft_filter_step (filters[k], t->events + j);
      size_t n;
      const ft_pos *partners = ft_filter_partners (filters[k], &n);
      broken |= n < more;
      more = n;
      if (!k)
        continue;
      size_t m, i = 0;
      const ft_pos *fewer = ft_filter_partners (filters[k - 1], &m);
      for (size_t a = 0; a < m; a++) {
        while (i < n && partners[i] < fewer[a])
          i++;
        broken |= i == n || partners[i] != fewer[a];
      }
    }
  }
  for (int k = 0; k < LINKS; k++)
    ft_filter_free (filters[k]);
  return broken;
}

static void filters_include_each_other (void **state) {
  (void)state;
  uint64_t n = number_of_traces (10000);
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = random_trace (seed + 1000000);
    enum ft_filter_kind least = seed / 2 % 2 ? FT_FILTER_C11 : FT_FILTER_SHB;
    if (breaks_inclusion (t, &least))
      complain (t, breaks_inclusion, &least, seed + 1000000, "inclusion");
    ft_trace_free (t);
  }
}

// The first event on which a filter in batches and its slow twin for long
// traces differ, or the size of the trace.
static ft_id first_difference (const ft_trace *t, enum ft_filter_kind kind) {
  enum { BATCH = 1000 };
  uint8_t racy[BATCH];
  ft_model_filter twin;
  ft_model_filter_init (&twin, kind, &t->tables);
  ft_filter *filter = ft_filter_new (kind, &t->tables, false);
  ft_id different = t->size;
  for (ft_id i = 0; i < t->size && different == t->size; i++) {
    ft_id left = t->size - i, n = left < BATCH ? left : BATCH;
    if (i % BATCH == 0) {
      memset (racy, 0, sizeof racy);
      ft_filter_run (filter, t->events + i, n, racy, 1);
    }
    if (ft_model_filter_step (&twin, t->events + i) != racy[i % BATCH])
      different = i;
  }
  ft_filter_free (filter);
  ft_model_filter_release (&twin);
  return different;
}

static bool long_run_differs (const ft_trace *t, void *kind) {
  return first_difference (t, *(enum ft_filter_kind *)kind) < t->size;
}

static void compare_long_run (const ft_trace *t, uint64_t seed) {
  static const enum ft_filter_kind kinds[] = {FT_FILTER_HB, FT_FILTER_SHB,
                                              FT_FILTER_WCP, FT_FILTER_DC,
                                              FT_FILTER_HYBRID, FT_FILTER_C11};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    enum ft_filter_kind kind = kinds[k];
    if (long_run_differs (t, &kind))
      complain (t, long_run_differs, &kind, seed, ft_filter_name (kind));
  }
}

// Many threads, locks and variables, all that a trace can have.
static void long_runs_agree_with_their_twin (void **state) {
  (void)state;
  uint64_t n = number_of_traces (2500) / 200;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 10000 << seed % 3, o.threads = 4 << seed % 6;
    o.locks = 1 + 5 * (seed % 7), o.variables = 3 << seed % 8;
    o = ft_random_features (seed + 3000000, o);
    ft_trace *t = ft_random_trace (seed + 3000000, &o);
    compare_long_run (t, seed);
    ft_trace_free (t);
  }
}

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  ft_trace_push (t, e);
}

// 10^5 threads, each on one lock and one variable, started and joined by one:
// quadratic memory would be 40 GB for each clock of a relation.
static void many_threads (void **state) {
  (void)state;
  enum { THREADS = 100000 };
  ft_trace *t = ft_trace_new ("many threads", "test");
  for (ft_tid i = 1; i <= THREADS; i++)
    push (t, 0, FT_FORK, i);
  for (ft_tid i = 1; i <= THREADS; i++) {
    push (t, i, FT_ACQUIRE, 0);
    push (t, i, FT_WRITE, 0);
    push (t, i, FT_RELEASE, 0);
  }
  for (ft_tid i = 1; i <= THREADS; i++)
    push (t, 0, FT_JOIN, i);
  push (t, 0, FT_WRITE, 0);
  for (int k = 0; k < FILTERS; k++) {
    if (k == FT_FILTER_HYBRID || k == FT_FILTER_LOCKSET)
      continue;
    ft_filter *f = ft_filter_new ((enum ft_filter_kind)k, &t->tables, false);
    for (ft_id i = 0; i < t->size; i++)
      assert_false (ft_filter_step (f, t->events + i));
    ft_filter_free (f);
  }
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (filters_agree_with_their_definitions),
      cmocka_unit_test (sets_agree_with_single_filters),
      cmocka_unit_test (filters_include_each_other),
      cmocka_unit_test (long_runs_agree_with_their_twin),
      cmocka_unit_test (many_threads),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
