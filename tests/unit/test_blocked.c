// Deadlock witnesses: the checker against the rules stated slowly
// (tests/model/rules.c) on the deadlocks that enumeration finds and on random
// changes of these, and by hand.  FT_SEED and FT_ROUNDS repeat or extend the
// random ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "witness/checker.h"

enum { MOST_THREADS = 16 };

// ---- the slow twin

static bool is_cycle (const ft_rules *r, const ft_state *s,
                      const ft_witness *w) {
  const ft_trace *trace = r->trace;
  bool used[MOST_THREADS] = {false};
  size_t n = w->blocked.size;
  for (size_t i = 0; i < n; i++)
    if (w->blocked.begin[i] >= trace->size)
      return false;
  for (size_t i = 0; i < n; i++) {
    ft_id a = w->blocked.begin[i], b = w->blocked.begin[(i + 1) % n];
    ft_tid t = trace->events[a].thread;
    if (used[t] || ft_rules_next (r, s, t) != a ||
        !ft_rules_blocks (r, s, t, trace->events[b].thread))
      return false;
    used[t] = true;
  }
  return n > 1;
}

// Traces without conditions, so that no step has a choice.
static bool slow_accepts (const ft_rules *r, const ft_witness *w) {
  ft_state *s = FT_ARRAY (ft_state, r->words + 1);
  bool good = true;
  ft_rules_start (r, s);
  for (size_t i = 0; i < w->schedule.size && good; i++) {
    ft_id e = w->schedule.begin[i];
    good = e < r->trace->size &&
           ft_rules_next (r, s, r->trace->events[e].thread) == e &&
           ft_rules_allow (r, s, e);
    if (good)
      ft_rules_do (r, s, e, FT_NO_ID);
  }
  good = good && is_cycle (r, s, w);
  free (s);
  return good;
}

// ---- finding deadlocks

struct find {
  size_t state; // number of a state that is a deadlock, or SIZE_MAX
  ft_witness witness;
};

// Who waits for whom, from a thread on, until one comes again; the cycle is
// what follows its first time.
static bool follow (const ft_rules *r, const ft_state *s, ft_tid from,
                    ft_witness *w) {
  ft_tid path[MOST_THREADS + 1] = {from};
  for (size_t n = 1; n <= r->threads; n++) {
    ft_tid next = 0;
    while (next < r->threads && !ft_rules_blocks (r, s, path[n - 1], next))
      next++;
    if (next == r->threads)
      return false;
    path[n] = next;
    for (size_t i = 0; i < n; i++)
      if (path[i] == next) {
        for (; i < n; i++)
          FT_PUSH (w->blocked, ft_rules_next (r, s, path[i]));
        return true;
      }
  }
  return false;
}

static void visit (void *context, const ft_rules *r, const ft_state *s,
                   size_t i) {
  struct find *f = context;
  for (ft_tid t = 0; t < r->threads && f->state == SIZE_MAX; t++)
    if (follow (r, s, t, &f->witness))
      f->state = i;
}

// ---- mutations

struct tally {
  uint64_t seed;
  size_t found, accepted, refused;
  const char *what;
  ft_strbuf why;
};

static void copy (const ft_witness *from, ft_witness *to) {
  FT_CLEAR (to->blocked);
  FT_CLEAR (to->schedule);
  for (size_t i = 0; i < from->blocked.size; i++)
    FT_PUSH (to->blocked, from->blocked.begin[i]);
  for (size_t i = 0; i < from->schedule.size; i++)
    FT_PUSH (to->schedule, from->schedule.begin[i]);
}

static void swap (ft_id *list, size_t i, size_t j) {
  ft_id event = list[i];
  list[i] = list[j];
  list[j] = event;
}

static void drop (ft_witness *w, size_t i) {
  ft_id *s = w->schedule.begin;
  w->schedule.size--;
  memmove (s + i, s + i + 1, (w->schedule.size - i) * sizeof *s);
}

static void turn (ft_witness *w) {
  for (size_t i = 0; i + 1 < w->blocked.size; i++)
    swap (w->blocked.begin, i, i + 1);
}

static void mutate (ft_rng *rng, const ft_trace *trace, ft_witness *w) {
  uint32_t n = (uint32_t)w->schedule.size, k = (uint32_t)w->blocked.size;
  ft_id any = ft_rng_below (rng, trace->size + 1);
  switch (ft_rng_below (rng, 8)) {
  case 0:
    w->blocked.begin[ft_rng_below (rng, k)] = any;
    return;
  case 1:
    swap (w->blocked.begin, ft_rng_below (rng, k), ft_rng_below (rng, k));
    return;
  case 2:
    FT_PUSH (w->blocked, any);
    return;
  case 3:
    w->blocked.size -= k > 1;
    return;
  case 4:
    turn (w);
    return;
  case 5:
    FT_PUSH (w->schedule, any);
    return;
  case 6:
    if (n)
      drop (w, ft_rng_below (rng, n));
    return;
  default:
    if (n)
      swap (w->schedule.begin, ft_rng_below (rng, n), ft_rng_below (rng, n));
  }
}

static bool disagree (ft_checker *c, const ft_rules *r, const ft_witness *w,
                      struct tally *t, bool *accepted) {
  ft_strbuf_release (&t->why);
  *accepted = ft_checker_accepts (c, w, &t->why);
  t->what = *accepted ? "accepted" : "refused";
  return *accepted != slow_accepts (r, w) ||
         *accepted != !*ft_strbuf_text (&t->why);
}

static bool mutants_differ (ft_checker *c, const ft_rules *r,
                            const ft_witness *w, struct tally *t) {
  ft_rng rng = ft_rng_init (t->seed);
  ft_witness mutant = {.id = ""};
  bool differ = false, accepted;
  for (int i = 0; i < 60 && !differ; i++) {
    copy (w, &mutant);
    for (unsigned k = ft_rng_below (&rng, 2) + 1; k; k--)
      mutate (&rng, r->trace, &mutant);
    if (!mutant.blocked.size)
      continue; // a witness of a pair
    differ = disagree (c, r, &mutant, t, &accepted);
    *(accepted ? &t->accepted : &t->refused) += 1;
  }
  ft_witness_release (&mutant);
  return differ;
}

static bool differs (const ft_trace *trace, void *tally) {
  struct tally *t = tally;
  struct find f = {.state = SIZE_MAX};
  ft_enumeration *all =
      ft_enumerate_visiting (trace, 50000, (ft_visitor){visit, &f});
  bool differ = all->deadlock != (f.state != SIZE_MAX), accepted;
  t->what = "the model contradicts itself";
  if (!differ && all->deadlock) {
    ft_checker *c = ft_checker_new (trace);
    ft_rules *r = ft_rules_new (trace);
    ft_enumeration_schedule (all, f.state, &f.witness);
    t->found++;
    differ = disagree (c, r, &f.witness, t, &accepted) || !accepted ||
             mutants_differ (c, r, &f.witness, t);
    ft_rules_free (r);
    ft_checker_free (c);
  }
  ft_witness_release (&f.witness);
  ft_enumeration_free (all);
  return differ;
}

static void agrees_with_the_rules (void **state) {
  (void)state;
  struct tally t = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 26, o.threads = 3 + seed % 2, o.locks = 3, o.depth = 3;
    o.acquire = 60, o.release = 30;
    o.open_sections = true, o.rwlocks = seed % 3 == 0;
    ft_trace *trace = ft_lock_trace (seed, &o);
    t.seed = seed;
    if (differs (trace, &t)) {
      ft_trace *small = ft_shrink_trace (trace, differs, &t);
      ft_print_trace (stderr, small);
      differs (small, &t);
      fail_msg ("FT_SEED=%llu: %s: %s", (unsigned long long)seed, t.what,
                ft_strbuf_text (&t.why));
    }
    ft_trace_free (trace);
  }
  ft_strbuf_release (&t.why);
  print_message ("# %zu deadlocks, %zu mutants accepted, %zu refused\n",
                 t.found, t.accepted, t.refused);
  assert_true (t.found > 10 && t.accepted > 50 && t.refused > 50);
}

// ---- by hand

static ft_trace *trace_of (size_t n, const ft_event *events) {
  ft_trace *trace = ft_trace_new ("hand", "test");
  for (size_t i = 0; i < n; i++)
    ft_model_push (trace, events[i]);
  return trace;
}

static ft_event event (ft_tid thread, enum ft_kind kind, ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  return e;
}

// What the checker says of a deadlock of two threads; "" if it accepts.
static void expect (const ft_trace *trace, size_t n, const ft_id *schedule,
                    size_t k, const ft_id *blocked, const char *reason) {
  ft_checker *c = ft_checker_new (trace);
  ft_witness w = {.id = ""};
  ft_strbuf why = {0};
  for (size_t i = 0; i < n; i++)
    FT_PUSH (w.schedule, schedule[i]);
  for (size_t i = 0; i < k; i++)
    FT_PUSH (w.blocked, blocked[i]);
  bool accepted = ft_checker_accepts (c, &w, &why);
  if (!strstr (ft_strbuf_text (&why), reason))
    print_error ("expected '%s', found '%s'\n", reason, ft_strbuf_text (&why));
  assert_int_equal (accepted, !*reason);
  assert_non_null (strstr (ft_strbuf_text (&why), reason));
  ft_strbuf_release (&why);
  ft_witness_release (&w);
  ft_checker_free (c);
}

#define LIST(...)                                                              \
  sizeof ((ft_id[]){__VA_ARGS__}) / sizeof (ft_id), (ft_id[]) {                \
    __VA_ARGS__                                                                \
  }

// T0 takes l0 then l1, T1 takes l1 then l0.
static void two_threads (void **state) {
  (void)state;
  ft_event events[] = {
      event (0, FT_ACQUIRE, 0), event (0, FT_ACQUIRE, 1),
      event (0, FT_RELEASE, 1), event (0, FT_RELEASE, 0),
      event (1, FT_ACQUIRE, 1), event (1, FT_ACQUIRE, 0),
      event (1, FT_RELEASE, 0), event (1, FT_RELEASE, 1),
  };
  ft_trace *t = trace_of (8, events);
  expect (t, LIST (0, 4), LIST (1, 5), "");
  expect (t, LIST (4, 0), LIST (5, 1), "");
  expect (t, LIST (0, 4), LIST (1), "two threads or more");
  expect (t, LIST (0, 4), LIST (1, 6), "does not take a lock");
  expect (t, LIST (0, 4), LIST (1, 0), "are of one thread");
  expect (t, LIST (0, 4), LIST (1, 9), "no event 9");
  expect (t, LIST (0), LIST (1, 5), "but only 0 were done");
  expect (t, LIST (0, 1), LIST (1, 4), "is in the schedule");
  expect (t, LIST (0), LIST (1, 4), "does not wait for T1");
  expect (t, LIST (0, 4, 1), LIST (1, 5), "takes a lock that T1 holds");
  ft_trace_free (t);
}

// Readers wait for a writer, not for each other.
static void readers (void **state) {
  (void)state;
  ft_event events[] = {
      event (0, FT_ACQUIRE_SHARED, 0), event (0, FT_ACQUIRE_SHARED, 1),
      event (0, FT_RELEASE_SHARED, 1), event (0, FT_RELEASE_SHARED, 0),
      event (1, FT_ACQUIRE_SHARED, 1), event (1, FT_ACQUIRE, 0),
      event (1, FT_RELEASE, 0),        event (1, FT_RELEASE_SHARED, 1),
  };
  ft_trace *t = trace_of (8, events);
  expect (t, LIST (0, 4), LIST (1, 5), "does not hold it exclusively");
  t->events[4].kind = FT_ACQUIRE;
  t->events[7].kind = FT_RELEASE;
  expect (t, LIST (0, 4), LIST (1, 5), "");
  ft_trace_free (t);
}

// A branch may stand before the blocked acquire, so that the read before it
// has to return what it did.
static void reads_before (void **state) {
  (void)state;
  ft_event events[] = {
      event (0, FT_ACQUIRE, 0), event (0, FT_READ, 0),
      event (0, FT_ACQUIRE, 1), event (0, FT_RELEASE, 1),
      event (0, FT_RELEASE, 0), event (1, FT_ACQUIRE, 1),
      event (1, FT_WRITE, 0),   event (1, FT_ACQUIRE, 0),
      event (1, FT_RELEASE, 0), event (1, FT_RELEASE, 1),
  };
  ft_trace *t = trace_of (10, events);
  expect (t, LIST (0, 1, 5, 6), LIST (2, 7), "");
  expect (t, LIST (0, 5, 6, 1), LIST (2, 7), "depends on it");
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (agrees_with_the_rules),
      cmocka_unit_test (two_threads),
      cmocka_unit_test (readers),
      cmocka_unit_test (reads_before),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
