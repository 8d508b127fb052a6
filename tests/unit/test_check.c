// The checker against enumeration and against the rules stated slowly
// (tests/model/rules.c, which scans the trace for every question): all
// schedules that enumeration finds are accepted, and both agree on random
// changes of these schedules and on random schedules.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <string.h>

#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/rules.h"
#include "tests/model/shrink.h"
#include "witness/checker.h"

// ---- the slow twin

// Whether the schedule from its event i on can be done in the state, for some
// choice of signals, and leaves the pair racing.
static bool can_go_on (const ft_rules *r, ft_state *s, const ft_witness *w,
                       size_t i) {
  const ft_trace *trace = r->trace;
  if (i == w->schedule.size) {
    ft_id a = w->pair[0], b = w->pair[1];
    return a < trace->size && b < trace->size &&
           ft_rules_next (r, s, trace->events[a].thread) == a &&
           ft_rules_next (r, s, trace->events[b].thread) == b &&
           ft_rules_race (r, s, a, b);
  }
  ft_id e = w->schedule.begin[i];
  if (e >= trace->size || ft_rules_next (r, s, trace->events[e].thread) != e ||
      !ft_rules_allow (r, s, e))
    return false;
  ft_state *next = FT_ARRAY (ft_state, r->words + 1);
  bool wakes = trace->events[e].kind == FT_WAKE, accepted = false;
  for (ft_id choice = 0; choice <= trace->size && !accepted; choice++) {
    bool free_choice = choice == trace->size;
    if (free_choice ? wakes && !ft_rules_wakes_freely (r, s, e)
                    : !wakes || !ft_rules_wakes (r, s, e, choice))
      continue;
    memcpy (next, s, r->words * sizeof *s);
    ft_rules_do (r, next, e, free_choice ? FT_NO_ID : choice);
    accepted = can_go_on (r, next, w, i + 1);
  }
  free (next);
  return accepted;
}

static bool slow_accepts (const ft_rules *r, const ft_witness *w) {
  ft_state *s = FT_ARRAY (ft_state, r->words + 1);
  ft_rules_start (r, s);
  bool accepted = can_go_on (r, s, w, 0);
  free (s);
  return accepted;
}

// ---- comparing

static void explain (const ft_trace *trace, const ft_witness *w,
                     const char *why) {
  ft_print_trace (stderr, trace);
  fprintf (stderr, "pair %" PRIu32 " %" PRIu32 ", schedule:", w->pair[0],
           w->pair[1]);
  for (size_t i = 0; i < w->schedule.size; i++)
    fprintf (stderr, " %" PRIu32, w->schedule.begin[i]);
  fprintf (stderr, "\nchecker: %s\n", why);
}

// Whether both give one answer, and a refusal has a reason.
static bool agree (ft_checker *c, const ft_rules *r, const ft_witness *w,
                   bool *accepted, bool talk) {
  ft_strbuf why = {0};
  bool slow = slow_accepts (r, w);
  *accepted = ft_checker_accepts (c, w, &why);
  bool good = *accepted == slow && *accepted == !*ft_strbuf_text (&why);
  if (!good && talk)
    explain (r->trace, w, ft_strbuf_text (&why));
  ft_strbuf_release (&why);
  return good;
}

static void insert (ft_witness *w, size_t at, ft_id event) {
  FT_PUSH (w->schedule, event);
  ft_id *s = w->schedule.begin;
  memmove (s + at + 1, s + at, (w->schedule.size - 1 - at) * sizeof *s);
  s[at] = event;
}

static ft_id take (ft_witness *w, size_t at) {
  ft_id *s = w->schedule.begin, event = s[at];
  w->schedule.size--;
  memmove (s + at, s + at + 1, (w->schedule.size - at) * sizeof *s);
  return event;
}

static void mutate (ft_rng *rng, const ft_trace *trace, ft_witness *w) {
  size_t n = w->schedule.size;
  size_t i = n ? ft_rng_below (rng, (uint32_t)n) : 0;
  size_t j = n ? ft_rng_below (rng, (uint32_t)n) : 0;
  ft_id any = ft_rng_below (rng, trace->size + 1);
  unsigned what = ft_rng_below (rng, 8);
  if (what == 0 || !n)
    insert (w, i, any);
  else if (what == 1)
    take (w, i);
  else if (what == 2)
    insert (w, j, w->schedule.begin[i]);
  else if (what == 3)
    w->schedule.size = i;
  else if (what == 4)
    w->pair[ft_rng_below (rng, 2)] = any;
  else
    insert (w, j, take (w, i)); // a move; neighbours are swapped this way too
}

// Puts events that follow in other threads at the end, while the pair stays.
static void extend (ft_rng *rng, const ft_trace *trace, ft_witness *w) {
  ft_id e = ft_rng_below (rng, trace->size);
  ft_tid t = trace->events[e].thread;
  if (t != trace->events[w->pair[0]].thread &&
      t != trace->events[w->pair[1]].thread)
    FT_PUSH (w->schedule, e);
}

static void copy (const ft_witness *from, ft_witness *to) {
  memcpy (to->pair, from->pair, sizeof to->pair);
  FT_CLEAR (to->schedule);
  for (size_t i = 0; i < from->schedule.size; i++)
    FT_PUSH (to->schedule, from->schedule.begin[i]);
}

typedef struct ft_tally {
  uint64_t seed;
  unsigned found, accepted, refused; // schedules: by enumeration, by mutation
  bool talk;
} ft_tally;

static bool survives_mutation (ft_checker *c, const ft_rules *r,
                               const ft_witness *w, ft_rng *rng,
                               ft_tally *tally) {
  ft_witness mutant = {0};
  bool good = true, accepted;
  for (int i = 0; i < 12 && good; i++) {
    copy (w, &mutant);
    for (unsigned k = ft_rng_below (rng, 3) + 1; k; k--)
      if (ft_rng_percent (rng, 30) && mutant.pair[0] < r->trace->size &&
          mutant.pair[1] < r->trace->size)
        extend (rng, r->trace, &mutant);
      else
        mutate (rng, r->trace, &mutant);
    good = agree (c, r, &mutant, &accepted, tally->talk);
    *(accepted ? &tally->accepted : &tally->refused) += 1;
  }
  ft_witness_release (&mutant);
  return good;
}

static bool disagrees (const ft_trace *trace, void *context) {
  ft_tally *tally = context;
  ft_rng rng = ft_rng_init (tally->seed);
  ft_enumeration *all = ft_enumerate (trace, 20000);
  ft_checker *c = ft_checker_new (trace);
  ft_rules *r = ft_rules_new (trace);
  bool good = true, accepted;
  for (size_t i = 0; i < all->pairs.size && good; i++) {
    ft_witness w = {
        .pair = {all->pairs.begin[i].pair[0], all->pairs.begin[i].pair[1]}};
    bool race = all->pairs.begin[i].race;
    ft_enumeration_schedule (all, race ? all->pairs.begin[i].state : 0, &w);
    tally->found += race;
    good = agree (c, r, &w, &accepted, tally->talk) && (!race || accepted) &&
           survives_mutation (c, r, &w, &rng, tally);
    ft_witness_release (&w);
  }
  ft_checker_free (c);
  ft_rules_free (r);
  ft_enumeration_free (all);
  return !good;
}

static void fail_small (const ft_trace *trace, ft_tally *tally) {
  ft_trace *small = ft_shrink_trace (trace, disagrees, tally);
  tally->talk = true;
  disagrees (small, tally);
  ft_trace_free (small);
  fail_msg ("checker and rules disagree, seed %" PRIu64, tally->seed);
}

// Everything at random, or much of what seldom meets by chance.
static ft_random_options profile (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 22, o.threads = 4, o.locks = 3, o.variables = 3;
  switch (seed % 5) {
  case 1: // waits
    o.threads = 3 + seed % 3, o.locks = o.variables = o.depth = 1;
    o.conditions = true, o.acquire = 60;
    break;
  case 2: // dependence
    o.branches = o.locals = o.allocs = true;
    o.variables = 2, o.locks = 1, o.acquire = 5, o.read = 60;
    break;
  case 3: // values
    o.values = 2, o.unknown = 10, o.sizes = o.atomics = true;
    o.variables = 1, o.acquire = 10;
    break;
  case 4: // rounds
    o.barriers = true, o.odd_barriers = seed & 1, o.acquire = 10;
    break;
  default:
    return ft_random_features (seed, o);
  }
  return o;
}

static void agrees_with_enumeration (void **state) {
  (void)state;
  ft_tally tally = {0};
  for (uint64_t seed = 0; seed < 1000; seed++) {
    ft_random_options o = profile (seed);
    ft_trace *trace = ft_random_trace (seed, &o);
    tally.seed = seed;
    if (disagrees (trace, &tally))
      fail_small (trace, &tally);
    ft_trace_free (trace);
  }
  print_message ("# %u found, %u mutants accepted, %u refused\n", tally.found,
                 tally.accepted, tally.refused);
  assert_true (tally.found > 5000);
  assert_true (tally.accepted > 5000);
  assert_true (tally.refused > 5000);
}

static void agrees_on_hard_traces (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40, o.threads = 4, o.locks = 3, o.variables = 4;
  ft_tally tally = {0};
  for (uint64_t seed = 0; seed < 150; seed++) {
    ft_trace *trace = ft_hard_trace (seed, &o);
    tally.seed = seed;
    if (disagrees (trace, &tally))
      fail_small (trace, &tally);
    ft_trace_free (trace);
  }
  assert_true (tally.found > 100);
}

// ---- reasons

static ft_event event (ft_tid thread, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  return e;
}

static void refuses (const ft_trace *trace, ft_id a, ft_id b, const char *text,
                     size_t n, const ft_id *schedule) {
  ft_witness w = {.pair = {a, b}};
  ft_strbuf why = {0};
  ft_checker *c = ft_checker_new (trace);
  for (size_t i = 0; i < n; i++)
    FT_PUSH (w.schedule, schedule[i]);
  assert_false (ft_checker_accepts (c, &w, &why));
  assert_string_equal (ft_strbuf_text (&why), text);
  assert_false (ft_checker_accepts (c, &w, NULL));
  ft_strbuf_release (&why);
  ft_witness_release (&w);
  ft_checker_free (c);
}

#define REFUSES(trace, a, b, text, ...)                                        \
  refuses (trace, a, b, text,                                                  \
           sizeof ((ft_id[]){__VA_ARGS__}) / sizeof (ft_id),                   \
           (ft_id[]){__VA_ARGS__})

static void says_why (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_model_push (t, event (0, FT_ACQUIRE, 0));
  ft_model_push (t, event (0, FT_WRITE, 0));
  ft_model_push (t, event (0, FT_RELEASE, 0));
  ft_model_push (t, event (0, FT_FORK, 2));
  ft_model_push (t, event (1, FT_ACQUIRE, 0));
  ft_model_push (t, event (1, FT_READ, 0));
  ft_model_push (t, event (1, FT_RELEASE, 0));
  ft_model_push (t, event (1, FT_WRITE, 1));
  ft_model_push (t, event (2, FT_WRITE, 1));
  ft_model_push (t, event (0, FT_JOIN, 2));
  ft_model_push (t, event (0, FT_READ, 1));
  REFUSES (t, 7, 8,
           "event 5 (T1 read x0) reads the initial value, but in the "
           "trace it read from event 1 (T0 write x0); event 6 (T1 release l0) "
           "depends on it",
           4, 5, 6, 0, 1, 2, 3);
  REFUSES (t, 7, 8, "event 4 (T1 acquire l0) takes a lock that T0 holds", 0, 1,
           4);
  REFUSES (t, 7, 8,
           "event 8 (T2 write x1) comes before event 3 (T0 fork T2) starts "
           "its thread",
           8);
  REFUSES (t, 7, 8,
           "event 1 (T0 write x0) is event 2 of its thread, but only 0 were "
           "done",
           1);
  REFUSES (t, 7, 8, "event 0 (T0 acquire l0) is in the schedule twice", 0, 0);
  REFUSES (t, 7, 8, "there is no event 99 in the trace", 0, 99);
  REFUSES (t, 5, 8,
           "event 5 (T1 read x0) and event 8 (T2 write x1) do not "
           "conflict",
           0);
  REFUSES (t, 1, 5, "event 1 (T0 write x0) races, but is in the schedule", 0, 1,
           2, 4);
  REFUSES (t, 7, 10,
           "event 9 (T0 join T2) comes before the thread is over: 0 of its 1 "
           "events were done",
           0, 1, 2, 3, 9);
  ft_trace_free (t);
}

static ft_event valued (ft_event e, uint64_t value) {
  e.value = value;
  e.flags |= FT_HAS_VALUE;
  return e;
}

// Beside a read, a compare-and-swap has to be made; beside a write it need not.
static void exchanges_find_what_they_found (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_checker *c;
  ft_event made = valued (event (0, FT_ATOMIC_RMW, 0), 0);
  made.flags |= FT_CONDITIONAL;
  ft_model_push (t, made);
  ft_model_push (t, valued (event (1, FT_ATOMIC_WRITE, 0), 5));
  ft_model_push (t, valued (event (1, FT_READ, 0), 5));
  ft_model_push (t, valued (event (1, FT_ATOMIC_WRITE, 0), 0));
  ft_model_push (t, valued (event (1, FT_READ, 0), 0));
  ft_model_push (t, valued (event (1, FT_WRITE, 0), 7));
  REFUSES (t, 0, 2,
           "event 0 (T0 atomic-rmw x0) reads from event 1 (T1 atomic-write "
           "x0), but in the trace it read the initial value; event 0 "
           "(T0 atomic-rmw x0) depends on it; with an access that does not "
           "write it races only if it writes",
           1);
  c = ft_checker_new (t);
  ft_witness w = {.pair = {0, 4}};
  for (ft_id e = 1; e < 4; e++)
    FT_PUSH (w.schedule, e);
  assert_true (ft_checker_accepts (c, &w, NULL));
  FT_PUSH (w.schedule, 4);
  w.pair[1] = 5;
  assert_true (ft_checker_accepts (c, &w, NULL));
  ft_witness_release (&w);
  ft_checker_free (c);
  t->events[0].flags = FT_CONDITIONAL;
  REFUSES (t, 0, 4,
           "the value that event 0 (T0 atomic-rmw x0) read is not recorded, so "
           "that it may write nothing",
           1, 2, 3);
  ft_trace_free (t);
}

// T1 reads 8 from x1 where T0 comes to its read; the exchange compares with it.
static void exchanges_compare_with_what_was_read (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_detail none = FT_DETAIL_NONE, read = FT_DETAIL_NONE;
  none.operands_known = none.pointers_known = read.pointers_known = true;
  ft_detail compares = none;
  read.result = 0;
  compares.operands = (uint32_t)t->tables.operands.size;
  compares.operand_count = 1;
  FT_PUSH (t->tables.operands, ((ft_operand){0, 0}));
  ft_event events[] = {
      event (0, FT_BRANCH, FT_NO_ID), valued (event (0, FT_WRITE, 1), 8),
      valued (event (0, FT_READ, 0), 0), valued (event (0, FT_WRITE, 1), 0),
      valued (event (1, FT_READ, 1), 0), valued (event (1, FT_ATOMIC_RMW, 0), 0)};
  for (ft_id i = 0; i < 6; i++)
    events[i].detail = ft_model_detail (t, i < 4    ? none
                                           : i == 4 ? read
                                                    : compares);
  events[5].flags |= FT_CONDITIONAL;
  for (ft_id i = 0; i < 6; i++)
    ft_model_push (t, events[i]);
  REFUSES (t, 2, 5,
           "event 4 (T1 read x1) reads from event 1 (T0 write x1), but in the "
           "trace it read from event 3 (T0 write x1); event 5 (T1 atomic-rmw "
           "x0) depends on it",
           0, 1, 4);
  ft_trace_free (t);
}

static void join_needs_the_fork (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_model_push (t, event (0, FT_WRITE, 0));
  ft_model_push (t, event (0, FT_FORK, 2));
  ft_model_push (t, event (1, FT_JOIN, 2));
  ft_model_push (t, event (1, FT_WRITE, 0));
  REFUSES (t, 0, 3, "event 2 (T1 join T2) comes before event 1 (T0 fork T2)",
           2);
  ft_trace_free (t);
}

// A reader's own hold is no reason for its try to fail.
static void try_fails_on_others (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_model_push (t, event (0, FT_ACQUIRE_SHARED, 0));
  ft_model_push (t, event (1, FT_ACQUIRE_SHARED, 0));
  ft_model_push (t, event (1, FT_TRY_FAILED, 0));
  ft_model_push (t, event (1, FT_WRITE, 0));
  ft_model_push (t, event (0, FT_WRITE, 0));
  REFUSES (t, 3, 4,
           "event 2 (T1 try-failed l0) fails although no other thread holds "
           "the lock",
           1, 2);
  ft_trace_free (t);
}

static void semaphore_starts_at_its_init (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_event init = event (0, FT_SEM_INIT, 0);
  init.value = 1, init.flags = FT_HAS_VALUE;
  ft_model_push (t, init);
  ft_model_push (t, event (0, FT_WRITE, 0));
  ft_model_push (t, event (1, FT_SEM_WAIT, 0));
  ft_model_push (t, event (1, FT_WRITE, 0));
  REFUSES (t, 1, 3,
           "event 2 (T1 sem-wait c0) passes a semaphore whose count "
           "is 0",
           2);
  ft_trace_free (t);
}

static void locks_exclude (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_model_push (t, event (0, FT_ACQUIRE_SHARED, 0));
  ft_model_push (t, event (0, FT_WRITE, 0));
  ft_model_push (t, event (0, FT_RELEASE_SHARED, 0));
  ft_model_push (t, event (1, FT_ACQUIRE, 0));
  ft_model_push (t, event (1, FT_WRITE, 0));
  REFUSES (t, 1, 4,
           "event 3 (T1 acquire l0) takes a lock that readers hold (1)", 0, 3);
  REFUSES (t, 1, 4, "event 0 (T0 acquire-shared l0) takes a lock that T1 holds",
           3, 0);
  ft_trace_free (t);
}

// Two threads wait, and a third wakes them with signals or broadcasts; at
// last each writes x.  Events: T0 0-1 and 6-7, T1 2-3 and 8-9, T2 4-5.
static ft_trace *two_waits (enum ft_kind notify) {
  ft_trace *t = ft_trace_new ("hand", "hand");
  for (ft_tid i = 0; i < 2; i++) {
    ft_event release = event (i, FT_RELEASE, i);
    release.condition = 0;
    ft_model_push (t, event (i, FT_ACQUIRE, i));
    ft_model_push (t, release);
  }
  ft_model_push (t, event (2, notify, 0));
  ft_model_push (t, event (2, notify, 0));
  for (ft_tid i = 0; i < 2; i++) {
    ft_model_push (t, event (i, FT_WAKE, 0));
    ft_model_push (t, event (i, FT_WRITE, 0));
  }
  return t;
}

static void wakes_need_signals (void **state) {
  (void)state;
  static const char none[] = "no signal or broadcast since its wait began is "
                             "left for event 8 (T1 wake c0)";
  ft_trace *t = two_waits (FT_SIGNAL);
  REFUSES (t, 7, 9, none, 0, 1, 2, 3, 4, 6, 8);    // one signal for two
  REFUSES (t, 7, 9, none, 0, 1, 4, 5, 6, 2, 3, 8); // before the wait
  REFUSES (t, 7, 9, none, 2, 3, 8);
  ft_trace_free (t);
  t = two_waits (FT_BROADCAST);
  REFUSES (t, 7, 9, none, 0, 1, 4, 6, 2, 3, 8);
  ft_witness w = {.pair = {7, 9}};
  ft_checker *c = ft_checker_new (t);
  for (ft_id i = 0; i <= 8; i++) // one broadcast for both
    if (i != 5 && i != 7)
      FT_PUSH (w.schedule, i);
  assert_true (ft_checker_accepts (c, &w, NULL));
  ft_checker_free (c);
  ft_witness_release (&w);
  ft_trace_free (t);
}

// Three arrive before the first leaves, so that it looks like three parties;
// then a fourth comes and goes, which three parties do not explain.
static void odd_barriers_keep_their_order (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  for (ft_tid i = 0; i < 3; i++)
    ft_model_push (t, event (i, FT_BARRIER_ARRIVE, 0));
  ft_model_push (t, event (0, FT_BARRIER_LEAVE, 0));
  ft_model_push (t, event (3, FT_BARRIER_ARRIVE, 0));
  ft_model_push (t, event (3, FT_BARRIER_LEAVE, 0));
  ft_model_push (t, event (0, FT_WRITE, 0));
  ft_model_push (t, event (3, FT_WRITE, 0));
  REFUSES (t, 6, 7,
           "event 4 (T3 barrier-arrive c0) must keep its recorded position "
           "among the events of a barrier whose rounds are not known",
           0, 1, 4);
  t->events[5].flags |= FT_DROPPED; // without it three parties fit
  REFUSES (t, 6, 7,
           "event 3 (T0 barrier-leave c0) leaves after 2 arrivals, but its "
           "round is full after 3",
           0, 4, 3);
  ft_trace_free (t);
}

// An address computed from a local that no recorded event defines may come
// from any earlier read.
static void unknown_locals_need_all_reads (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("hand", "hand");
  ft_operand unknown = {0, 0};
  ft_detail d = FT_DETAIL_NONE;
  FT_PUSH (t->tables.operands, unknown);
  d.pointers_known = true, d.pointer_count = 1;
  ft_model_push (t, event (0, FT_WRITE, 1));
  ft_model_push (t, event (0, FT_WRITE, 0));
  ft_model_push (t, event (1, FT_READ, 0));
  ft_event write = event (1, FT_WRITE, 1);
  write.detail = ft_model_detail (t, d);
  ft_model_push (t, write);
  ft_model_push (t, event (1, FT_BRANCH, FT_NO_ID));
  REFUSES (t, 0, 3,
           "event 2 (T1 read x0) reads the initial value, but in the "
           "trace it read from event 1 (T0 write x0); event 3 (T1 write x1) "
           "depends on it",
           2);
  ft_trace_free (t);
}

// A checker starts every run afresh, whatever the last one left behind.
static void forgets_earlier_runs (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 200; seed++) {
    ft_random_options o = profile (seed);
    ft_trace *trace = ft_random_trace (seed, &o);
    ft_enumeration *all = ft_enumerate (trace, 5000);
    ft_checker *used = ft_checker_new (trace);
    for (size_t i = 0; i < all->pairs.size; i++) {
      const ft_enumerated *p = all->pairs.begin + i;
      ft_witness w = {.pair = {p->pair[0], p->pair[1]}};
      ft_enumeration_schedule (all, p->state, &w);
      ft_checker *fresh = ft_checker_new (trace);
      assert_int_equal (ft_checker_accepts (used, &w, NULL),
                        ft_checker_accepts (fresh, &w, NULL));
      ft_checker_free (fresh);
      ft_witness_release (&w);
    }
    ft_checker_free (used);
    ft_enumeration_free (all);
    ft_trace_free (trace);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (says_why),
      cmocka_unit_test (exchanges_find_what_they_found),
      cmocka_unit_test (exchanges_compare_with_what_was_read),
      cmocka_unit_test (join_needs_the_fork),
      cmocka_unit_test (locks_exclude),
      cmocka_unit_test (unknown_locals_need_all_reads),
      cmocka_unit_test (wakes_need_signals),
      cmocka_unit_test (odd_barriers_keep_their_order),
      cmocka_unit_test (try_fails_on_others),
      cmocka_unit_test (semaphore_starts_at_its_init),
      cmocka_unit_test (forgets_earlier_runs),
      cmocka_unit_test (agrees_with_enumeration),
      cmocka_unit_test (agrees_on_hard_traces),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
