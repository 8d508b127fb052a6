// The second pass of the filters against all partners of all racy events:
// pairs of locations, how many instances, which are the closest; with limits
// that are reached, what is no longer exact says so.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "order/partner.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

#define F(NAME, text) +1
enum { FILTERS = 0 FT_FILTERS (F) };
#undef F

struct setting {
  enum ft_filter_kind kind;
  ft_partner_limits limits;
};

static const char *what;
static ft_location_ids places; // of the trace at hand

static bool differ (const char *text) {
  what = text;
  return true;
}

// ---- the slow twin -------------------------------------------------------

struct twin_pair {
  uint64_t low, high; // what stands for the two locations
  ft_pos first, second;
};

typedef FT_STACK (struct twin_pair) twin_pairs;

// An access without a location counts as one per variable and kind.
static uint64_t place (const ft_event *e, ft_id variable) {
  return e->location != FT_NO_ID ? e->location
                                 : (1 + (uint64_t)e->kind) << 32 | variable;
}

static int compare_twins (const void *a, const void *b) {
  const struct twin_pair *p = a, *q = b;
  ft_pos d = p->second - p->first, e = q->second - q->first;
  if (p->low != q->low)
    return p->low < q->low ? -1 : 1;
  if (p->high != q->high)
    return p->high < q->high ? -1 : 1;
  return d != e ? (d > e) - (d < e)
                : (p->first > q->first) - (p->first < q->first);
}

// All pairs of all racy events, by locations, the closest first.
static twin_pairs all_pairs (const ft_trace *t, enum ft_filter_kind kind) {
  twin_pairs list = {0};
  ft_filter *filter = ft_filter_new (kind, &t->tables, true);
  for (ft_id j = 0; j < t->size; j++) {
    size_t n;
    bool racy = ft_filter_step (filter, t->events + j);
    const ft_pos *partners = ft_filter_partners (filter, &n);
    for (size_t i = 0; racy && i < n; i++) {
      ft_id variable = FT_NO_ID;
      ft_trace_conflict (t, (ft_id)partners[i], j, &variable);
      uint64_t p = place (t->events + partners[i], variable);
      uint64_t q = place (t->events + j, variable);
      FT_PUSH (list, ((struct twin_pair){p < q ? p : q, p < q ? q : p,
                                         partners[i], j}));
    }
  }
  ft_filter_free (filter);
  if (list.size)
    qsort (list.begin, list.size, sizeof *list.begin, compare_twins);
  return list;
}

static bool same_places (const struct twin_pair *a, const struct twin_pair *b) {
  return a->low == b->low && a->high == b->high;
}

static size_t end_of (const twin_pairs *list, size_t begin) {
  size_t end = begin;
  while (end < list->size &&
         same_places (list->begin + begin, list->begin + end))
    end++;
  return end;
}

// ---- the second pass -----------------------------------------------------

static ft_partners *run_passes (const ft_trace *t, const struct setting *s,
                                ft_racy_events *racy) {
  ft_filter *filter = ft_filter_new (s->kind, &t->tables, false);
  for (ft_id i = 0; i < t->size; i++)
    if (ft_filter_step (filter, t->events + i))
      ft_racy_events_add (racy, &t->tables, t->events + i, i);
  ft_filter_free (filter);
  ft_partners *p =
      ft_partners_new (s->kind, &t->tables, racy, &places, s->limits);
  for (ft_id i = 0; i < t->size; i++)
    ft_partners_step (p, t->events + i);
  return p;
}

static const ft_location_pair *pair_of (ft_partners *p, const ft_trace *t,
                                        const struct twin_pair *twin) {
  ft_location_pairs *pairs = ft_partners_pairs (p);
  ft_id variable = FT_NO_ID;
  ft_trace_conflict (t, (ft_id)twin->first, (ft_id)twin->second, &variable);
  ft_id a = ft_location_id_of (&places, t->events + twin->first, variable);
  ft_id b = ft_location_id_of (&places, t->events + twin->second, variable);
  return ft_location_pairs_at (pairs, a, b);
}

// The instances 'begin' up to 'end' of the twin.
static bool pair_differs (const ft_location_pair *pair, const twin_pairs *twins,
                          size_t begin, size_t end, uint32_t limit, bool cut) {
  uint64_t n = end - begin;
  if (pair->instances > n)
    return differ ("too many instances");
  if (pair->exact && !cut && pair->instances < n)
    return differ ("instances are missing, and it does not say so");
  if (cut)
    return false;
  if (pair->kept != (n < limit ? n : limit))
    return differ ("number of instances kept");
  for (uint32_t i = 0; i < pair->kept; i++)
    if (pair->closest[i].first.position != twins->begin[begin + i].first ||
        pair->closest[i].second.position != twins->begin[begin + i].second)
      return differ ("closest instances");
  return false;
}

// An instance that is no pair of the twin.
static bool is_wrong (const ft_race_instance *m, const twin_pairs *twins) {
  for (size_t i = 0; i < twins->size; i++)
    if (twins->begin[i].first == m->first.position &&
        twins->begin[i].second == m->second.position)
      return false;
  return true;
}

static bool pairs_differ (const ft_trace *t, const struct setting *s,
                          ft_partners *p, const twin_pairs *twins) {
  bool cut = ft_partners_truncated (p);
  ft_location_pairs *pairs = ft_partners_pairs (p);
  size_t known = pairs->list.size, found = 0;
  for (size_t i = 0, end; i < twins->size; i = end, found++) {
    end = end_of (twins, i);
    const ft_location_pair *pair = pair_of (p, t, twins->begin + i);
    if (pairs->list.size > known && !cut)
      return differ ("a pair of locations is missing");
    if (pair_differs (pair, twins, i, end, s->limits.instances, cut))
      return true;
  }
  if (!cut && found != known)
    return differ ("a pair of locations too many");
  for (size_t i = 0; i < known; i++)
    for (uint32_t k = 0; k < pairs->list.begin[i].kept; k++)
      if (is_wrong (pairs->list.begin[i].closest + k, twins))
        return differ ("an instance that is none");
  return false;
}

static uint64_t cuts, bounds;

static bool disagrees (const ft_trace *t, void *context) {
  const struct setting *s = context;
  ft_racy_events racy = {0};
  ft_partners *p = run_passes (t, s, &racy);
  twin_pairs twins = all_pairs (t, s->kind);
  bool wrong = pairs_differ (t, s, p, &twins);
  if (ft_partners_racy_events (p) != racy.count)
    wrong = differ ("racy events are missing");
  if (s->kind != FT_FILTER_LOCKSET && ft_partners_unpaired (p))
    wrong = differ ("a racy event without a partner");
  for (size_t i = 0; i < racy.left.size; i++)
    if (racy.left.begin[i])
      wrong = differ ("a variable that is still waited for");
  cuts += ft_partners_truncated (p);
  for (size_t i = 0; i < ft_partners_pairs (p)->list.size; i++)
    bounds += !ft_partners_pairs (p)->list.begin[i].exact;
  FT_RELEASE (twins);
  ft_partners_free (p);
  ft_location_ids_release (&places);
  ft_racy_events_release (&racy);
  return wrong;
}

// ---- random traces -------------------------------------------------------

static ft_trace *random_trace (uint64_t seed, struct setting *s) {
  ft_rng rng = ft_rng_init (seed);
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 20 + ft_rng_below (&rng, 180);
  o.threads = 2 + ft_rng_below (&rng, 6);
  o.locks = 1 + ft_rng_below (&rng, 3);
  o.variables = 1 + ft_rng_below (&rng, 4);
  o = ft_random_features (seed, o);
  s->limits = FT_PARTNER_LIMITS;
  s->limits.instances = 1 + ft_rng_below (&rng, 4);
  if (ft_rng_below (&rng, 2))
    s->limits.runs = 1 + ft_rng_below (&rng, 4);
  if (!ft_rng_below (&rng, 4))
    s->limits.series = 1 + ft_rng_below (&rng, 3);
  ft_trace *t = ft_random_trace (seed, &o);
  unsigned locations = 1 + ft_rng_below (&rng, 8);
  for (ft_id i = 0; i < t->size; i++) // some are unknown
    t->events[i].location = i % 5 ? ft_rng_below (&rng, locations) : FT_NO_ID;
  return t;
}

static void complain (const ft_trace *t, struct setting *s, uint64_t seed) {
  ft_trace *small = ft_shrink_trace (t, disagrees, s);
  disagrees (small, s);
  ft_print_trace (stderr, small);
  fail_msg ("FT_SEED=%llu, %s, limits %u %u %u: %s", (unsigned long long)seed,
            ft_filter_name (s->kind), s->limits.instances, s->limits.runs,
            s->limits.series, what);
}

static void partners_are_those_of_the_definition (void **state) {
  (void)state;
  cuts = bounds = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2500); seed++) {
    struct setting s;
    ft_trace *t = random_trace (seed, &s);
    for (int k = 0; k < FILTERS; k++) {
      s.kind = (enum ft_filter_kind)k;
      if (disagrees (t, &s))
        complain (t, &s, seed);
    }
    ft_trace_free (t);
  }
  if (rounds_are_many ())
    assert_true (cuts > 100 && bounds > 30);
}

// ---- what the limits are for ---------------------------------------------

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.location = kind;
  ft_trace_push (t, e);
}

// Very many threads on one variable: each event looks at some groups only.
static void many_threads (void **state) {
  (void)state;
  enum { THREADS = 30000 };
  struct setting s = {FT_FILTER_HB, FT_PARTNER_LIMITS};
  ft_trace *t = ft_trace_new ("many threads", "test");
  for (ft_tid i = 0; i < THREADS; i++)
    push (t, i, FT_WRITE, 0);
  ft_racy_events racy = {0};
  ft_partners *p = run_passes (t, &s, &racy);
  assert_true (ft_partners_truncated (p));
  assert_int_equal (ft_partners_unpaired (p), 0);
  assert_int_equal (ft_partners_racy_events (p), THREADS - 1);
  const ft_location_pairs *pairs = ft_partners_pairs (p);
  assert_int_equal (pairs->list.size, 1);
  assert_true (pairs->list.begin[0].instances >
               (uint64_t)(THREADS - 2000) * s.limits.series);
  assert_int_equal (pairs->list.begin[0].closest[0].second.position, 1);
  ft_partners_free (p);
  ft_location_ids_release (&places);
  ft_racy_events_release (&racy);
  ft_trace_free (t);
}

// One thread writes between releases of a lock that the other takes late: the
// border of the order falls far back, and the number is close from below.
static void counts_are_close (void **state) {
  (void)state;
  enum { WRITES = 20000 };
  struct setting s = {FT_FILTER_HB, FT_PARTNER_LIMITS};
  for (unsigned known = 500; known < WRITES; known += 1500) {
    ft_trace *t = ft_trace_new ("late", "test");
    for (unsigned i = 0; i < WRITES; i++) {
      ft_id lock = i < known ? 0 : 1;
      push (t, 0, FT_ACQUIRE, lock);
      push (t, 0, FT_WRITE, 0);
      push (t, 0, FT_RELEASE, lock);
    }
    push (t, 1, FT_ACQUIRE, 0);
    push (t, 1, FT_READ, 0);
    push (t, 1, FT_RELEASE, 0);
    ft_racy_events racy = {0};
    ft_partners *p = run_passes (t, &s, &racy);
    const ft_location_pair *pair = ft_partners_pairs (p)->list.begin;
    assert_true (pair->instances <= WRITES - known);
    assert_true (pair->exact == (pair->instances == WRITES - known));
    assert_true ((double)pair->instances > 0.8 * (WRITES - known));
    ft_partners_free (p);
    ft_location_ids_release (&places);
    ft_racy_events_release (&racy);
    ft_trace_free (t);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (partners_are_those_of_the_definition),
      cmocka_unit_test (many_threads),
      cmocka_unit_test (counts_are_close),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
