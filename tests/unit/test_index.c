// The index against definitions that look at the whole trace for each event.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "trace/index.h"

// What differs first, for the message of a failure.
static const char *what;

static bool differ (const char *text) {
  what = text;
  return true;
}

static const ft_event *event_of (const ft_index *x, ft_id e) {
  return x->trace->events + e;
}

// ---- events by thread ----------------------------------------------------

static bool threads_differ (const ft_index *x) {
  const ft_trace *t = x->trace;
  if (x->threads != ft_tables_count (&t->tables, FT_CLASS_THREAD))
    return differ ("number of threads");
  for (ft_tid i = 0; i < x->threads; i++) {
    ft_id k = 0;
    for (ft_id e = 0; e < t->size; e++)
      if (t->events[e].thread == i) {
        if (x->local[e] != k || k >= ft_index_length (x, i) ||
            ft_index_event (x, i, k) != e)
          return differ ("events by thread");
        k++;
      }
    if (ft_index_length (x, i) != k)
      return differ ("length of a thread");
  }
  return false;
}

// ---- sections ------------------------------------------------------------

// The next (or previous) event that the other end of a section can be.
static ft_id other_end (const ft_index *x, ft_id e) {
  bool opens = ft_kind_acquires (event_of (x, e)->kind);
  for (ft_id i = opens ? e + 1 : e - 1; i < x->trace->size;
       i = opens ? i + 1 : i - 1) {
    const ft_event *f = event_of (x, i);
    if (!ft_event_is_void (f) && f->thread == event_of (x, e)->thread &&
        f->target == event_of (x, e)->target &&
        (opens ? ft_kind_releases (f->kind) : ft_kind_acquires (f->kind)))
      return i;
  }
  return FT_NO_ID;
}

static bool matches_differ (const ft_index *x) {
  for (ft_id e = 0; e < x->trace->size; e++) {
    const ft_event *f = event_of (x, e);
    bool ends = !ft_event_is_void (f) &&
                (ft_kind_acquires (f->kind) || ft_kind_releases (f->kind));
    if (x->match[e] != (ends ? other_end (x, e) : FT_NO_ID))
      return differ ("ends of a section");
  }
  return false;
}

// Whether 'list' holds what thread 't' holds before trace position 'now',
// innermost first.
static bool held_differ (const ft_index *x, ft_id list, ft_tid t, ft_id now) {
  for (ft_id e = now; e-- > 0;) {
    const ft_event *f = event_of (x, e);
    if (f->thread != t || ft_event_is_void (f) || !ft_kind_acquires (f->kind))
      continue;
    ft_id release = other_end (x, e);
    if (release != FT_NO_ID && release < now)
      continue;
    if (!list || x->cells.begin[list].acquire != e)
      return differ ("held locks");
    list = x->cells.begin[list].outer;
  }
  return list && differ ("held locks, of which some are not");
}

static bool all_held_differ (const ft_index *x) {
  for (ft_id e = 0; e < x->trace->size; e++)
    if (held_differ (x, x->held[e], event_of (x, e)->thread, e))
      return true;
  for (ft_tid t = 0; t < x->threads; t++)
    for (ft_id k = 0, n = ft_index_length (x, t); k <= n; k++) {
      ft_id now = k < n ? ft_index_event (x, t, k) : x->trace->size;
      if (held_differ (x, ft_index_held_at (x, t, k), t, now))
        return true;
    }
  return false;
}

// ---- forks and joins -----------------------------------------------------

static ft_id find_fork (const ft_index *x, ft_tid t) {
  for (ft_id e = 0; e < x->trace->size; e++)
    if (event_of (x, e)->kind == FT_FORK && event_of (x, e)->target == t &&
        !ft_event_is_void (event_of (x, e)))
      return e;
  return FT_NO_ID;
}

static ft_id find_joined (const ft_index *x, ft_id e) {
  const ft_event *join = event_of (x, e);
  if (join->kind != FT_JOIN || ft_event_is_void (join))
    return FT_NO_ID;
  for (ft_id i = x->trace->size; i-- > 0;)
    if (event_of (x, i)->thread == join->target)
      return i;
  return find_fork (x, join->target);
}

static bool links_differ (const ft_index *x) {
  bool branches = false;
  for (ft_id e = 0; e < x->trace->size; e++) {
    if (x->joined[e] != find_joined (x, e))
      return differ ("joins");
    branches |= event_of (x, e)->kind == FT_BRANCH &&
                !ft_event_is_void (event_of (x, e));
  }
  for (ft_tid t = 0; t < x->threads; t++)
    if (x->fork_of[t] != find_fork (x, t))
      return differ ("forks");
  return x->has_branches != branches && differ ("branches");
}

// ---- events by target ----------------------------------------------------

static bool touches (const ft_index *x, ft_id e, ft_id variable) {
  const ft_event *f = event_of (x, e);
  const ft_detail *d = ft_tables_detail (&x->trace->tables, f);
  if (ft_kind_accesses (f->kind))
    return f->target == variable;
  if (f->kind == FT_FREE && d)
    for (uint32_t i = 0; i < d->freed_count; i++)
      if (x->trace->tables.freed.begin[d->freed + i] == variable)
        return true;
  return false;
}

static bool takes (const ft_index *x, ft_id e, ft_id lock) {
  return ft_kind_acquires (event_of (x, e)->kind) &&
         event_of (x, e)->target == lock;
}

static bool list_differs (const ft_index *x, const struct ft_index_list *list,
                          enum ft_class class,
                          bool (*wanted) (const ft_index *, ft_id, ft_id)) {
  for (ft_id i = 0; i < ft_tables_count (&x->trace->tables, class); i++) {
    ft_id at = list->begin[i];
    for (ft_id e = 0; e < x->trace->size; e++)
      if (!ft_event_is_void (event_of (x, e)) && wanted (x, e, i) &&
          (at == list->begin[i + 1] || list->events[at++] != e))
        return true;
    if (at != list->begin[i + 1])
      return true;
  }
  return false;
}

static bool lists_differ (const ft_index *x) {
  if (list_differs (x, &x->accesses, FT_CLASS_VARIABLE, touches))
    return differ ("accesses of a variable");
  return list_differs (x, &x->acquires, FT_CLASS_LOCK, takes) &&
         differ ("acquires of a lock");
}

static bool index_differs (const ft_trace *trace, void *context) {
  (void)context;
  ft_index *x = ft_index_new (trace);
  bool differs = threads_differ (x) || matches_differ (x) ||
                 all_held_differ (x) || links_differ (x) || lists_differ (x);
  ft_index_free (x);
  return differs;
}

// ---- tests ---------------------------------------------------------------

static void check (ft_trace *trace, uint64_t seed) {
  if (index_differs (trace, NULL)) {
    ft_trace *small = ft_shrink_trace (trace, index_differs, NULL);
    index_differs (small, NULL);
    ft_print_trace (stderr, small);
    fail_msg ("FT_SEED=%llu: %s", (unsigned long long)seed, what);
  }
  ft_trace_free (trace);
}

// Accesses may be dropped by a repair without any other change.
static void drop_some (ft_trace *trace, uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  for (ft_id e = 0; e < trace->size; e++)
    if (ft_kind_accesses (trace->events[e].kind) && ft_rng_percent (&rng, 5))
      trace->events[e].flags |= FT_DROPPED;
}

static void random_traces (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 60, o.threads = 5, o.locks = 4, o.variables = 4, o.depth = 4;
    o = ft_random_features (seed, o);
    ft_trace *trace = ft_random_trace (seed, &o);
    drop_some (trace, seed);
    check (trace, seed);
  }
}

static void push (ft_trace *trace, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = 0, e.kind = (uint8_t)kind, e.target = target;
  ft_model_push (trace, e);
}

// Hand over hand: l0 ends inside of l1, l1 inside of l2.
static void sections_that_are_not_nested (void **state) {
  (void)state;
  ft_trace *trace = ft_trace_new ("unnested", "test");
  push (trace, FT_ACQUIRE, 0);
  push (trace, FT_ACQUIRE, 1);
  push (trace, FT_ACQUIRE, 2);
  push (trace, FT_RELEASE, 0);
  push (trace, FT_WRITE, 0);
  push (trace, FT_RELEASE, 1);
  push (trace, FT_WRITE, 0);
  ft_index *x = ft_index_new (trace);
  assert_int_equal (x->match[0], 3);
  assert_int_equal (x->match[1], 5);
  assert_int_equal (x->match[2], FT_NO_ID);
  ft_id inner = x->held[4], outer = x->cells.begin[inner].outer;
  assert_int_equal (x->cells.begin[inner].acquire, 2);
  assert_int_equal (x->cells.begin[outer].acquire, 1);
  assert_int_equal (x->cells.begin[outer].outer, 0);
  assert_int_equal (x->cells.begin[x->held[6]].acquire, 2);
  assert_int_equal (x->cells.begin[x->held[6]].outer, 0);
  ft_index_free (x);
  check (trace, 0);
}

static void nothing_at_all (void **state) {
  (void)state;
  check (ft_trace_new ("empty", "test"), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces),
      cmocka_unit_test (sections_that_are_not_nested),
      cmocka_unit_test (nothing_at_all),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
