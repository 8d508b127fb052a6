// Candidates against the definition of the hybrid filter, for every pair of
// events: conflicting accesses that hold no lock in common (unless both hold
// it shared) and that program order, fork and join leave unordered.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "candidate/pairs.h"
#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

static const char *what;

static bool differ (const char *text) {
  what = text;
  return true;
}

// ---- the definition ------------------------------------------------------

struct instance {
  uint64_t low, high; // what stands for the two locations
  ft_pair pair;
};

typedef FT_STACK (struct instance) instances;

static bool exclude_each_other (const ft_trace *t, ft_id a, ft_id b) {
  for (ft_id l = 0; l < ft_tables_count (&t->tables, FT_CLASS_LOCK); l++) {
    ft_id p = ft_model_section_at (t, a, l), q = ft_model_section_at (t, b, l);
    if (p != FT_NO_ID && q != FT_NO_ID &&
        !(t->events[p].kind == FT_ACQUIRE_SHARED &&
          t->events[q].kind == FT_ACQUIRE_SHARED))
      return true;
  }
  return false;
}

// An access without a location counts as one per variable and kind.
static uint64_t place (const ft_trace *t, ft_id e, ft_id variable) {
  const ft_event *event = t->events + e;
  return event->location != FT_NO_ID
             ? event->location
             : (1 + (uint64_t)event->kind) << 32 | variable;
}

static instances find_instances (const ft_trace *t) {
  instances list = {0};
  ft_model_relation order = ft_model_relation_new (t->size);
  ft_model_add_program_order (&order, t);
  ft_model_add_fork_join (&order, t);
  ft_model_close (&order);
  for (ft_id b = 0; b < t->size; b++)
    for (ft_id a = 0; a < b; a++) {
      ft_id v;
      if (!ft_model_conflict (t, a, b, false) ||
          ft_model_before (&order, a, b) || exclude_each_other (t, a, b) ||
          !ft_trace_conflict (t, a, b, &v))
        continue;
      uint64_t p = place (t, a, v), q = place (t, b, v);
      struct instance i = {p < q ? p : q, p < q ? q : p, {a, b, v, 0}};
      FT_PUSH (list, i);
    }
  ft_model_relation_release (&order);
  return list;
}

// By distance, then by position.
static int compare_pairs (const ft_pair *p, const ft_pair *q) {
  ft_id d = p->second - p->first, e = q->second - q->first;
  return d != e ? (d > e) - (d < e)
                : (p->first > q->first) - (p->first < q->first);
}

// The instances of a candidate together, closest first.
static int compare_instances (const void *a, const void *b) {
  const struct instance *p = a, *q = b;
  if (p->low != q->low)
    return p->low < q->low ? -1 : 1;
  if (p->high != q->high)
    return p->high < q->high ? -1 : 1;
  return compare_pairs (&p->pair, &q->pair);
}

// ---- candidates per pair of locations ------------------------------------

static const ft_candidate *find_by_closest (const ft_candidates *c,
                                            const ft_pair *pair) {
  for (size_t i = 0; i < c->list.size; i++)
    if (!compare_pairs (c->list.begin[i].closest, pair))
      return c->list.begin + i;
  return NULL;
}

static bool candidate_differs (const ft_candidate *c,
                               const struct instance *list, size_t n) {
  if (!c)
    return differ ("a candidate or its closest instance is missing");
  if (c->instances != n)
    return differ ("number of instances");
  if (c->kept != (n < FT_INSTANCES ? n : FT_INSTANCES))
    return differ ("number of instances kept");
  for (uint32_t i = 0; i < c->kept; i++)
    if (compare_pairs (c->closest + i, &list[i].pair) ||
        c->closest[i].variable != list[i].pair.variable)
      return differ ("closest instances");
  return false;
}

static bool is_unsorted (const ft_candidates *c) {
  for (size_t i = 1; i < c->list.size; i++)
    if (compare_pairs (c->list.begin[i - 1].closest, c->list.begin[i].closest) >
        0)
      return differ ("candidates are not sorted");
  return false;
}

// 'comparisons' before families are crowds: 1 makes all of them crowds.
static bool by_location_differs (const ft_index *x, const instances *list,
                                 size_t comparisons, size_t *count) {
  ft_candidates *c = ft_candidates_bounded (
      x, false,
      (ft_candidates_limits){.candidates = SIZE_MAX,
                             .comparisons = comparisons});
  bool differs = is_unsorted (c) || (c->truncation && differ ("cut"));
  *count = 0;
  for (size_t i = 0, n; i < list->size && !differs; i += n, ++*count) {
    const struct instance *first = list->begin + i;
    for (n = 1; i + n < list->size && first[n].low == first->low &&
                first[n].high == first->high;)
      n++;
    differs = candidate_differs (find_by_closest (c, &first->pair), first, n);
  }
  if (!differs && c->list.size != *count)
    differs = differ ("number of candidates");
  ft_candidates_free (c);
  return differs;
}

// ---- candidates per pair of events ---------------------------------------

static bool all_pairs_differ (const ft_index *x, const instances *list) {
  ft_candidates *c = ft_candidates_new (x, true, SIZE_MAX);
  bool differs = is_unsorted (c);
  if (c->list.size != list->size)
    differs = differ ("number of pairs");
  for (size_t i = 0; i < list->size && !differs; i++)
    differs = candidate_differs (find_by_closest (c, &list->begin[i].pair),
                                 list->begin + i, 1);
  ft_candidates_free (c);
  return differs;
}

// With a limit there are that many of the candidates, each complete.
static bool limit_differs (const ft_index *x, const instances *list,
                           bool all_pairs, size_t total, size_t limit) {
  ft_candidates *c = ft_candidates_new (x, all_pairs, limit);
  bool differs = false;
  if (c->truncation !=
          (total > limit ? FT_TRUNCATION_LIMIT : FT_TRUNCATION_NONE) ||
      c->list.size != (total > limit ? limit : total))
    differs = differ ("limit");
  for (size_t i = 0; i < c->list.size && !differs; i++) {
    size_t j = 0;
    while (j < list->size &&
           compare_pairs (&list->begin[j].pair, c->list.begin[i].closest))
      j++;
    if (j == list->size)
      differs = differ ("limit: a candidate that is none");
  }
  ft_candidates_free (c);
  return differs;
}

static bool candidates_differ (const ft_trace *t, void *context) {
  (void)context;
  ft_index *x = ft_index_new (t);
  instances list = find_instances (t);
  if (list.size)
    qsort (list.begin, list.size, sizeof *list.begin, compare_instances);
  size_t count;
  bool differs =
      by_location_differs (x, &list, 0, &count) ||
      by_location_differs (x, &list, 1, &count) || all_pairs_differ (x, &list);
  for (size_t limit = 0; limit <= count + 1 && limit < 4 && !differs; limit++)
    differs = limit_differs (x, &list, false, count, limit) ||
              limit_differs (x, &list, true, list.size, limit);
  if (!differs && count)
    differs = limit_differs (x, &list, false, count, count - 1) ||
              limit_differs (x, &list, false, count, count);
  FT_RELEASE (list);
  ft_index_free (x);
  return differs;
}

// ---- relations -----------------------------------------------------------

static const enum ft_relation asked[] = {FT_REL_HB, FT_REL_SHB, FT_REL_WCP,
                                         FT_REL_DC};

enum { ASKED = sizeof asked / sizeof *asked };

static bool bits_differ (const ft_candidates *c, const ft_model_relation *twins,
                         unsigned wanted) {
  for (size_t i = 0; i < c->list.size; i++)
    for (uint32_t j = 0; j < c->list.begin[i].kept; j++) {
      const ft_pair *p = c->list.begin[i].closest + j;
      unsigned bits = 1u << FT_REL_FORK_JOIN;
      for (int k = 0; k < ASKED; k++)
        if (wanted >> asked[k] & 1 &&
            !ft_model_before (twins + k, p->first, p->second))
          bits |= 1u << asked[k];
      if (p->unordered_by != bits)
        return differ ("relations that leave a pair unordered");
    }
  return false;
}

static uint64_t count_unordered (const ft_candidates *c, unsigned relation,
                                 size_t *candidates) {
  uint64_t n = 0;
  *candidates = 0;
  for (size_t i = 0; i < c->list.size; i++) {
    uint64_t before = n;
    for (uint32_t j = 0; j < c->list.begin[i].kept; j++)
      n += c->list.begin[i].closest[j].unordered_by >> relation & 1;
    *candidates += n > before;
  }
  return n;
}

// After a restriction exactly the unordered instances are left, in order.
static bool restriction_differs (ft_candidates *c, enum ft_relation relation) {
  size_t candidates;
  uint64_t n = count_unordered (c, relation, &candidates), left = 0;
  ft_candidates_restrict (c, relation);
  for (size_t i = 0; i < c->list.size; i++) {
    const ft_candidate *p = c->list.begin + i;
    left += p->kept;
    for (uint32_t j = 0; j < p->kept; j++)
      if (!(p->closest[j].unordered_by >> relation & 1) ||
          (j && compare_pairs (p->closest + j - 1, p->closest + j) >= 0))
        return differ ("what a restriction keeps");
  }
  return (left != n || c->list.size != candidates) &&
         differ ("how much a restriction keeps");
}

static bool classes_differ (const ft_trace *t, void *context) {
  (void)context;
  ft_index *x = ft_index_new (t);
  ft_model_relation twins[ASKED];
  unsigned all = 0;
  bool differs = false;
  for (int k = 0; k < ASKED; k++) {
    twins[k] = ft_model_relation_of (t, asked[k]);
    all |= 1u << asked[k];
  }
  for (int k = -1; k < ASKED && !differs; k++) {
    ft_candidates *c = ft_candidates_new (x, false, SIZE_MAX);
    ft_candidates_classify (c, x, k < 0 ? all : 1u << asked[k], NULL);
    differs = bits_differ (c, twins, k < 0 ? all : 1u << asked[k]) ||
              (k >= 0 && restriction_differs (c, asked[k]));
    ft_candidates_free (c);
  }
  for (int k = 0; k < ASKED; k++)
    ft_model_relation_release (twins + k);
  ft_index_free (x);
  return differs;
}

// ---- tests ---------------------------------------------------------------

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

// Few locations, so that candidates have many instances; some unknown.
static void share_locations (ft_trace *t, uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  uint32_t n = 1 + ft_rng_below (&rng, 6);
  for (ft_id e = 0; e < t->size; e++) {
    uint32_t location = ft_rng_below (&rng, n + 1);
    t->events[e].location = location == n ? FT_NO_ID : location;
  }
}

static ft_trace *random_trace (uint64_t seed, unsigned events) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = events, o.threads = 5, o.locks = 3, o.variables = 3, o.depth = 3;
  o = ft_random_features (seed, o);
  ft_trace *t = ft_random_trace (seed, &o);
  if (seed % 4)
    share_locations (t, seed);
  return t;
}

static void random_traces (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (1500); seed++)
    check (random_trace (seed, 60), seed, candidates_differ);
}

static void relations (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (500); seed++)
    check (random_trace (seed, 50), seed, classes_differ);
}

// Two threads that access one variable in bursts, at one location each: more
// pairs than are looked at one by one.
static ft_trace *bursts (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("bursts", "random");
  unsigned stay = 5 + ft_rng_below (&rng, 95);
  ft_tid thread = 0;
  for (int i = 0; i < 220; i++) {
    if (!ft_rng_percent (&rng, stay))
      thread = 1 - thread;
    ft_event e = FT_EVENT_NONE;
    e.thread = thread, e.target = 0;
    e.kind = ft_rng_percent (&rng, 95) ? FT_WRITE : FT_BRANCH;
    if (e.kind == FT_BRANCH)
      e.target = FT_NO_ID;
    ft_model_push (t, e);
    t->events[t->size - 1].location = thread;
  }
  return t;
}

static void many_instances (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20); seed++) {
    ft_trace *t = bursts (seed);
    ft_index *x = ft_index_new (t);
    instances list = find_instances (t);
    if (list.size)
      qsort (list.begin, list.size, sizeof *list.begin, compare_instances);
    size_t count;
    if (by_location_differs (x, &list, 0, &count) ||
        by_location_differs (x, &list, 1, &count))
      fail_msg ("FT_SEED=%llu: %s", (unsigned long long)seed, what);
    FT_RELEASE (list);
    ft_index_free (x);
    ft_trace_free (t);
  }
}

// ---- many threads --------------------------------------------------------

enum { MANY = 3000, HERD = 7000 }; // the second: too many to compare

// One after another, or with no order if 'open'.
static ft_trace *threads_of_one_access (ft_id threads, bool locked, bool open) {
  ft_trace *t = ft_trace_new ("threads", "random");
  for (ft_tid i = 1; i <= threads; i++) {
    ft_event e = FT_EVENT_NONE;
    e.thread = 0, e.kind = FT_FORK, e.target = i;
    ft_model_push (t, e);
    e.thread = i, e.target = 0;
    e.kind = FT_ACQUIRE;
    if (locked)
      ft_model_push (t, e);
    e.kind = FT_WRITE;
    ft_model_push (t, e);
    t->events[t->size - 1].location = 1;
    e.kind = FT_RELEASE;
    if (locked)
      ft_model_push (t, e);
    e.thread = 0, e.kind = FT_JOIN, e.target = i;
    if (!open)
      ft_model_push (t, e);
  }
  return t;
}

static void expect_threads (ft_id threads, bool locked, bool open,
                            uint64_t pairs) {
  ft_trace *t = threads_of_one_access (threads, locked, open);
  ft_index *x = ft_index_new (t);
  ft_candidates *c = ft_candidates_new (x, false, 1000);
  assert_int_equal (c->truncation, FT_TRUNCATION_NONE);
  assert_int_equal (c->list.size, pairs > 0);
  if (pairs) {
    assert_int_equal (c->list.begin[0].instances, pairs);
    assert_int_equal (c->list.begin[0].kept, FT_INSTANCES);
    assert_int_equal (c->list.begin[0].closest->second -
                          c->list.begin[0].closest->first, 2);
  }
  ft_candidates_free (c);
  ft_index_free (x);
  ft_trace_free (t);
}

static void many_threads (void **state) {
  (void)state;
  expect_threads (MANY, true, true, 0);
  expect_threads (MANY, false, false, 0);
  expect_threads (MANY, false, true, (uint64_t)MANY * (MANY - 1) / 2);
  expect_threads (HERD, false, true, (uint64_t)HERD * (HERD - 1) / 2);
  expect_threads (HERD, false, false, 0);
}

// ---- no time -------------------------------------------------------------

static void no_time (void **state) {
  (void)state;
  int stop = 1;
  ft_deadline deadline = {.stop = &stop};
  ft_trace *t = random_trace (1, 60);
  ft_index *x = ft_index_new (t);
  ft_candidates *c = ft_candidates_bounded (
      x, false,
      (ft_candidates_limits){.candidates = 10, .deadline = &deadline});
  assert_int_equal (c->truncation, FT_TRUNCATION_INTERRUPT);
  assert_int_equal (c->listed, 0);
  ft_candidates_free (c);
  c = ft_candidates_new (x, false, 10);
  assert_true (c->list.size);
  assert_false (ft_candidates_classify (c, x, 1u << FT_REL_HB, &deadline));
  size_t n = c->list.size;
  ft_candidates_restrict (c, FT_REL_HB);
  assert_int_equal (c->list.size, n); // none is dropped unasked
  for (size_t i = 0; i < n; i++)
    assert_int_equal (c->list.begin[i].closest->unordered_by, 0);
  ft_candidates_free (c);
  ft_index_free (x);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces),
      cmocka_unit_test (relations),
      cmocka_unit_test (many_instances),
      cmocka_unit_test (many_threads),
      cmocka_unit_test (no_time),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
