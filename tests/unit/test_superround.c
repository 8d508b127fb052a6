// How far runs came under schedules, on random ones, against the definition,
// for each beginning of a run anew; what a trace cannot tell of; schedules as
// files; and what the journal makes of super-rounds.  FT_SEED and FT_ROUNDS
// repeat or extend the random cases; a failure is made small and says its seed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "explore/search_state.h"
#include "explore/superround.h"
#include "explore/run_input.h"
#include "tests/unit/read_text.h"
#include "tests/unit/rounds.h"
#include "tests/unit/scratch.h"

enum { THREADS = 3, LABELS = 3, MOST = 12 };

typedef struct subject {
  ft_schedule_event schedule[MOST], run[2 * MOST];
  bool untraced[MOST];
  size_t length, size;
  uint64_t state;
} subject;

static unsigned below (subject *s, unsigned n) {
  s->state = s->state * UINT64_C (6364136223846793005) + 1442695040888963407;
  return (unsigned)(s->state >> 33) % n;
}

static ft_schedule_event any (subject *s) {
  return (ft_schedule_event){below (s, THREADS), below (s, LABELS)};
}

// A run is the schedule with some events left out, added, or none.
static void make (subject *s, uint64_t seed) {
  *s = (subject){.state = seed * 77};
  s->length = below (s, MOST);
  for (size_t i = 0; i < s->length; i++) {
    s->schedule[i] = any (s);
    s->untraced[i] = !below (s, 9);
    unsigned what = below (s, 12);
    if (what == 2 && s->size)
      s->run[s->size] = s->run[s->size - 1], s->size++;
    if (what < 2)
      s->run[s->size++] = what ? any (s) : (ft_schedule_event){FT_NO_ID, FT_NO_ID};
    if (what < 11 && !s->untraced[i])
      s->run[s->size++] = s->schedule[i];
  }
}

// ---- by definition ---------------------------------------------------------

static bool is_same (ft_schedule_event a, ft_schedule_event b) {
  return a.thread == b.thread && a.label == b.label;
}

static size_t pass_unseen (const subject *s, size_t i) {
  while (i < s->length && s->untraced[i])
    i++;
  return i;
}

// Whether the thread of the last of 'size' events did the same before.
static bool repeats (const subject *s, size_t size) {
  for (size_t i = size - 1; i--;)
    if (s->run[i].thread == s->run[size - 1].thread)
      return s->run[i].label == s->run[size - 1].label;
  return false;
}

// Whether it is what its thread has to do next once 'count' events came.
static bool is_next (const subject *s, size_t count, ft_schedule_event e) {
  for (size_t i = count; i < s->length; i++)
    if (!s->untraced[i] && s->schedule[i].thread == e.thread)
      return s->schedule[i].label == e.label;
  return false;
}

// For each beginning of the run: how many events came, and whether it is under
// the schedule.
typedef struct history {
  size_t count[2 * MOST + 1];
  bool under[2 * MOST + 1];
} history;

static void go_on (const subject *s, size_t size, history *h) {
  ft_schedule_event e = s->run[size - 1];
  size_t before = h->count[size - 1];
  bool comes = h->under[size - 1] && before < s->length &&
               is_same (s->schedule[before], e);
  h->count[size] = comes ? pass_unseen (s, before + 1) : before;
  h->under[size] = h->under[size - 1] &&
                   (comes || repeats (s, size) || !is_next (s, before, e));
}

static ft_schedule_prefix define (const subject *s) {
  history h = {{pass_unseen (s, 0)}, {true}};
  for (size_t size = 1; size <= s->size; size++)
    go_on (s, size, &h);
  ft_schedule_prefix came = {h.count[s->size], FT_NO_ID, FT_NO_ID};
  for (ft_id i = 0; i < s->size; i++)
    if (h.count[i + 1] > h.count[i]) {
      came.last = i;
      if (came.count < s->length &&
          s->run[i].thread == s->schedule[came.count].thread)
        came.since = i;
    }
  return came;
}

// ---- the other way ---------------------------------------------------------

static void name (ft_intern *names, int count) {
  for (char c = 'a'; c < 'a' + count; c++)
    ft_intern_add (names, &c, 1);
}

static ft_schedule_prefix reach (const subject *s) {
  ft_sequence q = {0};
  name (&q.threads, THREADS);
  name (&q.labels, LABELS);
  for (size_t i = 0; i < s->length; i++)
    FT_PUSH (q.events, s->schedule[i]);
  ft_schedule_prefix came =
      ft_superround_prefix (&q, s->untraced, s->run, (ft_id)s->size);
  ft_sequence_release (&q);
  return came;
}

static bool differ (const subject *s) {
  ft_schedule_prefix a = define (s), b = reach (s);
  return a.count != b.count || a.last != b.last || a.since != b.since;
}

static void drop (subject *s, size_t i) {
  if (i < s->size) {
    memmove (s->run + i, s->run + i + 1, (--s->size - i) * sizeof *s->run);
    return;
  }
  i -= s->size;
  s->length--;
  memmove (s->schedule + i, s->schedule + i + 1,
           (s->length - i) * sizeof *s->schedule);
  memmove (s->untraced + i, s->untraced + i + 1, s->length - i);
}

static _Noreturn void complain (subject s, uint64_t seed) {
  for (size_t i = 0; i < s.size + s.length;) {
    subject less = s;
    drop (&less, i);
    if (differ (&less))
      s = less, i = 0;
    else
      i++;
  }
  for (size_t i = 0; i < s.length; i++)
    print_error ("schedule %u:%u%s\n", s.schedule[i].thread,
                 s.schedule[i].label, s.untraced[i] ? " untraced" : "");
  for (size_t i = 0; i < s.size; i++)
    print_error ("run %u:%u\n", s.run[i].thread, s.run[i].label);
  fail_msg ("FT_SEED=%lu FT_ROUNDS=1: %zu came, not %zu", (unsigned long)seed,
            reach (&s).count, define (&s).count);
  abort ();
}

static void random_runs_agree (void **state) {
  (void)state;
  size_t whole = 0, left = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20000); seed++) {
    subject s;
    make (&s, seed);
    if (differ (&s))
      complain (s, seed);
    ft_schedule_prefix came = reach (&s);
    whole += came.count == s.length;
    left += came.count < s.length && came.since != FT_NO_ID;
  }
  if (rounds_are_many ())
    assert_true (whole > 1000 && left > 1000);
}

// ---- on traces -------------------------------------------------------------

#define EVENT(t, fields, at)                                                   \
  "{\"thread\":\"" t "\"," fields ",\"location\":\"" at "\"}\n"
#define WRITE(t, at) EVENT (t, "\"op\":\"write\",\"variable\":\"x\"", at)

static void add_all (ft_sequence *s, const ft_trace *t) {
  for (ft_id i = 0; i < t->size; i++)
    ft_sequence_add (s, t, &i, 1);
}

// T2 leaves the schedule after its first event, and comes to the second one
// too late; what it does in between is its own.
static void a_run_that_leaves (void **state) {
  (void)state;
  ft_trace *meant =
      read_text ("jsonl", WRITE ("T1", "a") WRITE ("T2", "b") WRITE ("T2", "c")
                              WRITE ("T1", "d"));
  ft_trace *came = read_text (
      "jsonl", WRITE ("T2", "z") WRITE ("T1", "a") WRITE ("T2", "b")
                   WRITE ("T1", "y") WRITE ("T1", "d") WRITE ("T2", "c"));
  ft_sequence s = {0};
  add_all (&s, meant);
  ft_schedule_event *events = ft_sequence_of (&s, came);
  ft_schedule_prefix at = ft_superround_prefix (&s, NULL, events, came->size);
  assert_int_equal (at.count, 2);
  assert_int_equal (at.last, 2);
  assert_int_equal (at.since, 2);
  assert_int_equal (ft_sequence_thread (&s, came, 0), 1);
  at = ft_superround_prefix (&s, NULL, events, 4); // it ends there
  assert_int_equal (at.count, 2);
  at = ft_superround_prefix (&s, (bool[]){0, 0, 1, 0}, events, came->size);
  assert_int_equal (at.count, 4);
  free (events);
  ft_sequence_release (&s);
  ft_trace_free (meant);
  ft_trace_free (came);
}

// What is done several times in a row is one event, and never too early.
static void repetitions (void **state) {
  (void)state;
  ft_trace *meant =
      read_text ("jsonl", WRITE ("T1", "?") WRITE ("T1", "a") WRITE ("T1", "a")
                              WRITE ("T2", "b") WRITE ("T1", "a"));
  ft_trace *came =
      read_text ("jsonl", WRITE ("T1", "a") WRITE ("T1", "a") WRITE ("T1", "a")
                              WRITE ("T2", "b") WRITE ("T1", "a"));
  ft_sequence s = {0};
  add_all (&s, meant);
  assert_int_equal (s.events.size, 3);
  ft_schedule_event *events = ft_sequence_of (&s, came);
  ft_schedule_prefix at = ft_superround_prefix (&s, NULL, events, came->size);
  assert_int_equal (at.count, 3);
  free (events);
  ft_sequence_release (&s);
  ft_trace_free (meant);
  ft_trace_free (came);
}

static void swapped_events_are_last (void **state) {
  (void)state;
  ft_trace *t = read_text ("jsonl", WRITE ("T1", "a") WRITE ("T1", "b")
                                        WRITE ("T2", "c"));
  ft_witness w = {.pair = {1, 2}};
  FT_PUSH (w.schedule, 0);
  for (int swapped = 0; swapped < 2; swapped++) {
    ft_sequence s = {0};
    ft_swap_events (t, &w, swapped, &s);
    assert_int_equal (s.events.size, 3);
    assert_string_equal (ft_intern_name (&s.labels, s.events.begin[1].label),
                         swapped ? "c" : "b");
    ft_sequence_release (&s);
  }
  char *plan = ft_swap_schedule ("run 1 2\npark 1 3\npark 2 4\nthen free\n", true);
  assert_string_equal (plan, "run 1 2\npark 2 4\npark 1 3\nthen free\n");
  free (plan);
  ft_witness_release (&w);
  ft_trace_free (t);
}

// ---- files -----------------------------------------------------------------

static bool reads (const char *text, ft_sequence *s, char **plan) {
  ft_error error = FT_NO_ERROR;
  FILE *file = fopen (scratch_path ("schedule"), "w");
  fputs (text, file);
  fclose (file);
  bool fine = ft_sequence_read (s, scratch_path ("schedule"), plan, &error);
  assert_true (fine || *error.message);
  return fine;
}

#define HEAD "foretrace-schedule 1\nthread main\nlabel a.c:1:2\n"

static void files_come_back (void **state) {
  (void)state;
  static const char text[] =
      HEAD "label b c\nevent 0 1\nevent 0 0\nplan\nrun 0 1\nthen free\n";
  static const char *const damaged[] = {"",
                                        "foretrace-plan 1\nplan\nthen free\n",
                                        HEAD "event 0 0\n",
                                        HEAD "event 0 0\nplan\n",
                                        HEAD "event 1 0\nplan\nthen free\n",
                                        HEAD "event 0 1\nplan\nthen free\n",
                                        HEAD "event 0\nplan\nthen free\n",
                                        HEAD "nonsense\nplan\nthen free\n"};
  ft_sequence s = {0};
  char *plan = NULL;
  ft_strbuf again = {0};
  assert_true (reads (text, &s, &plan));
  ft_sequence_print (&s, plan, &again);
  assert_string_equal (ft_strbuf_text (&again), text);
  ft_strbuf_release (&again);
  ft_sequence_release (&s);
  free (plan);
  for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
    assert_false (reads (damaged[i], &s, &plan));
    ft_sequence_release (&s);
  }
}

// ---- what is known of them -------------------------------------------------

static void learn (ft_search_state *m, const char *text) {
  json_t *line = json_loads (text, 0, NULL);
  assert_non_null (line);
  assert_true (ft_search_state_apply (m, line));
  json_decref (line);
}

static ft_job next (ft_search_state *m) {
  ft_explore_options o = {.directory = "none", .rounds = 20};
  ft_job job = {0};
  if (ft_open_superround_next (&o, m, &job)) {
    ft_job other;
    assert_false (ft_open_superround_next (&o, m, &other)); // it is busy
    ft_open_superround_finish (&o, m, &job);
  }
  return job;
}

#define RUN(n, rest) "{\"run\":" #n ",\"candidates\":[]," rest "}"
#define ROUND(n, rest) RUN (n, "\"step\":\"super-round\",\"under\":2," rest)

static void rounds_go_on_from_what_came (void **state) {
  (void)state;
  ft_search_state m = {0};
  learn (&m, RUN (1, "\"step\":\"first\",\"trace\":\"1\""));
  assert_int_equal (next (&m).run + next (&m).schedule, 0);
  learn (&m, RUN (2, "\"step\":\"improve\",\"pair\":[\"a\",\"b\"],"
                     "\"parent\":1,\"came\":3,\"of\":9,\"trace\":\"2\""));
  assert_int_equal (next (&m).schedule, 2);
  assert_int_equal (next (&m).parent, 2);
  learn (&m, ROUND (3, "\"came\":3,\"of\":9,\"trace\":\"3\""));
  assert_int_equal (next (&m).parent, 3); // a step nearer, it may be
  learn (&m, ROUND (4, "\"came\":2,\"of\":9,\"trace\":\"4\""));
  assert_int_equal (next (&m).parent, 3);
  learn (&m, ROUND (5, "\"none\":true,\"exhausted\":true"));
  assert_int_equal (next (&m).parent, 2);
  // A trace that is known has its recording in the first run of it.
  learn (&m, "{\"run\":6,\"step\":\"super-round\",\"under\":2,\"came\":5,"
             "\"of\":9,\"trace\":\"1\"}");
  assert_int_equal (next (&m).parent, 1);
  learn (&m, ROUND (7, "\"came\":9,\"of\":9,\"trace\":\"7\""));
  assert_int_equal (next (&m).schedule, 0);
  ft_search_state_release (&m);
}

static void superrounds_end (void **state) {
  (void)state;
  ft_search_state m = {0};
  learn (&m, RUN (2, "\"step\":\"swap\",\"pair\":[\"a\",\"b\"],"
                     "\"came\":3,\"of\":9,\"trace\":\"2\""));
  unsigned rounds = 0;
  for (; next (&m).schedule && rounds < 100; rounds++)
    learn (&m, ROUND (3, "\"came\":3,\"of\":9,\"trace\":\"3\""));
  assert_int_equal (rounds, 12);
  // Each brings one more event, but there are many.
  learn (&m, RUN (3, "\"step\":\"swap\",\"pair\":[\"a\",\"b\"],"
                     "\"came\":1,\"of\":99,\"trace\":\"3\""));
  for (rounds = 0; next (&m).schedule == 3 && rounds < 90; rounds++) {
    char line[200];
    snprintf (line, sizeof line,
              "{\"run\":%u,\"candidates\":[],\"step\":\"super-round\","
              "\"under\":3,\"came\":%u,\"of\":99,\"trace\":\"9\"}",
              4 + rounds, 2 + rounds);
    learn (&m, line);
  }
  assert_int_equal (rounds, 20);
  learn (&m, RUN (4, "\"step\":\"swap\",\"pair\":[\"a\",\"b\"],"
                     "\"came\":9,\"of\":9,\"trace\":\"4\""));
  assert_int_equal (next (&m).schedule, 0);
  ft_search_state_release (&m);
}

// Whatever run finds the race: nothing of the schedule stays.
static void what_is_found_is_over (void **state) {
  (void)state;
  ft_search_state m = {0};
  ft_job job;
  char path[200];
  snprintf (path, sizeof path, "%s", scratch_path ("schedules"));
  assert_int_equal (mkdir (path, 0777), 0);
  ft_explore_options o = {.directory = scratch_directory, .rounds = 20};
  FILE *file = fopen (strcat (path, "/2"), "w");
  assert_non_null (file);
  fclose (file);
  learn (&m, RUN (2, "\"step\":\"improve\",\"pair\":[\"a\",\"b\"],"
                     "\"parent\":1,\"came\":3,\"of\":9,\"trace\":\"2\""));
  assert_true (ft_open_superround_continues (&o, &m, m.superrounds.begin));
  learn (&m, RUN (3, "\"step\":\"seed\",\"trace\":\"3\",\"races\":"
                     "[{\"pair\":[\"a\",\"b\"],\"reached\":1}]"));
  assert_false (ft_open_superround_continues (&o, &m, m.superrounds.begin));
  assert_false (ft_open_superround_next (&o, &m, &job));
  assert_int_equal (access (path, F_OK), -1);
  ft_search_state_release (&m);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_runs_agree),
      cmocka_unit_test (a_run_that_leaves),
      cmocka_unit_test (repetitions),
      cmocka_unit_test (swapped_events_are_last),
      cmocka_unit_test (files_come_back),
      cmocka_unit_test (rounds_go_on_from_what_came),
      cmocka_unit_test (superrounds_end),
      cmocka_unit_test (what_is_found_is_over),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
