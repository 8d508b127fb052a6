// Sync-preserving races against enumeration of the reorderings that keep the
// sections of each lock in order, against the checker, and against what others
// found in recorded traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "certify/syncp.h"
#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "witness/checker.h"
#include "load/open.h"

#define TRACES "tests/traces/"

static const char *what;
static size_t races, pairs_seen, lost_to_order, accepted, kept_in_order;

static bool differ (const char *text) {
  what = text;
  return true;
}

// ---- every pair ----------------------------------------------------------

static bool lists (const ft_pos *partners, size_t n, ft_id e) {
  for (size_t i = 0; i < n; i++)
    if (partners[i] == e)
      return true;
  return false;
}

// A compare-and-swap that has to be made keeps the order of the writes, too.
static bool may_miss (const ft_trace *t, const ft_id pair[2]) {
  const ft_event *a = t->events + pair[0], *b = t->events + pair[1];
  bool missed = ft_event_must_write (a, b) || ft_event_must_write (b, a);
  kept_in_order += missed;
  return missed;
}

// One event: its partners among the pairs of the enumeration.
static bool partners_differ (const ft_trace *t, const ft_enumeration *all,
                             ft_id e, bool racy, const ft_pos *partners,
                             size_t n) {
  size_t expected = 0;
  for (size_t i = 0; i < all->pairs.size; i++) {
    const ft_enumerated *p = all->pairs.begin + i;
    bool listed = lists (partners, n, p->pair[0]);
    if (p->pair[1] != e || (p->race && !listed && may_miss (t, p->pair)))
      continue;
    expected += p->race;
    if (p->race != listed)
      return differ (p->race ? "a race was missed" : "no race was reported");
  }
  if (expected != n)
    return differ ("a partner was listed twice, or does not conflict");
  return racy == (expected > 0) ? false : differ ("racy without partner");
}

// With and without pairs, the search goes on from different places.
static bool steps_differ (const ft_facts *f, const ft_enumeration *all) {
  ft_syncp *with = ft_syncp_new (f, true), *without = ft_syncp_new (f, false);
  bool wrong = false;
  for (ft_id e = 0; e < f->trace->size && !wrong; e++) {
    size_t n, none;
    bool racy = ft_syncp_step (with);
    const ft_pos *partners = ft_syncp_partners (with, &n);
    wrong = partners_differ (f->trace, all, e, racy, partners, n);
    if (ft_syncp_step (without) != racy)
      wrong = differ ("racy events depend on --pairs");
    ft_syncp_partners (without, &none);
    if (none)
      wrong = differ ("partners that nobody asked for");
  }
  ft_syncp_free (with);
  ft_syncp_free (without);
  return wrong;
}

static bool enumeration_differs (const ft_trace *t, void *unused) {
  (void)unused;
  ft_enumeration *all = ft_enumerate_syncp (t, 30000);
  bool wrong = false;
  if (all->complete) {
    ft_facts *f = ft_facts_new (t);
    wrong = steps_differ (f, all);
    ft_facts_free (f);
    ft_enumeration *mcm = ft_enumerate (t, 30000);
    for (size_t i = 0; i < all->pairs.size; i++) {
      races += all->pairs.begin[i].race;
      lost_to_order +=
          mcm->complete && mcm->pairs.begin[i].race != all->pairs.begin[i].race;
    }
    pairs_seen += all->pairs.size;
    ft_enumeration_free (mcm);
  }
  ft_enumeration_free (all);
  return wrong;
}

static void check (ft_trace *trace, uint64_t seed,
                   bool (*fails) (const ft_trace *, void *)) {
  if (fails (trace, NULL)) {
    ft_trace *small = ft_shrink_trace (trace, fails, NULL);
    fails (small, NULL);
    ft_print_trace (stderr, small);
    fail_msg ("FT_SEED=%llu: %s", (unsigned long long)seed, what);
  }
  ft_trace_free (trace);
}

// What the definition speaks of: memory, locks, threads.
static ft_trace *small_trace (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 12 + seed % 14, o.threads = 2 + seed % 3;
  o.locks = 1 + seed % 3, o.variables = 1 + seed / 3 % 3;
  o.read = 30 + seed % 5 * 10;
  o.forks = seed % 2, o.joins = seed % 4 == 1;
  o.rwlocks = seed % 3 == 0, o.reentrant = seed % 5 == 0;
  o.open_sections = seed % 7 < 3, o.unnested = seed % 11 < 4;
  o.sizes = seed % 13 == 0, o.atomics = seed % 6 == 0;
  o.allocs = seed % 17 == 0;
  o.branches = seed % 4 == 3, o.locals = seed % 8 == 7;
  return ft_random_trace (seed, &o);
}

static void against_enumeration (void **state) {
  (void)state;
  races = pairs_seen = lost_to_order = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++)
    check (small_trace (seed), seed, enumeration_differs);
  print_message ("# %zu pairs, %zu sync-preserving races; %zu races need "
                 "sections swapped, %zu writes\n",
                 pairs_seen, races, lost_to_order, kept_in_order);
  assert_true (races > 500 && lost_to_order > 10);
}

// ---- every kind of event -------------------------------------------------

static void fill_witness (const ft_trace *t, const ft_index *x,
                          const ft_id *cut, ft_witness *w) {
  for (ft_id e = 0; e < t->size; e++)
    if (x->local[e] < cut[t->events[e].thread])
      FT_PUSH (w->schedule, e);
}

// What is included, in recorded order, passes the checker.
static bool checker_differs (const ft_trace *t, void *unused) {
  (void)unused;
  ft_facts *f = ft_facts_new (t);
  ft_syncp *s = ft_syncp_new (f, true);
  ft_checker *checker = ft_checker_new (t);
  ft_id *cut = FT_ARRAY (ft_id, f->index->threads);
  bool wrong = false;
  for (ft_id e = 0; e < t->size && !wrong; e++) {
    size_t n;
    ft_syncp_step (s);
    const ft_pos *partners = ft_syncp_partners (s, &n);
    for (size_t i = 0; i < n && !wrong; i++) {
      ft_witness w = {.pair = {(ft_id)partners[i], e}};
      if (!ft_syncp_races (s, w.pair, cut))
        wrong = differ ("the search and the ideal of the pair disagree");
      fill_witness (t, f->index, cut, &w);
      if (!ft_checker_accepts (checker, &w, NULL))
        wrong = differ ("the checker refuses the ideal");
      accepted++;
      ft_witness_release (&w);
    }
  }
  free (cut);
  ft_checker_free (checker);
  ft_syncp_free (s);
  ft_facts_free (f);
  return wrong;
}

static void against_the_checker (void **state) {
  (void)state;
  accepted = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (1500); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 120, o.threads = 5, o.locks = 4, o.variables = 6, o.depth = 3;
    o = ft_random_features (seed, o);
    check (ft_random_trace (seed, &o), seed, checker_differs);
  }
  print_message ("# %zu ideals accepted\n", accepted);
  assert_true (accepted > 1000);
}

// ---- recorded traces -----------------------------------------------------

static ft_trace *read_trace (const char *folder, const char *name) {
  char path[256];
  ft_error error = FT_NO_ERROR;
  snprintf (path, sizeof path, TRACES "%s%s", folder, name);
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  if (!t)
    fail_msg ("%s", error.message);
  return t;
}

static FILE *open_table (const char *path) {
  FILE *file = fopen (path, "r");
  if (!file)
    fail_msg ("%s cannot be read", path);
  char header[256];
  assert_non_null (fgets (header, sizeof header, file));
  return file;
}

static size_t count_racy (const ft_trace *t) {
  ft_facts *f = ft_facts_new (t);
  ft_syncp *s = ft_syncp_new (f, false);
  size_t n = 0;
  for (ft_id e = 0; e < t->size; e++)
    n += ft_syncp_step (s);
  ft_syncp_free (s);
  ft_facts_free (f);
  return n;
}

static void racy_events_of_recorded_traces (void **state) {
  (void)state;
  FILE *file = open_table (TRACES "expected-racy-events.tsv");
  char name[100], relation[20];
  size_t expected, rows = 0;
  while (fscanf (file, "%99s %19s %zu%*[^\n]", name, relation, &expected) ==
         3) {
    if (strcmp (relation, "syncp"))
      continue;
    ft_trace *t = read_trace ("", name);
    assert_int_equal (count_racy (t), expected);
    ft_trace_free (t);
    rows++;
  }
  fclose (file);
  assert_true (rows >= 2);
}

// The injected pair: the two accesses at locations 9999 and 10000.
static void find_injected (const ft_trace *t, ft_id pair[2]) {
  pair[0] = pair[1] = FT_NO_ID;
  for (ft_id i = 0; i < t->size; i++) {
    const char *at =
        ft_trace_name (t, FT_CLASS_LOCATION, t->events[i].location);
    if (!strcmp (at, "9999") || !strcmp (at, "10000"))
      pair[pair[0] != FT_NO_ID] = i;
  }
  assert_int_not_equal (pair[1], FT_NO_ID);
}

static void check_injected (const char *name, bool missed) {
  ft_trace *t = read_trace ("injected/", name);
  ft_facts *f = ft_facts_new (t);
  ft_syncp *s = ft_syncp_new (f, true);
  ft_id pair[2];
  size_t n = 0;
  find_injected (t, pair);
  for (ft_id e = 0; e <= pair[1]; e++)
    ft_syncp_step (s);
  const ft_pos *partners = ft_syncp_partners (s, &n);
  if (lists (partners, n, pair[0]) == missed)
    fail_msg ("%s: expected it to be %s", name, missed ? "missed" : "found");
  ft_syncp_free (s);
  ft_facts_free (f);
  ft_trace_free (t);
}

static void injected_races (void **state) {
  (void)state;
  FILE *file = open_table (TRACES "injected/missed-by.tsv");
  char line[256];
  int traces = 0;
  for (; fgets (line, sizeof line, file); traces++) {
    char *by = strchr (line, '\t');
    assert_non_null (by);
    *by++ = '\0';
    check_injected (line, strstr (by, "syncp"));
  }
  fclose (file);
  assert_int_equal (traces, 29);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (against_enumeration),
      cmocka_unit_test (against_the_checker),
      cmocka_unit_test (racy_events_of_recorded_traces),
      cmocka_unit_test (injected_races),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
