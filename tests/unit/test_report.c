// The text report of hand-made results: every line, letter by letter.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "report/race_kind.h"
#include "report/text_report.h"
#include "format/reader.h"

static ft_id name (ft_trace *t, enum ft_class class, const char *text) {
  return ft_tables_add (&t->tables, class, text, strlen (text));
}

static void push (ft_trace *t, const char *thread, enum ft_kind kind,
                  const char *target, const char *location) {
  ft_event e = FT_EVENT_NONE;
  e.thread = name (t, FT_CLASS_THREAD, thread);
  e.kind = (uint8_t)kind;
  e.target = name (t, ft_kind_class (kind), target);
  if (*location)
    e.location = name (t, FT_CLASS_LOCATION, location);
  ft_trace_push (t, e);
}

// Five events of T3, then the hidden race: 6 with 9.
static ft_trace *make_trace (void) {
  ft_trace *t = ft_trace_new ("made\x1b.std", "std");
  for (int i = 0; i < 5; i++)
    push (t, "T3", FT_READ, "y", "1");
  push (t, "T1", FT_ACQUIRE, "l", "a.c:7");
  push (t, "T1", FT_WRITE, "x", "12");
  push (t, "T1", FT_RELEASE, "l", "");
  push (t, "T2", FT_ACQUIRE_SHARED, "l", "14");
  push (t, "T2", FT_READ, "x", "");
  push (t, "T2", FT_RELEASE_SHARED, "l", "16");
  return t;
}

static ft_race make_race (ft_id a, ft_id b, enum ft_verdict verdict,
                          const char *reason) {
  return (ft_race){.pair = {a, b},
                   .variable = 1,
                   .unordered_by = 1u << FT_REL_FORK_JOIN,
                   .instances = 1,
                   .verdict = verdict,
                   .reason = reason ? ft_strdup (reason) : NULL};
}

static void schedule (ft_race *race, ft_id from, ft_id to) {
  for (ft_id i = from; i < to; i++)
    FT_PUSH (race->witness.schedule, i);
}

// The report of 'races', which are released.
static char *print (const ft_trace *t, ft_race *races, size_t n,
                    ft_results results, ft_text_style style) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  results.races = races;
  results.size = n;
  for (size_t i = 0; i < n; i++) {
    results.certified += races[i].verdict == FT_CERTIFIED;
    results.undecided += races[i].verdict == FT_UNDECIDED;
    results.refuted += races[i].verdict == FT_REFUTED;
  }
  ft_report report;
  ft_report_init (&report, t, &results, &options, (ft_read_options){0});
  ft_index *index = ft_index_new (t);
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  ft_report_text (file, &report, index, &style);
  fclose (file);
  ft_index_free (index);
  ft_report_release (&report);
  for (size_t i = 0; i < n; i++) {
    free (races[i].reason);
    FT_RELEASE (races[i].witness.schedule);
  }
  return text;
}

static void test_certified (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  ft_race race = make_race (6, 9, FT_CERTIFIED, NULL);
  schedule (&race, 0, 5);
  schedule (&race, 8, 9);
  schedule (&race, 5, 6);
  char *text = print (t, &race, 1, (ft_results){.seconds = 0.44},
                      (ft_text_style){.witness_dir = "w"});
  assert_string_equal (
      text,
      "R1  data race on 'x'                                        CERTIFIED\n"
      "  T1 writes x at location 12                        locks held: l\n"
      "  T2 reads x (event 9)                              "
      "locks held: l (shared)\n"
      "  In the recorded run T1 released l before T2 took it, which hid the "
      "race.\n"
      "  A schedule in which every read returns what it returned before:\n"
      "          events 0–4 as recorded\n"
      "       1  T2  acquire-shared l  location 14\n"
      "       2  T1  acquire l         a.c:7\n"
      "       3  T1  write x  <->  T2  read x      both enabled\n"
      "  check it: foretrace verify $'made\\x1b.std' w/R1.json\n"
      "---\n"
      "1 race certified, 0 undecided, 0 pairs impossible in this trace. "
      "0.4 s\n");
  free (text);
  ft_trace_free (t);
}

static void test_order_of_verdicts (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  ft_race races[] = {
      make_race (0, 9, FT_REFUTED, "of a cycle"),
      make_race (1, 9, FT_UNDECIDED, "the timeout of 10 s"),
      make_race (6, 9, FT_CERTIFIED, NULL),
  };
  races[2].unordered_by |= 1u << FT_REL_HB;
  races[1].instances = 3;
  char *text = print (t, races, 3, (ft_results){.interrupted = true},
                      (ft_text_style){.witness_dir = "w", .verbose = true});
  const char *certified = strstr (text, "R1  data race on 'x'"),
             *undecided = strstr (text, "R2  pair on 'x' (3 pairs of events)"),
             *refuted = strstr (text, "R3  pair on 'x'");
  assert_true (certified && undecided && refuted);
  assert_true (certified < undecided && undecided < refuted);
  assert_non_null (strstr (text, "nothing ordered the two accesses"));
  assert_non_null (strstr (undecided, "  reason: the timeout of 10 s\n"));
  assert_non_null (strstr (refuted, "IMPOSSIBLE IN THIS TRACE"));
  assert_non_null (strstr (text, "1 race certified, 1 undecided, 1 pair "
                                 "impossible in this trace. 0.0 s\n"
                                 "Interrupted"));
  free (text);
  ft_trace_free (t);
}

static void test_long_schedule (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("long.std", "std");
  push (t, "T1", FT_WRITE, "z", "1");
  push (t, "T1", FT_WRITE, "x", "1");
  for (int i = 0; i < 100; i++)
    push (t, "T2", FT_READ, "y", "1");
  push (t, "T2", FT_WRITE, "x", "1");
  ft_race race = make_race (1, 102, FT_CERTIFIED, NULL);
  schedule (&race, 2, 102);
  schedule (&race, 0, 1);
  char *text = print (t, &race, 1, (ft_results){0}, (ft_text_style){0});
  assert_non_null (strstr (
      text, "\n   1-100  T2  100 events as recorded, location 1\n"
            "     101  T1  write z  location 1\n"
            "     102  T1  write x  <->  T2  write x      both enabled\n"));
  free (text);
  race = make_race (1, 102, FT_CERTIFIED, NULL);
  schedule (&race, 2, 102);
  schedule (&race, 0, 1);
  text = print (t, &race, 1, (ft_results){0}, (ft_text_style){.verbose = true});
  assert_non_null (strstr (text, "\n       1  T2  read y"));
  assert_non_null (strstr (text, "\n      94  T2  read y"));
  assert_non_null (strstr (text, "\n     102  T1  write x  <->  T2"));
  free (text);
  ft_trace_free (t);
}

// Of an access by address, the bytes that it touches; of one without a place
// in the program, the place in the trace.
static void test_accesses (void **state) {
  (void)state;
  static const struct {
    uint8_t mask;
    bool addressed;
    const char *location, *text;
  } rows[] = {
      {0xff, true, "a.c:1", "  T1 writes 8 bytes at 0x1000 (a.c:1) "},
      {0xf0, true, "7", "  T1 writes 4 bytes at 0x1004 (location 7) "},
      {0x80, true, "", "  T1 writes 1 byte at 0x1007 (event 0) "},
      {0xff, false, "a.c:1", "  T1 writes 0x1000 at a.c:1 "},
      {0x0f, false, "", "  T1 writes 0x1000 (event 0) "},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    ft_trace *t = ft_trace_new ("accesses", "test");
    push (t, "T1", FT_WRITE, "0x1000", rows[k].location);
    push (t, "T2", FT_READ, "0x1000", "9");
    t->events[0].mask = rows[k].mask;
    t->tables.variables.begin[0] = (ft_variable){
        .addressed = rows[k].addressed, .address = 0x1000, .alloc = FT_NO_POS};
    ft_race race = make_race (0, 1, FT_CERTIFIED, NULL);
    race.variable = 0;
    char *text = print (t, &race, 1, (ft_results){0}, (ft_text_style){0});
    if (!strstr (text, rows[k].text))
      fail_msg ("expected '%s' in\n%s", rows[k].text, text);
    free (text);
    ft_trace_free (t);
  }
}

// T1 has four sections of six steps each, then T2 writes what T1 writes.
static void test_synchronisation_near_the_race (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("sections.std", "std");
  push (t, "T2", FT_WRITE, "x", "1");
  for (int i = 0; i < 4; i++) {
    push (t, "T1", FT_ACQUIRE, "l", "a.c:1");
    for (int k = 0; k < 4; k++)
      push (t, "T1", FT_READ, "y", k < 3 ? "a.c:2" : "a.c:5");
    push (t, "T1", FT_RELEASE, "l", "");
  }
  push (t, "T1", FT_WRITE, "x", "1");
  ft_race race = make_race (0, 25, FT_CERTIFIED, NULL);
  schedule (&race, 1, 25);
  char *text = print (t, &race, 1, (ft_results){0}, (ft_text_style){0});
  assert_non_null (
      strstr (text, "before:\n"
                    "    1-12  T1  12 events as recorded\n"
                    "      13  T1  acquire l  a.c:1\n"
                    "   14-17  T1  4 events as recorded, a.c:2 to a.c:5\n"
                    "      18  T1  release l\n"
                    "      19  T1  acquire l  a.c:1\n"
                    "   20-23  T1  4 events as recorded, a.c:2 to a.c:5\n"
                    "      24  T1  release l\n"
                    "      25  T2  write x  <->  T1  write x"));
  free (text);
  ft_trace_free (t);
}

// Three steps of a thread stand alone, and many lines are cut in the middle.
static void test_many_turns (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("turns.std", "std");
  push (t, "T3", FT_WRITE, "x", "");
  for (int i = 0; i < 30; i++)
    push (t, i / 3 % 2 ? "T2" : "T1", FT_READ, "y", "");
  push (t, "T1", FT_WRITE, "x", "");
  ft_race race = make_race (0, 31, FT_CERTIFIED, NULL);
  schedule (&race, 1, 31);
  char *text = print (t, &race, 1, (ft_results){0}, (ft_text_style){0});
  assert_non_null (strstr (text,
                           "\n       2  T1  read y\n       3  T1  read y\n"
                           "       … 21 more steps (--format json has all)\n"
                           "      25  T1  read y\n"));
  assert_null (strstr (text, "as recorded"));
  free (text);
  ft_trace_free (t);
}

static void test_many_undecided (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  ft_race races[50];
  // The report shows 20 of the pairs that hb, wcp or dc leaves unordered.  It
  // counts the pairs that only hybrid leaves, or that were not asked about.
  for (int i = 0; i < 50; i++) {
    races[i] = make_race (6, 9, FT_UNDECIDED, "out of time");
    races[i].cause = i < 30 ? FT_CAUSE_MEMORY : FT_CAUSE_TIMEOUT;
    if (i < 22 || i >= 48)
      races[i].unordered_by |= 1u << FT_REL_HB;
    if (i >= 48)
      races[i].cause = FT_CAUSE_BUDGET;
  }
  char *text = print (t, races, 50, (ft_results){.out_of_budget = true},
                      (ft_text_style){0});
  assert_non_null (strstr (text, "R20  pair"));
  assert_null (strstr (text, "R21  pair"));
  assert_non_null (strstr (text, "\n30 more pairs undecided: 18 by --timeout, "
                                 "10 by --memory, 2 by --budget (-v lists "
                                 "them)\n"));
  assert_non_null (
      strstr (text, "\n0 races certified, 50 undecided, 0 pairs "));
  assert_non_null (strstr (text, "The budget of 600 s ran out"));
  assert_null (strstr (text, "None predicted"));
  free (text);
  for (int i = 0; i < 4; i++) {
    races[i] = make_race (6, 9, FT_UNDECIDED, "out of time");
    races[i].cause = FT_CAUSE_TIMEOUT;
  }
  text = print (t, races, 4, (ft_results){0}, (ft_text_style){0});
  assert_null (strstr (text, "R1  pair"));
  assert_non_null (strstr (text, "4 pairs undecided: 4 by --timeout (-v lists"));
  free (text);
  for (int i = 0; i < 3; i++)
    races[i] = make_race (6, 9, FT_UNDECIDED, "out of time");
  text = print (t, races, 3, (ft_results){0}, (ft_text_style){0});
  assert_non_null (strstr (text, "R3  pair")); // few are all shown
  free (text);
  ft_trace_free (t);
}

static size_t count (const char *text, const char *part) {
  size_t n = 0;
  for (; (text = strstr (text, part)); text++)
    n++;
  return n;
}

static void test_many_certified (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  static const struct {
    int races;
    bool verbose;
    size_t full, named;
    const char *rest; // NULL: all are listed
  } rows[] = {
      {120, false, 20, 120, NULL},
      {121, false, 20, 120, "\n… 1 more certified (-v lists all, "},
      {130, false, 20, 120, "\n… 10 more certified (-v lists all, "},
      {130, true, 130, 130, NULL},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    ft_race races[130];
    for (int i = 0; i < rows[k].races; i++)
      races[i] = make_race (6, 9, FT_CERTIFIED, NULL);
    char *text = print (t, races, (size_t)rows[k].races, (ft_results){0},
                        (ft_text_style){.verbose = rows[k].verbose});
    assert_int_equal (count (text, "A schedule in which"), rows[k].full);
    assert_int_equal (count (text, "data race on"), rows[k].named);
    assert_int_equal (count (text, "more certified"), rows[k].rest != NULL);
    assert_true (!rows[k].rest || strstr (text, rows[k].rest));
    free (text);
  }
  ft_trace_free (t);
}

static ft_phase_ends cut_everywhere (void) {
  static const enum ft_truncation by[FT_PHASE_COUNT] = {
      FT_TRUNCATION_TIME,  FT_TRUNCATION_INTERRUPT, FT_TRUNCATION_LIMIT, FT_TRUNCATION_TIME,
      FT_TRUNCATION_LIMIT, FT_TRUNCATION_LIMIT, FT_TRUNCATION_TIME,
      FT_TRUNCATION_INTERRUPT, FT_TRUNCATION_TIME, FT_TRUNCATION_LIMIT};
  ft_phase_ends ends = {0};
  for (int p = 0; p < FT_PHASE_COUNT; p++)
    ft_phase_cut (&ends, (enum ft_phase)p, by[p], 3, 9);
  return ends;
}

// What cut the check short changes what the summary means.
static void test_quiet (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  ft_race race = make_race (6, 9, FT_CERTIFIED, NULL);
  char *text = print (t, &race, 1,
                      (ft_results){.interrupted = true,
                                   .out_of_budget = true,
                                   .phases = cut_everywhere (),
                                   .candidates = 7},
                      (ft_text_style){.quiet = true});
  assert_int_equal (strncmp (text, "---\n1 race certified", 20), 0);
  assert_non_null (strstr (text, "\nInterrupted: "));
  assert_non_null (strstr (text, "\nThe budget of 600 s ran out"));
  assert_non_null (strstr (text, "\nOut of time while reading the trace, after "
                                 "3 events of about 9: nothing was looked"));
  assert_non_null (strstr (text, "\nInterrupted while indexing 9 events"));
  assert_non_null (strstr (text, "the list is full after 3 of 9 variables; 7 "
                                 "candidates were listed, and there may"));
  assert_non_null (strstr (text, "unordered is known for 3 of 9.\n"));
  assert_non_null (strstr (text, "\nThere may be more deadlocks"));
  assert_non_null (strstr (text, "\nThere may be more failures: 3 places"));
  assert_non_null (strstr (text, "\nOut of time while certifying: 3 of 9 "));
  assert_non_null (strstr (text, "\nInterrupted while replaying, after 3 of "));
  assert_non_null (strstr (text, "\nOut of time while looking what races do"));
  assert_null (strstr (text, "--witness-dir"));
  free (text);
  race = make_race (6, 9, FT_CERTIFIED, NULL);
  text = print (t, &race, 1, (ft_results){0}, (ft_text_style){.quiet = true});
  assert_string_equal (text, "---\n1 race certified, 0 undecided, 0 pairs "
                             "impossible in this trace. 0.0 s\n");
  free (text);
  ft_trace_free (t);
}

static void test_nothing (void **state) {
  (void)state;
  ft_trace *t = make_trace ();
  ft_race race = make_race (6, 9, FT_REFUTED, "of a cycle");
  char *text = print (t, &race, 1, (ft_results){0}, (ft_text_style){0});
  assert_string_equal (text, "---\n0 races certified, 0 undecided, 1 pair "
                             "impossible in this trace. 0.0 s\n"
                             "None predicted from this trace.\n");
  free (text);
  ft_trace_free (t);
}

static void test_kinds (void **state) {
  (void)state;
  ft_event events[] = {{.kind = FT_WRITE}, {.kind = FT_FREE},
                       {.kind = FT_FREE}, {.kind = FT_READ}};
  ft_trace t = {.events = events, .size = 4};
  assert_int_equal (ft_race_kind_of (&t, (ft_id[]){0, 3}),
                    FT_RACE_KIND_DATA_RACE);
  assert_int_equal (ft_race_kind_of (&t, (ft_id[]){0, 1}),
                    FT_RACE_KIND_USE_AFTER_FREE);
  assert_int_equal (ft_race_kind_of (&t, (ft_id[]){2, 3}),
                    FT_RACE_KIND_USE_AFTER_FREE);
  assert_int_equal (ft_race_kind_of (&t, (ft_id[]){1, 2}),
                    FT_RACE_KIND_DOUBLE_FREE);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_certified),
      cmocka_unit_test (test_order_of_verdicts),
      cmocka_unit_test (test_long_schedule),
      cmocka_unit_test (test_accesses),
      cmocka_unit_test (test_synchronisation_near_the_race),
      cmocka_unit_test (test_many_turns),
      cmocka_unit_test (test_many_undecided),
      cmocka_unit_test (test_many_certified),
      cmocka_unit_test (test_quiet),
      cmocka_unit_test (test_nothing),
      cmocka_unit_test (test_kinds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
