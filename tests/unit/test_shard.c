// Shards put together are the whole: random traces, random numbers of shards,
// against one check of everything; and documents that lie.

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/random_trace.h"
#include "model/shrink.h"
#include "predict/merge.h"
#include "report/json.h"
#include "tests/unit/rounds.h"
#include "tests/unit/scratch.h"
#include "format/writer.h"
#include "load/open.h"

enum { MOST = 9 };

// Members that tell what a check cost, which its shards together need not cost.
// Results of a merge have no peak of memory.  "tried" is smaller where a worker has
// proved an order before, which depends on the worker that a candidate comes to.
static bool is_cost (const char *name) {
  return !strcmp (name, "seconds") || !strcmp (name, "peak_bytes") ||
         !strcmp (name, "tried");
}

static void drop_costs (json_t *value) {
  const char *name;
  void *next;
  json_t *member;
  size_t i;
  json_object_foreach_safe (value, next, name, member) if (is_cost (name))
      json_object_del (value, name);
  else drop_costs (member);
  json_array_foreach (value, i, member) drop_costs (member);
}

// Adds the way to the first member in which the documents differ, and both values.
static void add_difference (ft_strbuf *way, const json_t *a, const json_t *b) {
  const char *name;
  json_t *member;
  size_t i;
  bool lists = json_is_array (a) && json_array_size (a) == json_array_size (b);
  json_object_foreach ((json_t *)a, name, member)
    if (json_is_object (b) && !json_equal (member, json_object_get (b, name))) {
      ft_strbuf_add (way, ".%s", name);
      add_difference (way, member, json_object_get (b, name));
      return;
    }
  for (i = 0; lists && i < json_array_size (a); i++)
    if (!json_equal (json_array_get (a, i), json_array_get (b, i))) {
      ft_strbuf_add (way, "[%zu]", i);
      add_difference (way, json_array_get (a, i), json_array_get (b, i));
      return;
    }
  char *texts[] = {json_dumps (a, JSON_ENCODE_ANY | JSON_COMPACT),
                   json_dumps (b, JSON_ENCODE_ANY | JSON_COMPACT)};
  ft_strbuf_add (way, " is %.300s, of shards %.300s",
                 texts[0] ? texts[0] : "missing", texts[1] ? texts[1] : "missing");
  free (texts[0]);
  free (texts[1]);
}

static json_t *document_of (const ft_trace *t, const ft_results *x,
                            const ft_check_options *options, const char *name) {
  ft_report r;
  const char *path = scratch_path (name);
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  ft_report_init (&r, t, x, options, (ft_read_options){0});
  ft_report_json (file, &r);
  ft_report_release (&r);
  assert_int_equal (fclose (file), 0);
  json_t *value = json_load_file (path, 0, NULL);
  assert_non_null (value);
  drop_costs (value);
  return value;
}

static void write_shard (const ft_trace *t, ft_check_options options,
                         unsigned number, unsigned of, const char *name) {
  ft_results x;
  options.shard = (ft_shard){number, of};
  ft_check (t, &options, &x);
  json_decref (document_of (t, &x, &options, name));
  ft_results_release (&x);
}

typedef struct question {
  ft_check_options options;
  unsigned of;
  char flaw[1100];
} question;

static json_t *merged (const ft_trace *t, question *q) {
  char paths[MOST][128];
  const char *list[MOST];
  for (unsigned k = 0; k < q->of; k++) {
    char name[16];
    snprintf (name, sizeof name, "part.%u", q->of - k); // in any order
    write_shard (t, q->options, q->of - k, q->of, name);
    snprintf (paths[k], sizeof paths[k], "%s", scratch_path (name));
    list[k] = paths[k];
  }
  ft_error error = FT_NO_ERROR;
  ft_merge m;
  ft_results x = {0};
  json_t *document = NULL;
  if (ft_merge_open (&m, list, q->of, false, &error) &&
      ft_merge_results (&m, t, &x, &error))
    document = document_of (t, &x, &m.options, "merged");
  snprintf (q->flaw, sizeof q->flaw, "%s", error.message);
  ft_results_release (&x);
  ft_merge_release (&m);
  return document;
}

static bool differs (const ft_trace *t, void *context) {
  question *q = context;
  ft_results x;
  ft_check (t, &q->options, &x);
  json_t *whole = document_of (t, &x, &q->options, "whole");
  json_t *parts = merged (t, q);
  bool different = !json_equal (whole, parts);
  if (different && parts) {
    ft_strbuf way = {0};
    add_difference (&way, whole, parts);
    snprintf (q->flaw, sizeof q->flaw, "%s", ft_strbuf_text (&way));
    ft_strbuf_release (&way);
  }
  json_decref (whole);
  json_decref (parts);
  ft_results_release (&x);
  return different;
}

static void fail_with (const ft_trace *t, question *q, uint64_t seed) {
  ft_error error = FT_NO_ERROR;
  ft_trace *small = ft_shrink_trace (t, differs, q);
  const char *path = scratch_path ("small");
  differs (small, q);
  ft_trace_write (small, path, "jsonl", &error);
  char *text = scratch_read (path, NULL);
  fputs (text ? text : error.message, stderr);
  fail_msg ("FT_SEED=%llu, %u shards: %s", (unsigned long long)seed, q->of,
            q->flaw);
}

static ft_trace *draw_trace (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40, o.threads = 4, o.locks = 3, o.variables = 4, o.depth = 3;
  if (seed % 3 == 0)
    return ft_lock_trace (seed, &o);
  o = ft_random_features (seed, o);
  return ft_random_trace (seed, &o);
}

static void test_random (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (120); seed++) {
    question q = {.options = FT_CHECK_DEFAULTS,
                  .of = 1 + (unsigned)(seed % MOST)};
    q.options.model = FT_MODEL_RELAXED;
    q.options.jobs = 1 + seed % 2;
    q.options.timeout = q.options.budget = 0; // no verdict by the load of the machine
    q.options.all_pairs = seed % 4 == 1;
    q.options.window = seed % 5 == 2 ? 15 : 0;
    ft_trace *t = draw_trace (seed);
    if (differs (t, &q))
      fail_with (t, &q, seed);
    ft_trace_free (t);
  }
}

// ---- documents that lie ----------------------------------------------------

static ft_trace *example (void) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read ("examples/hidden.std", (ft_read_options){0},
                               NULL, NULL, &error);
  assert_non_null (t);
  return t;
}

// The message of a merge of one document.
static const char *refusal (const char *path) {
  static ft_error error;
  error = FT_NO_ERROR;
  ft_trace *t = example ();
  ft_merge m;
  ft_results x = {0};
  if (ft_merge_open (&m, &path, 1, false, &error))
    ft_merge_results (&m, t, &x, &error);
  ft_results_release (&x);
  ft_merge_release (&m);
  ft_trace_free (t);
  return error.message;
}

static char *replaced (const char *text, const char *what, const char *by) {
  const char *at = strstr (text, what);
  assert_non_null (at);
  size_t before = (size_t)(at - text);
  char *out = ft_calloc (strlen (text) + strlen (by) + 1, 1);
  memcpy (out, text, before);
  strcpy (out + before, by);
  strcat (out, at + strlen (what));
  return out;
}

static void test_lies (void **state) {
  (void)state;
  static const struct {
    const char *what, *by, *message;
  } lies[] = {
      {"\"event\": 3", "\"event\": 99", "a pair of events that conflict"},
      {"\"event\": 3", "\"event\": 2", "a pair of events that conflict"},
      {"\"certified\"", "\"perhaps\"", "a verdict"},
      {"\"certifier\": \"", "\"certifier\": \"x", "a certifier"},
      {"\"wcp\"", "\"wcq\"", "names of relations"},
      {"\"schedule\": [0", "\"schedule\": [7", "rejects this schedule"},
      {"\"schedule\": [0", "\"schedule\": [99", "a schedule of events"},
      {"\"schedule\": [0", "\"schedule\": [x", "event positions"},
      {"\"schedule\": [0", "\"schedule\": [-1", "event positions"},
      {"\"schedule\": [0", "\"schedule\": [99999999999999999999",
       "event positions"},
      {"\"schedule\": [0", "\"schedule\": [\"0\"", "event positions"},
      {"\"schedule\": [", "\"schedule\": 7, \"x\": [", "a schedule of events"},
      {"\"number\": 1", "\"number\": 2", "a shard K of N"},
      {"\"of\": 1", "\"of\": 2", "shard 1 of 2, but there is 1 file"},
      {"\"digest\": \"", "\"digest\": \"0", "another trace"},
      {"\"events\": 11", "\"events\": 12", "another number of events"},
      {"\"model\": \"path\"", "\"model\": \"x\"", "the options of a check"},
      {"\"timeout\": 10", "\"timeout\": -1", "the options of a check"},
      {"\"window\": \"unbounded\"", "\"window\": 0", "the options of a check"},
      {"\"unfinished\": []", "\"unfinished\": [{}]", "a list of phases"},
      {"\"tried\": ", "\"tried\": 7", "what the stages of certification cost"},
      {"foretrace-results/1", "foretrace-results/2", "expected the schema"},
      {"{", "[", "not JSON"},
  };
  ft_trace *t = example ();
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_RELAXED;
  write_shard (t, options, 1, 1, "true");
  char *text = scratch_read (scratch_path ("true"), NULL);
  assert_string_equal (refusal (scratch_path ("true")), "");
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    char *lie = replaced (text, lies[i].what, lies[i].by);
    const char *message = refusal (scratch_text ("lie", lie));
    if (!strstr (message, lies[i].message))
      fail_msg ("%s -> %s: '%s'", lies[i].what, lies[i].by, message);
    free (lie);
  }
  free (text);
  ft_trace_free (t);
}

// Any part of a document is refused or merged, and leaks nothing.
static void test_torn (void **state) {
  (void)state;
  ft_trace *t = example ();
  ft_check_options options = FT_CHECK_DEFAULTS;
  size_t size = 0;
  write_shard (t, options, 1, 1, "true");
  char *text = scratch_read (scratch_path ("true"), &size);
  for (size_t n = 0; n < size - 2; n += 7)
    assert_string_not_equal (refusal (scratch_bytes ("torn", text, n)), "");
  free (text);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_random),
                                     cmocka_unit_test (test_lies),
                                     cmocka_unit_test (test_torn)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
