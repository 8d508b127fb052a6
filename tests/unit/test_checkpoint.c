// Passes that are interrupted and resumed, against the same filters without an
// interruption: random traces of all that a trace can have, interrupted at any
// batch, more than once, by 1, 2 and 5 threads.  The interrupted pass leaves the
// file of its last checkpoint, as one does that is killed, or of its end, as one
// does that is stopped.  Damaged files are errors, and so are files of another
// trace or of other options.  Seeds are printed.

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "order/parallel_filters.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

enum {
  RESUMABLE = 1u << FT_FILTER_HB | 1u << FT_FILTER_WCP | 1u << FT_FILTER_DC |
              1u << FT_FILTER_HYBRID | 1u << FT_FILTER_C11
};

static char path[] = "/tmp/test-checkpoint-XXXXXX";

struct stream {
  const ft_trace *trace;
  ft_pos read, end; // it ends there, as if it was interrupted
  uint32_t batch;
  uint8_t *racy;
  ft_pos taken;
};

static bool read_batch (void *context, ft_shared_batch *b) {
  struct stream *s = context;
  ft_pos left = s->end - s->read;
  if (!left)
    return false;
  ft_batch batch = {s->trace->events + s->read,
                    (uint32_t)(s->batch < left ? s->batch : left), s->read};
  ft_shared_batch_copy (b, &s->trace->tables, &batch);
  s->read += batch.count;
  return true;
}

static void take_racy (void *context, const ft_shared_batch *b,
                       const uint8_t *racy) {
  struct stream *s = context;
  assert_true (b->first == s->taken);
  memcpy (s->racy + b->first, racy, b->count);
  s->taken += b->count;
}

struct how {
  unsigned kinds, threads;
  uint32_t batch;
  ft_filter_resume resume;
};

// Runs a pass up to 'end'; the answers are the caller's.
static bool run (const ft_trace *t, const struct how *how, ft_pos end,
                 bool resumes, uint8_t *racy, ft_error *error) {
  struct stream s = {.trace = t, .end = end, .batch = how->batch, .racy = racy};
  ft_batch_stream stream = {read_batch, &s};
  return ft_parallel_filters_run (how->kinds, how->threads, &stream, take_racy,
                                  resumes ? &how->resume : NULL, error);
}

static ft_trace *random_trace (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 300 << seed % 3, o.threads = 2 << seed % 5;
  o.locks = 1 + 3 * (seed % 5), o.variables = 3 << seed % 8;
  o = ft_random_features (seed, o);
  o.orders = seed % 2;
  return ft_random_trace (seed, &o);
}

static struct how random_how (uint64_t seed, ft_rng *rng) {
  static const unsigned threads[] = {1, 2, 5};
  static const enum ft_filter_kind kinds[] = {
      FT_FILTER_HB, FT_FILTER_WCP, FT_FILTER_DC, FT_FILTER_HYBRID,
      FT_FILTER_C11};
  struct how how = {.kinds = seed % 2 ? RESUMABLE : 1u << kinds[seed / 2 % 5],
                    .threads = threads[seed % 3],
                    .batch = 1 + ft_rng_below (rng, 60),
                    .resume = {.path = path,
                               .every = 1 + ft_rng_below (rng, 200)}};
  how.resume.key.trace = seed;
  return how;
}

static ft_pos batch_end (const ft_trace *t, const struct how *how,
                         ft_rng *rng) {
  ft_pos end = how->batch * (ft_pos)ft_rng_below (
                                rng, (uint32_t)(t->size / how->batch + 1));
  return end < t->size ? end : t->size;
}

static void resumed_passes_agree (void **state) {
  (void)state;
  uint64_t racy_events = 0, began_anew = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (150, 3000);
       seed++) {
    ft_trace *t = random_trace (seed);
    ft_rng rng = ft_rng_init (seed);
    struct how how = random_how (seed, &rng);
    uint8_t *right = FT_ARRAY (uint8_t, t->size + 1);
    uint8_t *racy = FT_ARRAY (uint8_t, t->size + 1);
    ft_error error = FT_NO_ERROR;
    assert_true (run (t, &how, t->size, false, right, &error));
    unlink (path);
    for (ft_pos at = 0; at < t->size; ) {
      // An interruption before the last checkpoint leaves its file as it is.
      ft_pos next = batch_end (t, &how, &rng);
      bool fine = run (t, &how, next, true, racy, &error);
      if (fine != (next >= at))
        fail_msg ("seed %llu: to %llu behind %llu", (unsigned long long)seed,
                  (unsigned long long)next, (unsigned long long)at);
      began_anew += !fine;
      at = fine ? next : at;
      if (ft_rng_below (&rng, 4) == 0)
        break;
    }
    memset (racy, 0xee, t->size);
    assert_true (run (t, &how, t->size, true, racy, &error));
    for (ft_id i = 0; i < t->size; i++) {
      racy_events += right[i] != 0;
      if (racy[i] != right[i])
        fail_msg ("seed %llu: event %u is %x, expected %x",
                  (unsigned long long)seed, i, racy[i], right[i]);
    }
    free (right);
    free (racy);
    ft_trace_free (t);
  }
  assert_true (!rounds_are_many () || (racy_events > 1000 && began_anew));
}

// ---- files that do not fit --------------------------------------------------

static size_t read_file (unsigned char *bytes, size_t most) {
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  size_t n = fread (bytes, 1, most, file);
  fclose (file);
  assert_true (n < most);
  return n;
}

static void write_file (const unsigned char *bytes, size_t n) {
  FILE *file = fopen (path, "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (bytes, 1, n, file), n);
  fclose (file);
}

enum { MOST = 1 << 24 };

// Damage is found by the checksum.  With a checksum that fits, a file is refused
// or gives some answers, and no byte is used without being looked at: a sanitizer
// or valgrind shows that.
static void damaged_files (void **state) {
  (void)state;
  unsigned char *bytes = FT_ARRAY (unsigned char, MOST);
  uint64_t refused = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (150, 3000);
       seed++) {
    ft_trace *t = random_trace (seed);
    ft_rng rng = ft_rng_init (seed);
    struct how how = random_how (seed, &rng);
    uint8_t *racy = FT_ARRAY (uint8_t, t->size + 1);
    ft_error error = FT_NO_ERROR;
    unlink (path);
    assert_true (run (t, &how, batch_end (t, &how, &rng), true, racy, &error));
    size_t n = read_file (bytes, MOST);
    size_t at = ft_rng_below (&rng, (uint32_t)n);
    bool cut = seed % 5 == 0, sealed = seed % 3 && n - at > 8;
    bytes[at] ^= (unsigned char)(1u << ft_rng_below (&rng, 8));
    if (sealed) {
      uint64_t checksum = ft_checksum (bytes, n - sizeof checksum);
      memcpy (bytes + n - sizeof checksum, &checksum, sizeof checksum);
    }
    write_file (bytes, cut ? at : n);
    bool fine = run (t, &how, t->size, true, racy, &error);
    if (!fine && error.code != FT_EXIT_BAD_INPUT)
      fail_msg ("seed %llu: %s", (unsigned long long)seed, error.message);
    if (fine && (cut || !sealed))
      fail_msg ("seed %llu: byte %zu: accepted", (unsigned long long)seed, at);
    refused += !fine;
    free (racy);
    ft_trace_free (t);
  }
  free (bytes);
  assert_true (refused);
}

static void other_options (void **state) {
  (void)state;
  ft_trace *t = random_trace (3);
  uint8_t *racy = FT_ARRAY (uint8_t, t->size + 1);
  struct how how = {.kinds = 1u << FT_FILTER_HB,
                    .threads = 1,
                    .batch = 10,
                    .resume = {.path = path, .every = 100}};
  ft_error error = FT_NO_ERROR;
  unlink (path);
  assert_true (run (t, &how, 50, true, racy, &error));
  struct how other[] = {how, how, how, how};
  other[0].kinds |= 1u << FT_FILTER_WCP;
  other[1].threads = 2;
  other[2].resume.key.trace = 1;
  other[3].resume.key.version = 1;
  static const char *const why[] = {"with other options", "expected -j 1",
                                    "of another trace", "another version"};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    assert_false (run (t, other + i, t->size, true, racy, &error));
    assert_non_null (strstr (error.message, why[i]));
  }
  // A trace that is shorter than what was processed.
  assert_false (run (t, &how, 40, true, racy, &error));
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  assert_true (run (t, &how, t->size, true, racy, &error));
  free (racy);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (resumed_passes_agree),
      cmocka_unit_test (damaged_files),
      cmocka_unit_test (other_options),
  };
  int file = mkstemp (path);
  assert (file >= 0);
  close (file);
  int failed = cmocka_run_group_tests (tests, NULL, NULL);
  unlink (path);
  return failed;
}
