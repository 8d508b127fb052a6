// Schedules of 'improve' against the definition of what may come next, written
// without any state, and against a search through all interleavings: how often
// both threads of a pair get to their events where that can be.  And fewer
// switches against the checker.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "candidate/pairs.h"
#include "explore/improve.h"
#include "explore/context_switches.h"
#include "explore/interleaving_outlook.h"
#include "explore/interleavings.h"
#include "predict/check.h"
#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "witness/checker.h"

static size_t possible, brought;

// ---- what may come next, by definition -------------------------------------

// How many events of each thread have run.
typedef struct state {
  ft_id at[8];
} state;

static bool has_run (const ft_index *x, const state *s, ft_id event) {
  return x->local[event] < s->at[x->trace->events[event].thread];
}

static bool notifies (const ft_event *e, ft_id object) {
  return e->target == object &&
         (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST ||
          e->kind == FT_BARRIER_ARRIVE || e->kind == FT_SEM_POST ||
          e->kind == FT_SEM_INIT);
}

// As many as there were in the trace.
static bool is_told (const ft_index *x, const state *s, ft_id event) {
  ft_id object = x->trace->events[event].target, wanted = 0, there = 0;
  for (ft_id e = 0; e < x->trace->size; e++)
    if (notifies (x->trace->events + e, object)) {
      wanted += e < event;
      there += has_run (x, s, e);
    }
  return there >= wanted;
}

// In interleavings a wait takes any post: as many as there were.
static bool counts_units;

static bool has_unit (const ft_index *x, const state *s, ft_id object) {
  uint64_t units = 0;
  for (ft_id e = 0; e < x->trace->size; e++) {
    const ft_event *n = x->trace->events + e;
    if (n->target != object || !has_run (x, s, e))
      continue;
    if (n->kind == FT_SEM_INIT && !(n->flags & FT_HAS_VALUE))
      return true;
    units += n->kind == FT_SEM_INIT   ? n->value
             : n->kind == FT_SEM_POST ? 1
                                      : 0;
    units -= n->kind == FT_SEM_WAIT;
  }
  return units;
}

static bool is_initialised (const ft_index *x, ft_id object) {
  for (ft_id e = 0; e < x->trace->size; e++)
    if (x->trace->events[e].kind == FT_SEM_INIT &&
        x->trace->events[e].target == object)
      return true;
  return false;
}

static bool holds (const ft_index *x, const state *s, ft_tid t, ft_id lock,
                   bool shared_too) {
  int held = 0;
  for (ft_id k = 0; k < s->at[t]; k++) {
    const ft_event *e = x->trace->events + ft_index_event (x, t, k);
    if (ft_event_is_void (e) || e->target != lock)
      continue;
    if (e->kind == FT_ACQUIRE || (shared_too && e->kind == FT_ACQUIRE_SHARED))
      held++;
    if (e->kind == FT_RELEASE || (shared_too && e->kind == FT_RELEASE_SHARED))
      held--;
  }
  return held > 0;
}

static bool is_free (const ft_index *x, const state *s, const ft_event *e) {
  for (ft_tid t = 0; t < x->threads; t++)
    if (t != e->thread && holds (x, s, t, e->target, e->kind == FT_ACQUIRE))
      return false;
  return true;
}

static bool may_run (const ft_index *x, const state *s, ft_tid t) {
  if (s->at[t] == ft_index_length (x, t) ||
      (x->fork_of[t] != FT_NO_ID && !has_run (x, s, x->fork_of[t])))
    return false;
  ft_id event = ft_index_event (x, t, s->at[t]);
  const ft_event *e = x->trace->events + event;
  if (ft_event_is_void (e))
    return true;
  if (ft_kind_acquires (e->kind))
    return is_free (x, s, e);
  if (e->kind == FT_JOIN)
    return s->at[e->target] == ft_index_length (x, e->target);
  if (e->kind == FT_SEM_WAIT && counts_units)
    return !is_initialised (x, e->target) || has_unit (x, s, e->target);
  if ((e->kind == FT_WAKE && !(e->flags & FT_UNSIGNALLED)) ||
      e->kind == FT_BARRIER_LEAVE || e->kind == FT_SEM_WAIT)
    return is_told (x, s, event);
  return true;
}

static bool is_allowed (const ft_index *x, const ft_event_list *schedule) {
  state s = {{0}};
  for (size_t i = 0; i < schedule->size; i++) {
    ft_tid t = x->trace->events[schedule->begin[i]].thread;
    if (!may_run (x, &s, t) ||
        ft_index_event (x, t, s.at[t]) != schedule->begin[i])
      return false;
    s.at[t]++;
  }
  return true;
}

// ---- all interleavings -----------------------------------------------------

static uint64_t key_of (const state *s) {
  uint64_t key = 1;
  for (int t = 0; t < 8; t++)
    key = key << 7 | s->at[t];
  return key;
}

// Whether a state with both threads at their events can come.
static bool reaches (const ft_index *x, state s, const ft_id pair[2],
                     ft_map *seen) {
  const ft_event *events = x->trace->events;
  uint32_t *known = ft_map_at (seen, key_of (&s));
  if (*known != FT_NO_ID)
    return false;
  *known = 0;
  if (s.at[events[pair[0]].thread] == x->local[pair[0]] &&
      s.at[events[pair[1]].thread] == x->local[pair[1]])
    return true;
  for (ft_tid t = 0; t < x->threads; t++)
    if (may_run (x, &s, t)) {
      state next = s;
      next.at[t]++;
      if (reaches (x, next, pair, seen))
        return true;
    }
  return false;
}

// Both are the last two of the schedule, or nothing follows one of them.
static bool meets (const ft_event_list *s, const ft_id pair[2]) {
  size_t n = s->size;
  return n >= 2 &&
         ((s->begin[n - 1] == pair[0] && s->begin[n - 2] == pair[1]) ||
          (s->begin[n - 1] == pair[1] && s->begin[n - 2] == pair[0]));
}

static bool pair_fails (const ft_index *x, const ft_id pair[2]) {
  ft_event_list schedule = {0};
  ft_map seen = {0};
  bool fails = false, met = false;
  for (int how = 0; how < FT_IMPROVEMENT_COUNT; how++) {
    ft_improve (x, pair, (enum ft_improvement)how, &schedule);
    fails |= !is_allowed (x, &schedule);
    met |= how <= FT_IMPROVE_FIRST_FIRST && meets (&schedule, pair);
  }
  bool can = reaches (x, (state){{0}}, pair, &seen);
  possible += can;
  brought += met && can;
  FT_RELEASE (schedule);
  ft_map_release (&seen);
  return fails;
}

static bool trace_fails (const ft_trace *t, void *unused) {
  (void)unused;
  ft_index *x = ft_index_new (t);
  ft_candidates *all = ft_candidates_new (x, true, 100);
  bool fails = false;
  for (size_t i = 0; i < all->list.size && !fails; i++) {
    const ft_pair *p = all->list.begin[i].closest;
    fails = pair_fails (x, (ft_id[2]){p->first, p->second});
  }
  ft_candidates_free (all);
  ft_index_free (x);
  return fails;
}

static void schedules_are_allowed (void **unused) {
  (void)unused;
  ft_random_options usual = FT_RANDOM_DEFAULTS;
  usual.forks = usual.joins = true;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = ft_random_features (seed, usual);
    ft_trace *t = ft_random_trace (seed, &o);
    if (trace_fails (t, NULL)) {
      ft_trace *small = ft_shrink_trace (t, trace_fails, NULL);
      fprintf (stderr, "FT_SEED=%llu: a schedule that cannot be:\n",
               (unsigned long long)seed);
      for (ft_id e = 0; e < small->size; e++)
        fprintf (
            stderr, "  %s %s %s\n",
            ft_trace_name (small, FT_CLASS_THREAD, small->events[e].thread),
            ft_kind_name (small->events[e].kind),
            ft_trace_target_name (small, small->events + e));
      fail ();
    }
    ft_trace_free (t);
  }
  print_message ("%zu of %zu pairs that can meet do\n", brought, possible);
  if (rounds_are_many ()) {
    assert_true (possible > 1000);
    assert_true (brought * 10 >= possible * 9);
  }
}

// ---- interleavings -----------------------------------------------------------

static size_t interleavings;

static size_t position_of (const ft_event_list *s, ft_id event) {
  size_t i = 0;
  while (i < s->size && s->begin[i] != event)
    i++;
  return i;
}

// The schedule can happen, and the thread that waits does so.
static bool is_proper (const ft_index *x, const ft_interleaving *r) {
  ft_event_list schedule = {0};
  bool fine = ft_interleaving_schedule (x, r, &schedule) &&
              is_allowed (x, &schedule);
  size_t run = position_of (&schedule, r->run);
  fine = fine && run < schedule.size && run < position_of (&schedule, r->stop);
  if (fine && r->then != FT_NO_ID)
    fine = position_of (&schedule, r->then) < schedule.size;
  FT_RELEASE (schedule);
  return fine;
}

static bool interleaving_fails (const ft_trace *t, void *unused) {
  (void)unused;
  ft_index *x = ft_index_new (t);
  ft_interleaving_list all = {0};
  bool fails = false;
  fails = ft_interleaving_outlook (x, &(ft_event_list){0}, FT_NO_ID, NULL) !=
          FT_OUTLOOK_SAME; // the trace itself
  ft_interleavings_list (x, NULL, &all);
  for (size_t i = 0; i < all.size && !fails; i++)
    fails = !is_proper (x, all.begin + i);
  interleavings += all.size;
  FT_RELEASE (all);
  ft_index_free (x);
  return fails;
}

static void interleavings_are_allowed (void **unused) {
  (void)unused;
  ft_random_options usual = FT_RANDOM_DEFAULTS;
  usual.forks = usual.joins = true;
  counts_units = true;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = ft_random_features (seed, usual);
    ft_trace *t = ft_random_trace (seed, &o);
    if (interleaving_fails (t, NULL)) {
      fprintf (stderr, "FT_SEED=%llu: an interleaving that cannot be\n",
               (unsigned long long)seed);
      fail ();
    }
    ft_trace_free (t);
  }
  counts_units = false;
  print_message ("%zu interleavings\n", interleavings);
  if (rounds_are_many ())
    assert_true (interleavings > 10000);
}

// ---- switches --------------------------------------------------------------

static void fewer_switches_are_accepted (void **unused) {
  (void)unused;
  size_t before = 0, after = 0;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.values = 2;
  o.events = 40;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (40, 100);
       seed++) {
    ft_trace *t = ft_random_trace (seed, &o);
    ft_check_options options = FT_CHECK_DEFAULTS;
    ft_results results;
    options.jobs = 1;
    options.deadlocks = false;
    ft_check (t, &options, &results);
    ft_checker *checker = ft_checker_new (t);
    for (size_t i = 0; i < results.size; i++)
      if (results.races[i].verdict == FT_CERTIFIED) {
        ft_witness *w = &results.races[i].witness;
        size_t events = w->schedule.size, was = ft_context_switches_count (t, w);
        ft_context_switches_reduce (t, w);
        assert_true (ft_checker_accepts (checker, w, NULL));
        assert_int_equal (w->schedule.size, events);
        assert_true (ft_context_switches_count (t, w) <= was);
        before += was;
        after += ft_context_switches_count (t, w);
      }
    ft_checker_free (checker);
    ft_results_release (&results);
    ft_trace_free (t);
  }
  print_message ("%zu switches, %zu afterwards\n", before, after);
  assert_true (!rounds_are_many () || after < before);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (schedules_are_allowed),
      cmocka_unit_test (interleavings_are_allowed),
      cmocka_unit_test (fewer_switches_are_accepted),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
