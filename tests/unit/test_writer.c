// What is written reads back as the same trace: for random traces with every
// feature, and byte by byte for STD by way of JSON lines.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/resource.h>

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/scratch.h"
#include "format/writer.h"
#include "load/open.h"

enum { traces = 1000 };

static const ft_read_options strict = {NULL, false};

// Operators that fit the number of operands.
static void give_operators (ft_trace *t, uint64_t seed) {
  for (size_t i = 0; i < t->tables.details.size; i++) {
    ft_detail *d = t->tables.details.begin + i;
    if (d->op && d->operands_known)
      d->op = d->operand_count == 2 ? 2 + (seed + i) % (FT_OPERATOR_COUNT - 2)
              : d->operand_count == 1 ? FT_OP_COPY
                                      : FT_OP_NONE;
  }
}

static ft_trace *random_trace (uint64_t seed, bool values) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40, o.threads = 4, o.locks = 3, o.variables = 3;
  o = ft_random_features (seed, o);
  if (!values) // ... and neither what the model and the validator see apart
    o.values = 0, o.reentrant = o.barriers = o.allocs = false;
  ft_trace *t = ft_random_trace (seed, &o);
  give_operators (t, seed);
  return t;
}

static const char *write_trace (const ft_trace *t, const char *name) {
  const char *path = scratch_path (name);
  ft_error error = FT_NO_ERROR;
  if (!ft_trace_write (t, path, NULL, &error))
    fail_msg ("%s", error.message);
  return path;
}

static ft_trace *read_trace (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, strict, NULL, NULL, &error);
  if (!t)
    fail_msg ("%s", error.message);
  return t;
}

// Everything but the indices into tables, which readers may number anew.
static bool same_event (const ft_event *a, const ft_event *b) {
  return a->kind == b->kind && a->mask == b->mask && a->order == b->order &&
         a->flags == b->flags &&
         (!(a->flags & FT_HAS_VALUE) || a->value == b->value);
}

static bool round_trip_fails (const ft_trace *t, void *context) {
  (void)context;
  ft_error error = FT_NO_ERROR;
  if (!t->size)
    return false;
  const char *path = write_trace (t, "trip.jsonl");
  ft_trace *again = ft_trace_read (path, strict, NULL, NULL, &error);
  bool same = again && again->size == t->size &&
              ft_trace_digest (again) == ft_trace_digest (t);
  for (ft_id i = 0; same && i < t->size; i++)
    same = same_event (t->events + i, again->events + i);
  if (!again)
    print_message ("%s\n", error.message);
  ft_trace_free (again);
  return !same;
}

static void random_traces_survive (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < traces; seed++) {
    ft_trace *t = random_trace (seed, true);
    if (round_trip_fails (t, NULL)) {
      ft_trace *small = ft_shrink_trace (t, round_trip_fails, NULL);
      ft_print_trace (stderr, small);
      fail_msg ("seed %u: JSON lines read back differently", (unsigned)seed);
    }
    ft_trace_free (t);
  }
}

// Two events next to each other change places, or one is left out.
static ft_trace *spoil (const ft_trace *t, uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  bool *keep = ft_calloc (t->size, sizeof *keep);
  ft_id at = ft_rng_below (&rng, t->size);
  memset (keep, true, t->size);
  bool drop = ft_rng_percent (&rng, 50);
  keep[at] = !drop;
  ft_trace *copy = ft_copy_trace (t, keep);
  if (!drop && at + 1 < copy->size) {
    ft_event e = copy->events[at];
    copy->events[at] = copy->events[at + 1];
    copy->events[at + 1] = e;
  }
  free (keep);
  return copy;
}

// What the model does not know: threads joined whose fork was not recorded,
// read locks taken again, waits that release a lock taken more than once.
static bool beyond_model (const ft_trace *t) {
  bool *forked = ft_calloc (t->size + 64, sizeof *forked), beyond = false;
  for (ft_id i = 0; i < t->size; i++) {
    const ft_event *e = t->events + i;
    if (e->kind == FT_FORK)
      forked[e->target] = true;
    beyond |= e->kind == FT_JOIN && !forked[e->target];
    beyond |= e->flags & FT_NESTED;
  }
  free (forked);
  return beyond;
}

// The model has no notion of dropped events.
static bool rest_is_well_formed (const ft_trace *t) {
  bool *keep = ft_calloc (t->size, sizeof *keep);
  for (ft_id i = 0; i < t->size; i++)
    keep[i] = !(t->events[i].flags & FT_DROPPED);
  ft_trace *rest = ft_copy_trace (t, keep);
  bool fine = beyond_model (rest) || ft_well_formed (rest);
  ft_trace_free (rest);
  free (keep);
  return fine;
}

// The validator against rules that were written a second time, in the model.
static void validator_agrees_with_model (void **state) {
  (void)state;
  unsigned refused = 0, accepted = 0;
  for (uint64_t seed = 0; seed < 2 * traces; seed++) {
    ft_trace *t = random_trace (seed, false), *bad = spoil (t, seed);
    ft_error error = FT_NO_ERROR;
    const char *path = write_trace (bad, "spoiled.jsonl");
    ft_trace *again = ft_trace_read (path, strict, NULL, NULL, &error);
    bool wrong = again ? !rest_is_well_formed (again)
                       : bad->size && ft_well_formed (bad);
    *(again ? &accepted : &refused) += 1;
    if (wrong) {
      ft_print_trace (stderr, bad);
      fail_msg ("seed %u: the model disagrees; validator: %s", (unsigned)seed,
                error.message);
    }
    ft_trace_free (again);
    ft_trace_free (bad);
    ft_trace_free (t);
  }
  assert_true (refused > 100 && accepted > 100);
}

// What --lenient reads is well formed as well, and so is what is written
// from it, which reads without it and has the same digest.
static void lenient_repairs (void **state) {
  (void)state;
  ft_read_options lenient = {NULL, true};
  for (uint64_t seed = 0; seed < traces; seed++) {
    ft_trace *t = random_trace (seed, false), *bad = spoil (t, seed);
    ft_error error = FT_NO_ERROR;
    const char *path = write_trace (bad, "spoiled.jsonl");
    ft_trace *mended = ft_trace_read (path, lenient, NULL, NULL, &error);
    if (mended) {
      assert_int_equal (mended->size, bad->size);
      ft_trace *again = read_trace (write_trace (mended, "mended.jsonl"));
      bool same = ft_trace_digest (again) == ft_trace_digest (mended);
      if (!same || !rest_is_well_formed (mended)) {
        ft_print_trace (stderr, bad);
        ft_print_trace (stderr, mended);
        fail_msg ("seed %u: repaired into %s", (unsigned)seed,
                  same ? "what the model refuses" : "what reads differently");
      }
      ft_trace_free (again);
    } else
      assert_int_equal (bad->size, 0);
    ft_trace_free (mended);
    ft_trace_free (bad);
    ft_trace_free (t);
  }
}

static void same_bytes (const char *path, const char *expected) {
  size_t n;
  char *text = scratch_read (path, &n);
  assert_non_null (text);
  assert_string_equal (text, expected);
  free (text);
}

static const char std_text[] = "T1|fork(T2)|a.c:1\n"
                               "T1|fork(T2)|a.c:1\n"
                               "T2|begin|2\n"
                               "T2|acq(l)|3\n"
                               "T2|acq(l)|4\n"
                               "T2|w(403726925835)|5\n"
                               "T2|rel(l)|6\n"
                               "T2|rel(l)|\n"
                               "T2|end|2\n"
                               "T1|r(f(a b)[1])|caf\xc3\xa9\n"
                               "T1|branch|8\n"
                               "T1|join(T2)|9\n";

static void std_survives_byte_by_byte (void **state) {
  (void)state;
  ft_trace *t = read_trace (scratch_text ("a.std", std_text));
  ft_trace *u = read_trace (write_trace (t, "a.jsonl"));
  assert_true (ft_trace_digest (t) == ft_trace_digest (u));
  same_bytes (write_trace (u, "b.std"), std_text);
  ft_trace *gzip = read_trace (write_trace (u, "b.std.gz"));
  ft_trace *zstd = read_trace (write_trace (gzip, "b.jsonl.zst"));
  same_bytes (write_trace (zstd, "c.std"), std_text);
  ft_trace_free (t);
  ft_trace_free (u);
  ft_trace_free (gzip);
  ft_trace_free (zstd);
}

static void digest_tells_traces_apart (void **state) {
  (void)state;
  static const char *const texts[] = {
      "T1|w(x)|1\nT2|r(y)|2\n", "T1|w(y)|1\nT2|r(y)|2\n",
      "T1|w(x)|1\nT1|r(y)|2\n", "T1|w(x)|1\nT2|w(y)|2\n",
      "T1|w(x)|1\nT2|r(y)|3\n", "T1|w(x)|1\n",
      "T2|r(y)|2\nT1|w(x)|1\n", "T1|w(x)|1\nT2|r(y)|2\nT2|r(y)|2\n"};
  enum { n = sizeof texts / sizeof *texts };
  uint64_t digests[n];
  for (int i = 0; i < n; i++) {
    ft_trace *t = read_trace (scratch_text ("d.std", texts[i]));
    digests[i] = ft_trace_digest (t);
    ft_trace_free (t);
    for (int j = 0; j < i; j++)
      assert_true (digests[i] != digests[j]);
  }
}

static void refuses (const char *line, const char *expected) {
  ft_trace *t = read_trace (scratch_text ("r.jsonl", line));
  ft_error error = FT_NO_ERROR;
  assert_false (ft_trace_write (t, scratch_path ("r.std"), NULL, &error));
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  if (!strstr (error.message, expected))
    fail_msg ("expected '%s' in '%s'", expected, error.message);
  assert_null (scratch_read (scratch_path ("r.std"), NULL));
  ft_trace_free (t);
}

#define EVENT(fields) "{\"thread\":\"T\"," fields "}\n"
#define WRITE EVENT ("\"op\":\"write\",\"variable\":\"x\"")

static void std_refuses_what_it_cannot_hold (void **state) {
  (void)state;
  refuses (WRITE EVENT ("\"op\":\"fence\""), "event 1 has the operation fence");
  refuses (EVENT ("\"op\":\"write\",\"variable\":\"x\",\"value\":1"),
           "event 0 has a value");
  refuses (EVENT ("\"op\":\"write\",\"variable\":\"x\",\"size\":4"),
           "event 0 has a size");
  refuses (EVENT ("\"op\":\"write\",\"variable\":\"x\",\"operands\":[]"),
           "event 0 has operands");
  refuses (EVENT ("\"op\":\"branch\",\"outcome\":true"),
           "event 0 has an outcome");
  refuses (EVENT ("\"op\":\"acquire\",\"lock\":\"l\"")
               EVENT ("\"op\":\"release\",\"lock\":\"l\",\"wait\":\"c\""),
           "event 1 starts a wait");
  refuses (EVENT ("\"op\":\"write\",\"variable\":\"a|b\""),
           "event 0 has the name 'a|b'");
  refuses (EVENT ("\"op\":\"write\",\"variable\":\"a\\nb\""),
           "event 0 has the name 'a\\x0ab'");
  refuses ("{\"thread\":\"#1\",\"op\":\"write\",\"variable\":\"x\"}\n",
           "event 0 has the name '#1'");
}

static void jsonl_refuses_what_is_not_utf8 (void **state) {
  (void)state;
  ft_trace *t = read_trace (scratch_text ("u.std", "T1|w(x\xff)|1\n"));
  ft_error error = FT_NO_ERROR;
  assert_false (ft_trace_write (t, scratch_path ("u.jsonl"), NULL, &error));
  assert_non_null (strstr (error.message, "not UTF-8"));
  ft_trace_free (t);
}

static void unknown_formats_are_refused (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  assert_null (ft_writer_open (scratch_path ("a.rr"), NULL, &error));
  assert_int_equal (error.code, FT_EXIT_USAGE);
  assert_null (ft_writer_open (scratch_path ("a.std"), "xml", &error));
  assert_int_equal (error.code, FT_EXIT_USAGE);
  assert_null (ft_writer_open (scratch_path ("no/a.std"), NULL, &error));
  assert_int_equal (error.code, FT_EXIT_ENVIRONMENT);
}

// ---- disks that are full ---------------------------------------------------

static ft_trace *long_trace (void) {
  ft_trace *t = ft_trace_new ("long", "std");
  for (unsigned i = 0; i < 20000; i++) {
    ft_event e = FT_EVENT_NONE;
    char name[32];
    int n = snprintf (name, sizeof name, "x%u", i * 2654435761u);
    e.kind = FT_WRITE;
    e.thread = ft_tables_add (&t->tables, FT_CLASS_THREAD, "T", 1);
    e.target = ft_tables_add (&t->tables, FT_CLASS_VARIABLE, name, (size_t)n);
    ft_trace_push (t, e);
  }
  return t;
}

static void no_space (const ft_trace *t, const char *path, const char *format) {
  ft_error error = FT_NO_ERROR;
  if (ft_trace_write (t, path, format, &error))
    fail_msg ("%s was written", path);
  assert_int_equal (error.code, FT_EXIT_ENVIRONMENT);
  assert_non_null (strstr (error.message, "write"));
}

static void full_device_is_an_error (void **state) {
  (void)state;
  ft_trace *t = long_trace (),
           *one = read_trace (scratch_text ("one.std", "T1|w(x)|1\n"));
  no_space (t, "/dev/full", "std");
  no_space (one, "/dev/full", "jsonl");
  ft_trace_free (t);
  ft_trace_free (one);
}

// A limit on file sizes acts like a disk that fills up in the middle.
static void nothing_half_written_stays (void **state) {
  (void)state;
  static const char *const names[] = {"h.std", "h.jsonl", "h.std.gz",
                                      "h.jsonl.zst"};
  struct rlimit old, small;
  ft_trace *t = long_trace ();
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &old);
  small = old;
  for (unsigned i = 0; i < 4; i++) {
    const char *path = scratch_text (names[i], "was here\n");
    small.rlim_cur = 30000;
    setrlimit (RLIMIT_FSIZE, &small);
    no_space (t, path, NULL);
    setrlimit (RLIMIT_FSIZE, &old);
    same_bytes (path, "was here\n");
  }
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_survive),
      cmocka_unit_test (validator_agrees_with_model),
      cmocka_unit_test (lenient_repairs),
      cmocka_unit_test (std_survives_byte_by_byte),
      cmocka_unit_test (digest_tells_traces_apart),
      cmocka_unit_test (std_refuses_what_it_cannot_hold),
      cmocka_unit_test (jsonl_refuses_what_is_not_utf8),
      cmocka_unit_test (unknown_formats_are_refused),
      cmocka_unit_test (full_device_is_an_error),
      cmocka_unit_test (nothing_half_written_stays),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
