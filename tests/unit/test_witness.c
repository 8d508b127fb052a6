// Witness files: what is written is read back, and each flaw has its message.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/model/random_trace.h"
#include "witness/witness.h"

static char path[64];

static int make_path (void **state) {
  (void)state;
  snprintf (path, sizeof path, "/tmp/ft-witness-XXXXXX");
  int fd = mkstemp (path);
  return fd < 0 || close (fd);
}

static int remove_path (void **state) {
  (void)state;
  return unlink (path);
}

static ft_trace *some_trace (void) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.open_sections = true; // so that there are 20 events
  return ft_random_trace (1, &o);
}

static void reads_what_it_wrote (void **state) {
  (void)state;
  ft_trace *trace = some_trace ();
  ft_witness w = {.pair = {3, 7}}, *read;
  ft_error error = FT_NO_ERROR;
  for (ft_id i = 0; i < 3; i++)
    FT_PUSH (w.schedule, i);
  assert_true (ft_witness_write (path, trace, &w, &error));
  assert_int_equal (ft_witness_read (path, trace, NULL, &read, &error), 1);
  assert_int_equal (read->pair[0], 3);
  assert_int_equal (read->pair[1], 7);
  assert_string_equal (read->id, "");
  assert_int_equal (read->schedule.size, 3);
  assert_memory_equal (read->schedule.begin, w.schedule.begin,
                       3 * sizeof *w.schedule.begin);
  ft_witness_release (read);
  free (read);
  ft_witness_release (&w);
  ft_trace_free (trace);
}

static void fails_on_a_full_disk (void **state) {
  (void)state;
  ft_trace *trace = some_trace ();
  ft_witness w = {.pair = {3, 7}};
  ft_error error = FT_NO_ERROR;
  assert_false (ft_witness_write ("/dev/full", trace, &w, &error));
  assert_int_equal (error.code, FT_EXIT_ENVIRONMENT);
  ft_trace_free (trace);
}

// Reads a document; returns the count.
static int read_text (const char *text, const char *race, ft_error *error,
                      ft_witness **read) {
  ft_trace *trace = some_trace ();
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  fputs (text, file);
  fclose (file);
  *error = FT_NO_ERROR;
  int count = ft_witness_read (path, trace, race, read, error);
  ft_trace_free (trace);
  return count;
}

static void rejects (const char *text, const char *race, const char *message) {
  ft_error error;
  ft_witness *read;
  assert_int_equal (read_text (text, race, &error, &read), -1);
  assert_null (read);
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  assert_memory_equal (error.message, path, strlen (path));
  assert_string_equal (error.message + strlen (path) + strlen (": "), message);
}

#define HEAD "{\"schema\":\"foretrace-witness/1\",\"model\":\"mcm\","
#define TAIL "\"trace\":{},\"pair\":[1,2],\"schedule\":[]}"

static void names_each_flaw (void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } flaws[] = {
      {"[]", "expected an object, found an array"},
      {"{}", "expected a string as 'schema', found nothing"},
      {"{\"schema\":\"foretrace-witness/9\"}",
       "expected schema foretrace-witness/1 or foretrace-results/1, found "
       "'foretrace-witness/9'"},
      {HEAD "\"pair\":[1,2],\"schedule\":[]}",
       "expected an object as 'trace', found nothing"},
      {HEAD "\"trace\":{},\"schedule\":[]}",
       "expected an array as 'pair', found nothing"},
      {HEAD "\"trace\":{},\"pair\":[1],\"schedule\":[]}",
       "expected 2 events in 'pair', found 1"},
      {HEAD "\"trace\":{},\"pair\":[1,\"2\"],\"schedule\":[]}",
       "expected an event position in 'pair', found a string"},
      {HEAD "\"trace\":{},\"pair\":[1,20],\"schedule\":[]}",
       "'pair' names event 20, but the trace has 20 events"},
      {HEAD "\"trace\":{},\"pair\":[1,2],\"schedule\":[0,-1]}",
       "'schedule' names event -1, but the trace has 20 events"},
      {HEAD "\"trace\":{},\"pair\":[1,2],\"schedule\":[4294967297]}",
       "'schedule' names event 4294967297, but the trace has 20 events"},
      {HEAD "\"trace\":{},\"pair\":[1,2],\"schedule\":[1.0]}",
       "expected an event position in 'schedule', found a real number"},
      {HEAD "\"trace\":{},\"pair\":[1,2],\"schedule\":{}}",
       "expected an array as 'schedule', found an object"},
      {HEAD "\"trace\":{\"events\":\"20\"},\"pair\":[1,2],\"schedule\":[]}",
       "expected an integer as 'events', found a string"},
      {HEAD "\"trace\":{\"events\":21},\"pair\":[1,2],\"schedule\":[]}",
       "is for a trace of 21 events, but random has 20"},
      {HEAD "\"trace\":{\"digest\":7},\"pair\":[1,2],\"schedule\":[]}",
       "expected a string as 'digest', found an integer"},
      {"{\"schema\":\"foretrace-witness/1\",\"model\":\"all\"," TAIL,
       "model 'all' is not one that can be checked here: mcm, value, path"},
      {"{\"schema\":\"foretrace-witness/1\"," TAIL,
       "expected a string as 'model', found nothing"},
      {"{\"schema\":\"foretrace-results/1\",\"trace\":{},\"races\":[3]}",
       "expected objects in 'races', found an integer"},
      {"{\"schema\":\"foretrace-results/1\",\"trace\":{},\"races\":[{}]}",
       "expected a string as 'id', found nothing"},
  };
  for (size_t i = 0; i < sizeof flaws / sizeof *flaws; i++)
    rejects (flaws[i].text, NULL, flaws[i].message);
}

static void names_another_trace (void **state) {
  (void)state;
  ft_trace *trace = some_trace ();
  char message[256];
  snprintf (message, sizeof message,
            "is for another trace: digest 0123456789abcdef, but that of random "
            "is %016" PRIx64,
            ft_trace_digest (trace));
  ft_trace_free (trace);
  rejects (HEAD "\"trace\":{\"digest\":\"0123456789abcdef\"},\"pair\":[1,2],"
                "\"schedule\":[]}",
           NULL, message);
}

static void rejects_broken_json (void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "{",
      HEAD,
      "\xff\xfe",
      "{\"schema\":\"a\",\"schema\":\"b\"}",
      HEAD TAIL "x",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ft_error error;
    ft_witness *read;
    assert_int_equal (read_text (texts[i], NULL, &error, &read), -1);
    assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    assert_non_null (strstr (error.message, ": not JSON: "));
  }
}

static void says_what_it_cannot_open (void **state) {
  (void)state;
  ft_trace *trace = some_trace ();
  static const char *const paths[] = {"/nonexistent/w.json", "/tmp"};
  static const char *const reasons[] = {"No such file", "directory"};
  for (size_t i = 0; i < 2; i++) {
    ft_error error = FT_NO_ERROR;
    ft_witness *read;
    assert_int_equal (ft_witness_read (paths[i], trace, NULL, &read, &error),
                      -1);
    assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    assert_non_null (strstr (error.message, reasons[i]));
  }
  ft_trace_free (trace);
}

#define RACE(id, verdict, witness)                                             \
  "{\"id\":\"" id "\",\"verdict\":\"" verdict "\",\"model\":\"mcm\","          \
  "\"pair\":[{\"event\":4},{\"event\":9}],\"witness\":" witness "}"

static const char results[] =
    "{\"schema\":\"foretrace-results/1\",\"trace\":{\"events\":20},"
    "\"races\":[" RACE ("R1", "certified", "{\"schedule\":[1,2,3]}") "," RACE (
        "R2", "refuted", "null") "," RACE ("R3", "certified",
                                           "{\"schedule\":[5]}") "]}";

static void reads_results (void **state) {
  (void)state;
  ft_error error;
  ft_witness *read;
  assert_int_equal (read_text (results, NULL, &error, &read), 2);
  assert_string_equal (read[0].id, "R1");
  assert_string_equal (read[1].id, "R3");
  assert_int_equal (read[0].schedule.size, 3);
  assert_int_equal (read[1].schedule.begin[0], 5);
  assert_int_equal (read[1].pair[1], 9);
  ft_witness_release (read);
  ft_witness_release (read + 1);
  free (read);
  assert_int_equal (read_text (results, "R3", &error, &read), 1);
  assert_string_equal (read->id, "R3");
  ft_witness_release (read);
  free (read);
}

static void chooses_a_race (void **state) {
  (void)state;
  rejects (results, "R2", "race 'R2' is refuted, so that it has no witness");
  rejects (results, "R9", "has no race 'R9'");
  rejects (HEAD TAIL, "R1",
           "holds one witness without an id, so that '--race' cannot choose");
  rejects ("{\"schema\":\"foretrace-results/1\",\"trace\":{},\"races\":[" RACE (
               "R1", "certified", "null") "]}",
           NULL, "expected an object as 'witness', found null");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (reads_what_it_wrote),
      cmocka_unit_test (fails_on_a_full_disk),
      cmocka_unit_test (names_each_flaw),
      cmocka_unit_test (names_another_trace),
      cmocka_unit_test (rejects_broken_json),
      cmocka_unit_test (says_what_it_cannot_open),
      cmocka_unit_test (reads_results),
      cmocka_unit_test (chooses_a_race),
  };
  return cmocka_run_group_tests (tests, make_path, remove_path);
}
