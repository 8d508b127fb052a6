// Clocks of needs: against the walk through the cone under each model, and,
// since under the strictest one they know more, against enumeration; candidates
// listed with their help against the clocks asked pair by pair.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "certify/closure.h"
#include "certify/ideal.h"
#include "candidate/pairs.h"
#include "tests/model/enumerate.h"
#include "tests/model/freed_trace.h"
#include "tests/model/random_trace.h"
#include "tests/model/random_uses.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

static const char *what;
static size_t pairs, foregone, by_tight, by_assumed, by_frozen, races;
static size_t by_certain, by_closure;

static bool differ (const char *text) {
  what = text;
  return true;
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

// ---- cones ---------------------------------------------------------------

static ft_question question_of (const ft_trace *t, const ft_id pair[2],
                                enum ft_model model) {
  ft_question q = ft_question_of_pair (pair, 0, t->size);
  q.model = model;
  return q;
}

// Whether the cone of the question without what is not necessary can be.
static bool may_be (ft_cone *cone, ft_question q) {
  q.relaxed = true;
  return ft_cone_ask (cone, q);
}

static bool explains (const ft_cone *cone) {
  ft_strbuf text = {0};
  ft_cone_explain (cone, &text);
  bool fine = text.size;
  ft_strbuf_release (&text);
  return fine;
}

static bool pair_differs (ft_cone *cone, const ft_id pair[2],
                          ft_ideals *const needed[2], bool *refuted) {
  const ft_trace *t = cone->facts->trace;
  ft_question mcm = question_of (t, pair, FT_MODEL_MCM);
  ft_question value = question_of (t, pair, FT_MODEL_VALUE);
  bool possible = may_be (cone, mcm);
  bool made =
      cone->must_succeed != FT_NO_ID; // what that needs clocks leave out
  *refuted = ft_cone_infeasible (cone, mcm, needed[0]);
  if (*refuted && !explains (cone))
    return differ ("no reason");
  by_tight += *refuted && possible;
  if (!possible && !*refuted && !made)
    return differ ("a cone refutes what clocks leave open");
  if (!made &&
      ft_cone_infeasible (cone, value, needed[1]) == may_be (cone, value))
    return differ ("cone and clocks disagree about values");
  return false;
}

// Whether the closure refutes the pair with the help of clocks.
static bool closure_refutes (ft_cone *cone, const ft_id pair[2],
                             const ft_ideals *needed) {
  ft_question q = question_of (cone->facts->trace, pair, FT_MODEL_MCM);
  ft_closure closure;
  ft_strbuf text = {0};
  bool refuted = !may_be (cone, q);
  cone->needed = needed;
  ft_closure_init (&closure, cone);
  if (!refuted && ft_closure_saturate_base (&closure, 0) ==
                      FT_CLOSURE_CONTRADICTION) {
    refuted = true;
    by_closure += closure.again && !ft_cone_infeasible (cone, q, needed);
    ft_closure_explain (&closure, &text);
    assert_true (text.size);
  }
  cone->needed = NULL;
  ft_strbuf_release (&text);
  ft_closure_release (&closure);
  return refuted;
}

// ---- enumeration ---------------------------------------------------------

static bool races_in (const ft_enumeration *e, const ft_id pair[2]) {
  const ft_enumerated *p = e ? ft_enumeration_find (e, pair[0], pair[1]) : NULL;
  return p && p->race;
}

// 'freed': without what is only assumed; may be NULL.
static bool pairs_differ (const ft_enumeration *all, const ft_enumeration *freed,
                          ft_facts *f) {
  ft_ideals *needed[2] = {ft_ideals_needed (f, FT_MODEL_MCM, NULL),
                          ft_ideals_needed (f, FT_MODEL_VALUE, NULL)};
  ft_cone *cone = ft_cone_new (f);
  bool wrong = false;
  for (size_t i = 0; i < all->pairs.size && !wrong; i++) {
    const ft_enumerated *p = all->pairs.begin + i;
    bool refuted;
    wrong = pair_differs (cone, p->pair, needed, &refuted);
    if (!wrong && refuted && p->race)
      wrong = differ ("clocks refute a race");
    if (!wrong && refuted && races_in (freed, p->pair))
      wrong = differ ("clocks refute a race by what is only assumed");
    if (!wrong && closure_refutes (cone, p->pair, needed[0]) &&
        (p->race || races_in (freed, p->pair)))
      wrong = differ ("the closure refutes a race");
    foregone += refuted, races += p->race, pairs++;
  }
  ft_cone_free (cone);
  ft_ideals_free (needed[0]);
  ft_ideals_free (needed[1]);
  return wrong;
}

// With orders of one variable that are only assumed, clocks that have them refute
// no race that keeps them.
static bool assumed_differ (const ft_enumeration *all, ft_facts *f) {
  const ft_trace *t = f->trace;
  for (ft_id e = 0; e < t->size; e++)
    f->reads->assumed[e] |=
        ft_kind_reads (t->events[e].kind) && t->events[e].target == 0;
  ft_ideals *needed = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  ft_ideals *assumed = ft_ideals_assumed (needed, NULL);
  ft_ideals *system = ft_ideals_system (needed, NULL); // the variable is none of it
  ft_cone *cone = ft_cone_new (f);
  bool wrong = false;
  for (size_t i = 0; i < all->pairs.size && !wrong; i++) {
    const ft_enumerated *p = all->pairs.begin + i;
    ft_question q = question_of (t, p->pair, FT_MODEL_MCM);
    bool without = ft_cone_infeasible (cone, q, needed);
    bool with = ft_cone_infeasible (cone, q, assumed);
    if (with && p->race)
      wrong = differ ("clocks with assumed orders refute a race");
    if (without && !with)
      wrong = differ ("assumed orders make a pair feasible");
    if (ft_cone_infeasible (cone, q, system) != without)
      wrong = differ ("orders of the system refute by what is only assumed");
    by_assumed += with && !without;
  }
  ft_cone_free (cone);
  ft_ideals_free (needed);
  ft_ideals_free (assumed);
  ft_ideals_free (system);
  return wrong;
}

// No event is known any more to depend on a frozen read.
static void forget_certain (ft_facts *f) {
  ft_reads *r = f->reads;
  free (r->certain);
  free (r->certain_by_value);
  r->certain = FT_ARRAY (ft_id, f->trace->size);
  r->certain_by_value = FT_ARRAY (bool, f->trace->size);
  for (ft_id e = 0; e < f->trace->size; e++)
    r->certain[e] = FT_NO_ID;
}

// Counts the pairs that clocks refute by frozen reads on which a later event is
// known to depend.
static void count_certain (const ft_enumeration *all, const ft_trace *t) {
  ft_facts *f = ft_facts_new (t);
  ft_ideals *more = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  ft_cone *cone = ft_cone_new (f);
  for (size_t i = 0; f->reads->certain && i < all->pairs.size; i++)
    by_certain +=
        ft_cone_infeasible (cone, question_of (t, all->pairs.begin[i].pair,
                                               FT_MODEL_MCM), more);
  ft_ideals_free (more);
  if (f->reads->certain)
    forget_certain (f);
  ft_ideals *less = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  for (size_t i = 0; f->reads->certain && i < all->pairs.size; i++)
    by_certain -=
        ft_cone_infeasible (cone, question_of (t, all->pairs.begin[i].pair,
                                               FT_MODEL_MCM), less);
  ft_ideals_free (less);
  ft_cone_free (cone);
  ft_facts_free (f);
}

// With frozen reads of one variable clocks that keep them, and a cone that does,
// agree; they refute no pair that is impossible only without them.
static bool frozen_differ (const ft_enumeration *all, ft_facts *f) {
  const ft_trace *t = f->trace;
  for (ft_id e = 0; e < t->size; e++) {
    f->reads->assumed[e] = false;
    f->reads->frozen[e] =
        ft_kind_reads (t->events[e].kind) && t->events[e].target == 0;
  }
  forget_certain (f);
  ft_ideals *needed = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  ft_ideals *frozen = ft_ideals_frozen (needed, NULL);
  ft_cone *cone = ft_cone_new (f);
  bool wrong = false;
  for (size_t i = 0; i < all->pairs.size && !wrong; i++) {
    ft_question q = question_of (t, all->pairs.begin[i].pair, FT_MODEL_MCM);
    bool without = ft_cone_infeasible (cone, q, needed);
    bool with = ft_cone_infeasible (cone, q, frozen);
    q.frozen = true;
    bool possible = may_be (cone, q);
    if (without && !with)
      wrong = differ ("frozen reads make a pair feasible");
    if (!possible && !with && cone->must_succeed == FT_NO_ID)
      wrong = differ ("a cone with frozen reads refutes what clocks leave open");
    by_frozen += with && !without;
  }
  ft_cone_free (cone);
  ft_ideals_free (needed);
  ft_ideals_free (frozen);
  return wrong;
}

static bool enumeration_differs (const ft_trace *t, void *unused) {
  (void)unused;
  ft_enumeration *all = ft_enumerate (t, 30000);
  ft_trace *without = ft_freed_trace (t);
  ft_enumeration *freed = without ? ft_enumerate (without, 30000) : NULL;
  ft_facts *f = ft_facts_new (t);
  if (!f->paths)
    count_certain (all, t);
  bool wrong =
      !f->paths && (pairs_differ (all, freed, f) || assumed_differ (all, f) ||
                    frozen_differ (all, f));
  ft_facts_free (f);
  ft_enumeration_free (all);
  if (freed)
    ft_enumeration_free (freed);
  ft_trace_free (without);
  return wrong;
}

// Few values and variables, so that most reads have other writers.  Of the pairs
// that clocks refute by such reads a third rest on what all writers need.
static ft_random_options small_options (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 14, o.threads = 3, o.variables = 2;
  o = ft_random_features (seed, o);
  o.values = seed % 4;
  if (seed % 3)
    o.atomics = true, o.sizes = false, o.locks = 1, o.acquire = 5;
  if (seed % 5 == 0)
    o.halves = true, o.variables = 1;
  return o;
}

static void against_enumeration (void **state) {
  (void)state;
  pairs = foregone = by_tight = by_assumed = by_frozen = races = 0;
  by_certain = by_closure = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (6000); seed++) {
    ft_random_options o = small_options (seed);
    check (ft_random_trace (seed, &o), seed, enumeration_differs);
  }
  print_message ("# %zu pairs, %zu races, %zu foregone, %zu of them by reads "
                 "with other writers, %zu by known uses of frozen reads; %zu "
                 "more by assumed orders, %zu by frozen reads, %zu by the closure\n",
                 pairs, races, foregone, by_tight, by_certain, by_assumed,
                 by_frozen, by_closure);
  assert_true (!rounds_are_many () ||
               (races > 1000 && by_tight > 900 && by_assumed > 100 &&
                by_frozen > 100));
}

// Frozen reads on which later events are known to depend.
static void known_uses (void **state) {
  (void)state;
  pairs = foregone = by_tight = by_certain = races = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++)
    check (ft_random_uses (seed, 20), seed, enumeration_differs);
  print_message ("# %zu pairs, %zu races, %zu foregone, %zu of them by known "
                 "uses of frozen reads\n",
                 pairs, races, foregone, by_certain);
  assert_true (!rounds_are_many () || (races > 300 && by_certain > 1000));
}

// Many sections, and no values, so that only ends of sections tell more than
// cones do.
static void sections (void **state) {
  (void)state;
  pairs = foregone = by_tight = races = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 18, o.threads = 2 + seed % 2, o.locks = 1 + seed / 2 % 2;
    o.variables = 3, o.acquire = 30, o.release = 20;
    o.rwlocks = seed % 5 == 0, o.unnested = seed % 7 == 0;
    o.open_sections = seed % 3 == 0;
    check (ft_random_trace (seed, &o), seed, enumeration_differs);
  }
  print_message ("# %zu pairs, %zu races, %zu foregone, %zu of them by ends of "
                 "sections\n",
                 pairs, races, foregone, by_tight);
  assert_true (!rounds_are_many () || (races > 1000 && by_tight > 10));
}

// Sections that write few values, so that which write a read returns is left over
// where a section stays open or a thread may go no farther.
static void choices (void **state) {
  (void)state;
  pairs = foregone = by_tight = by_closure = races = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 16 + seed % 3, o.threads = 2 + seed % 2, o.locks = 1;
    o.variables = 1 + seed % 2, o.acquire = 20, o.release = 15;
    o.values = 1 + seed / 2 % 3, o.atomics = seed % 5 == 0;
    o.open_sections = seed % 3 == 0;
    check (ft_random_trace (seed, &o), seed, enumeration_differs);
  }
  print_message ("# %zu pairs, %zu races, %zu foregone, %zu by the closure\n",
                 pairs, races, foregone, by_closure);
  assert_true (!rounds_are_many () || (races > 1000 && by_closure > 50));
}

// Conditions and tries, without values, so that what allows wakes and failed
// tries tells more than cones do.
static void enablers (void **state) {
  (void)state;
  pairs = foregone = by_tight = races = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 18, o.threads = 2 + seed % 2, o.locks = 1 + seed / 2 % 2;
    o.variables = 3, o.conditions = true, o.try_failed = seed % 3;
    check (ft_random_trace (seed, &o), seed, enumeration_differs);
  }
  print_message ("# %zu pairs, %zu races, %zu foregone, %zu of them by what "
                 "allows wakes and failed tries or by ends of sections\n",
                 pairs, races, foregone, by_tight);
  assert_true (!rounds_are_many () || (races > 1000 && by_tight > 100));
}

// ---- candidates ----------------------------------------------------------

// Instances that the clocks leave open, of the candidate's locations.
static uint64_t count_open (ft_cone *cone, const ft_candidates *single,
                            const ft_pair *like, const ft_ideals *needed) {
  const ft_trace *t = cone->facts->trace;
  uint64_t n = 0;
  ft_id p = t->events[like->first].location,
        q = t->events[like->second].location;
  for (size_t i = 0; i < single->list.size; i++) {
    const ft_pair *pair = single->list.begin[i].closest;
    ft_id a = t->events[pair->first].location;
    ft_id b = t->events[pair->second].location;
    ft_id ends[2] = {pair->first, pair->second};
    if ((a == p && b == q) || (a == q && b == p))
      n +=
          !ft_cone_infeasible (cone, question_of (t, ends, FT_MODEL_MCM), needed);
  }
  return n;
}

static bool candidate_differs (ft_cone *cone, const ft_candidates *single,
                               const ft_candidate *c, const ft_ideals *needed) {
  const ft_trace *t = cone->facts->trace;
  for (uint32_t i = 0; i < c->kept; i++) {
    ft_id ends[2] = {c->closest[i].first, c->closest[i].second};
    bool open =
        !ft_cone_infeasible (cone, question_of (t, ends, FT_MODEL_MCM), needed);
    if (open != (i < c->feasible))
      return differ ("open instances are not first");
  }
  if (t->events[c->closest->first].location == FT_NO_ID)
    return false;
  uint64_t open = count_open (cone, single, c->closest, needed);
  return c->kept && open <= c->feasible && c->feasible <= c->instances &&
                 c->feasible == open
             ? false
             : differ ("a count of open instances is wrong");
}

static bool candidates_differ (const ft_trace *t, void *unused) {
  (void)unused;
  ft_facts *f = ft_facts_new (t);
  ft_ideals *needed = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  ft_candidates_limits limits = {.candidates = SIZE_MAX};
  ft_candidates *single = ft_candidates_bounded (f->index, true, limits);
  ft_candidates *all = ft_candidates_bounded (f->index, false, limits);
  limits.needed[0] = needed;
  ft_candidates *some = ft_candidates_bounded (f->index, false, limits);
  ft_cone *cone = ft_cone_new (f);
  bool wrong = some->list.size == all->list.size
                   ? false
                   : differ ("clocks change the candidates");
  for (size_t i = 0; i < some->list.size && !wrong; i++) {
    const ft_candidate *c = some->list.begin + i;
    wrong = candidate_differs (cone, single, c, needed);
    pairs += c->instances, foregone += c->instances - c->feasible;
  }
  ft_cone_free (cone);
  ft_candidates_free (single);
  ft_candidates_free (all);
  ft_candidates_free (some);
  ft_ideals_free (needed);
  ft_facts_free (f);
  return wrong;
}

// Freed memory is a bound that ranges of accesses do not look at.
static void candidates (void **state) {
  (void)state;
  pairs = foregone = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (300); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 100, o.threads = 4, o.variables = 3;
    o = ft_random_features (seed, o);
    o.allocs = false;
    check (ft_random_trace (seed, &o), seed, candidates_differ);
  }
  print_message ("# %zu instances, %zu foregone\n", pairs, foregone);
  assert_true (!rounds_are_many () || foregone > 1000);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (against_enumeration),
      cmocka_unit_test (known_uses),
      cmocka_unit_test (sections), cmocka_unit_test (choices),
      cmocka_unit_test (enablers),
      cmocka_unit_test (candidates),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
