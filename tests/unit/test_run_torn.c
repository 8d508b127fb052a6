// Recorded runs that are torn, cut or damaged: what can be read is read, the
// rest is refused with one line, and nothing crashes.  Compressed logs.
//
// FT_SEED and FT_ROUNDS repeat or extend the random damage.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <zstd.h>

#include "tests/model/rng.h"
#include "tests/unit/rounds.h"
#include "tests/unit/run_directory.h"
#include "load/describe.h"
#include "load/load.h"
#include "run/log_coding.h"
#include "trace/trace.h"
#include "load/open.h"

enum { X = 0x601000, MUTEX = 0x601040, CONDITION = 0x601080, HEAP = 0x700010 };

// A bit of everything.
static void make_run (run *r) {
  *r = (run){.state = FT_WIRE_ENDED};
  uint32_t f = run_function (r, "main", "/src/a.c", 10);
  unsigned load = run_site (r, FT_SITE_LOAD, 4, 11, 3);
  unsigned store = run_site (r, FT_SITE_STORE, 8, 12, 3);
  unsigned call = run_site (r, FT_SITE_CALL, 0, 13, 5);
  unsigned copy = run_site (r, FT_SITE_COPY, 0, 15, 1);
  unsigned rmw = run_site (r, FT_SITE_RMW, 4, 16, 1);
  unsigned variable = run_site (r, FT_SITE_VARIABLE, 4, 17, 1);
  run_global (r, "x", "int", X, 4);
  run_global (r, "y", "int", X + 4, 4);
  run_global (r, "l", "pthread_mutex_t", MUTEX, 40);
  run_start (r, 0);
  run_enter (r, 0, f, run_stack (1) - 64);
  run_0 (r, 0, variable, run_stack (1) - 32);
  run_0 (r, 0, call, 0);
  run_1 (r, 0, FT_WIRE_LOCK_INIT, MUTEX, FT_WIRE_MUTEX);
  run_1 (r, 0, FT_WIRE_ALLOC, HEAP, 48);
  run_0 (r, 0, FT_WIRE_FORK, 1);
  run_1 (r, 0, store, X, 7);
  run_start (r, 1);
  run_enter (r, 1, f, run_stack (2) - 64);
  run_0 (r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_1 (r, 1, load, X, 7);
  run_1 (r, 0, store, HEAP + 8, 7);
  run_1 (r, 1, store, HEAP + 8, 8);
  run_enter (r, 1, f, run_stack (2) - 128);
  run_2 (r, 1, copy, HEAP, X, 24);
  run_0 (r, 1, FT_WIRE_UNWIND, run_stack (2) - 64);
  run_1 (r, 1, FT_WIRE_FIBRE, FT_WIRE_FIRST_FIBRE, FT_WIRE_FIBRE_BEGINS);
  run_enter (r, 1, f, run_stack (3) - 64);
  run_1 (r, 1, FT_WIRE_FIBRE, 1, run_stack (2) - 80);
  run_1 (r, 1, store, run_stack (1) - 32, 1);
  run_1 (r, 1, FT_WIRE_WAIT, MUTEX, CONDITION);
  run_2 (r, 0, rmw, X, 7, 2);
  run_1 (r, 0, load, run_stack (1) - 32, 1);
  run_0 (r, 0, FT_WIRE_SIGNAL, CONDITION);
  run_1 (r, 1, FT_WIRE_WAKE, CONDITION, 0);
  run_0 (r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_0 (r, 1, FT_WIRE_RELEASE, MUTEX);
  run_1 (r, 1, FT_WIRE_SEM_INIT, CONDITION + 64, 1);
  run_1 (r, 1, FT_WIRE_SEM_WAIT, CONDITION + 64, 1);
  run_1 (r, 1, FT_WIRE_WRITE_RANGE, X - 4, 40);
  run_0 (r, 1, FT_WIRE_EXIT, 0);
  run_0 (r, 1, FT_WIRE_THREAD_END, 0);
  run_1 (r, 0, FT_WIRE_FREE, HEAP, 0);
  run_0 (r, 0, FT_WIRE_JOIN, 1);
  run_0 (r, 0, FT_WIRE_EXIT, 0);
}

static void expect_refusal (const char *path, const ft_error *error) {
  if (error->code != FT_EXIT_BAD_INPUT || strchr (error->message, '\n') ||
      strncmp (error->message, path, strlen (path)))
    fail_msg ("code %d: %s", error->code, error->message);
}

// All events, also of memory that one thread uses, as places.  Without ALLOC,
// which is an event only if the block is used later.
typedef struct places {
  FT_STACK (ft_tick) list;
  bool failed;
} places;

static places read_places (const char *path, ft_error *error) {
  places all = {.failed = true};
  *error = FT_NO_ERROR;
  ft_load *n = ft_load_open_records (path, true, error);
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_event e;
  int got = -1;
  while (n && (got = ft_load_next (n, &tables, &e, &notes, error)) > 0)
    if (e.kind != FT_ALLOC)
      FT_PUSH (all.list, ft_load_tick (n));
  all.failed = got < 0;
  if (all.failed)
    expect_refusal (path, error);
  ft_load_free (n);
  ft_tables_release (&tables);
  ft_notes_release (&notes);
  return all;
}

static void expect_prefix (const places *part, const places *whole) {
  assert_true (part->list.size <= whole->list.size);
  for (size_t i = 0; i < part->list.size; i++) {
    assert_int_equal (part->list.begin[i].thread, whole->list.begin[i].thread);
    assert_int_equal (part->list.begin[i].word, whole->list.begin[i].word);
  }
}

static const char *const files[] = {"control",  "schedule", "objects",
                                    "thread-0", "thread-1", "modules"};

// The last one may end anywhere.
enum { FILES = sizeof files / sizeof *files, CUT = FILES - 1 };

static char *read_all (const char *directory, const char *name, size_t *size) {
  char path[256];
  snprintf (path, sizeof path, "%s/%s", directory, name);
  *size = 0;
  char *bytes = scratch_read (path, size);
  assert_non_null (bytes);
  return bytes;
}

// Every file cut at every offset; of a run that ended this is refused, of one
// that was killed a part is read at most.
static void truncated (uint32_t state) {
  run r;
  ft_error error;
  make_run (&r);
  r.state = state;
  const char *path = run_write (&r, "torn");
  places whole = read_places (path, &error);
  assert_false (whole.failed);
  for (int i = 0; i < CUT; i++) {
    size_t size;
    char *bytes = read_all (path, files[i], &size);
    for (size_t n = 0; n<size; n += n> 64 && n < 4000 && i > 2 ? 61 : 1) {
      run_file (path, files[i], bytes, n);
      places part = read_places (path, &error);
      expect_prefix (&part, &whole);
      if (state == FT_WIRE_ENDED && !part.failed)
        fail_msg ("%s cut to %zu bytes is read", files[i], n);
      FT_RELEASE (part.list);
    }
    run_file (path, files[i], bytes, size);
    free (bytes);
  }
  FT_RELEASE (whole.list);
  run_release (&r);
}

static void cut_after_its_end (void **state) {
  (void)state;
  truncated (FT_WIRE_ENDED);
}

static void cut_while_it_ran (void **state) {
  (void)state;
  truncated (FT_WIRE_RUNNING);
}

// A process that was killed: what its schedule and its words cover is read,
// and a note says so.
static void killed (void **state) {
  (void)state;
  run r;
  ft_error error;
  make_run (&r);
  const char *path = run_write (&r, "torn");
  places whole = read_places (path, &error);
  size_t switches = r.schedule.size;
  for (size_t n = 0; n <= switches; n++) {
    r.state = FT_WIRE_RUNNING;
    r.schedule.size = n;
    run_write (&r, "torn");
    places part = read_places (path, &error);
    assert_false (part.failed);
    expect_prefix (&part, &whole);
    FT_RELEASE (part.list);
  }
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_non_null (t);
  assert_non_null (
      strstr (t->notes.list.begin[0].text, "recording is incomplete"));
  ft_trace_free (t);
  FT_RELEASE (whole.list);
  run_release (&r);
}

// Random damage to any file, read in all ways.
static void read_damaged (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  if (!t)
    expect_refusal (path, &error);
  ft_pos events[] = {0, 3, 7};
  ft_descriptions d;
  error = FT_NO_ERROR;
  if (ft_load_describe (path, NULL, events, 3, (ft_progress_callback){0}, &d, &error))
    ft_descriptions_release (&d);
  else
    expect_refusal (path, &error);
  ft_trace_free (t);
}

static size_t damage (ft_rng *rng, char *bytes, size_t n) {
  size_t at = ft_rng_below (rng, (uint32_t)n);
  if (n > FT_WIRE_PAGE && ft_rng_percent (rng, 90))
    at = FT_WIRE_PAGE + ft_rng_below (rng, (uint32_t)(n - FT_WIRE_PAGE));
  if (ft_rng_percent (rng, 5))
    return at;
  if (ft_rng_percent (rng, 50))
    bytes[at] ^= (char)(1 << ft_rng_below (rng, 8));
  else
    bytes[at] = (char)ft_rng_below (rng, 256);
  return n;
}

static void damaged (void **state) {
  (void)state;
  run r;
  make_run (&r);
  const char *path = run_write (&r, "torn");
  const char modules[] = "0 /bin/prog\n64 /lib/libother.so\n";
  run_file (path, "modules", modules, sizeof modules - 1);
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (1000, 4000);
       seed++) {
    ft_rng rng = ft_rng_init (seed);
    int i = (int)ft_rng_below (&rng, FILES);
    size_t size, n;
    char *bytes = read_all (path, files[i], &size);
    char *copy = malloc (size);
    memcpy (copy, bytes, n = size);
    for (uint32_t k = ft_rng_below (&rng, 3) + 1; k && n; k--)
      n = damage (&rng, copy, n);
    print_message ("%s", getenv ("FT_VERBOSE") ? "." : "");
    run_file (path, files[i], copy, n);
    read_damaged (path);
    run_file (path, files[i], bytes, size);
    free (copy);
    free (bytes);
  }
  run_release (&r);
}

// ---- compressed logs -------------------------------------------------------

// In two frames, as two writers would.
static void compress (const char *directory, const char *name) {
  char from[256], to[64];
  size_t size;
  snprintf (from, sizeof from, "%s/%s", directory, name);
  char *bytes = read_all (directory, name, &size);
  size_t half = size / 2, room = 2 * ZSTD_compressBound (size);
  char *packed = malloc (room);
  size_t n = ZSTD_compress (packed, room, bytes, half, 1);
  n += ZSTD_compress (packed + n, room - n, bytes + half, size - half, 1);
  snprintf (to, sizeof to, "%s.zst", name);
  run_file (directory, to, packed, n);
  unlink (from);
  free (packed);
  free (bytes);
}

static void compressed (void **state) {
  (void)state;
  run r;
  ft_error error;
  make_run (&r);
  const char *path = run_write (&r, "packed");
  places whole = read_places (path, &error);
  compress (path, "thread-1");
  places same = read_places (path, &error);
  assert_false (same.failed);
  assert_int_equal (same.list.size, whole.list.size);
  expect_prefix (&same, &whole);
  size_t size;
  char *bytes = read_all (path, "thread-1.zst", &size);
  for (size_t n = 0; n < size; n++) {
    run_file (path, "thread-1.zst", bytes, n);
    places part = read_places (path, &error);
    assert_true (part.failed);
    FT_RELEASE (part.list);
  }
  free (bytes);
  FT_RELEASE (same.list);
  FT_RELEASE (whole.list);
  run_release (&r);
}

// ---- coded logs ------------------------------------------------------------

// Replaces 'thread-N' by a coded log in pieces of at most 'most' words, as the
// trace writer makes it.  With 'rng', a piece is damaged.
static void code (const char *directory, const char *name, size_t most,
                  ft_rng *rng) {
  static unsigned char piece[FT_LOG_PIECE_BYTES];
  char from[256], to[64];
  size_t size;
  snprintf (from, sizeof from, "%s/%s", directory, name);
  char *bytes = read_all (directory, name, &size);
  size_t words = (size - FT_WIRE_PAGE) / 8, room = 2 * size + (words + 2) * 600;
  ((struct ft_wire_thread *)(void *)bytes)->coding = FT_WIRE_AS_PIECES;
  char *packed = malloc (room);
  size_t n = ZSTD_compress (packed, room, bytes, FT_WIRE_PAGE, 1);
  ft_log_coder *k = ft_log_coder_new ();
  size_t hit = rng ? ft_rng_below (rng, (uint32_t)(words / most + 1)) : SIZE_MAX;
  for (size_t at = 0, i = 0; at < words; at += most, i++) {
    size_t some = words - at < most ? words - at : most;
    unsigned wanted = ft_log_coder_size_at (at);
    if (!at || wanted != ft_log_coder_size (k))
      ft_log_coder_refresh (k, wanted);
    size_t length = ft_log_encode (
        k, (const uint64_t *)(const void *)(bytes + FT_WIRE_PAGE) + at, some,
        piece);
    if (i == hit)
      piece[ft_rng_below (rng, (uint32_t)length)] = (unsigned char)ft_rng_next (rng);
    n += ZSTD_compress (packed + n, room - n, piece, length, 1);
  }
  ft_log_coder_free (k);
  snprintf (to, sizeof to, "%s.zst", name);
  run_file (directory, to, packed, n);
  unlink (from);
  free (packed);
  free (bytes);
}

static void coded (void **state) {
  (void)state;
  run r;
  ft_error error;
  make_run (&r);
  const char *path = run_write (&r, "coded");
  places whole = read_places (path, &error);
  code (path, "thread-1", 10, NULL);
  places same = read_places (path, &error);
  assert_false (same.failed);
  assert_int_equal (same.list.size, whole.list.size);
  expect_prefix (&same, &whole);
  size_t size;
  char *bytes = read_all (path, "thread-1.zst", &size);
  for (size_t n = 0; n < size; n++) {
    run_file (path, "thread-1.zst", bytes, n);
    places part = read_places (path, &error);
    assert_true (part.failed);
    FT_RELEASE (part.list);
  }
  free (bytes);
  FT_RELEASE (same.list);
  FT_RELEASE (whole.list);
  run_release (&r);
}

// Only what is compressed is coded.
static void unknown_coding (void **state) {
  (void)state;
  run r;
  ft_error error;
  make_run (&r);
  const char *path = run_write (&r, "unknown-form");
  size_t size;
  char *bytes = read_all (path, "thread-1", &size);
  ((struct ft_wire_thread *)(void *)bytes)->coding = FT_WIRE_AS_PIECES;
  run_file (path, "thread-1", bytes, size);
  places none = read_places (path, &error);
  assert_true (none.failed);
  assert_non_null (strstr (error.message, "form 1; expected 0"));
  free (bytes);
  FT_RELEASE (none.list);
  run_release (&r);
}

static void coded_damaged (void **state) {
  (void)state;
  run r;
  make_run (&r);
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (300, 2000);
       seed++) {
    ft_rng rng = ft_rng_init (seed);
    const char *path = run_write (&r, "coded");
    code (path, ft_rng_percent (&rng, 50) ? "thread-0" : "thread-1",
          1 + ft_rng_below (&rng, 40), &rng);
    read_damaged (path);
  }
  run_release (&r);
}

static void long_coded (void **state) {
  (void)state;
  run r;
  ft_error error;
  make_run (&r);
  r.logs[0].size--; // without the last EXIT
  for (int i = 0; i < 200000; i++)
    run_1 (&r, 0, 1, X, (uint64_t)i);
  const char *path = run_write (&r, "long-coded");
  places whole = read_places (path, &error);
  code (path, "thread-0", FT_LOG_PIECE_WORDS - 63, NULL);
  places same = read_places (path, &error);
  assert_false (same.failed);
  assert_true (same.list.size > 200000);
  assert_int_equal (same.list.size, whole.list.size);
  expect_prefix (&same, &whole);
  FT_RELEASE (same.list);
  FT_RELEASE (whole.list);
  run_release (&r);
}

// ---- long logs -------------------------------------------------------------

// A log of more words than are decompressed at a time.
static void long_compressed (void **state) {
  (void)state;
  run r;
  ft_error error;
  make_run (&r);
  r.logs[0].size--; // without the last EXIT
  unsigned load = 1;
  for (int i = 0; i < 100000; i++)
    run_1 (&r, 0, load, X, (uint64_t)i);
  const char *path = run_write (&r, "long");
  places whole = read_places (path, &error);
  compress (path, "thread-0");
  places same = read_places (path, &error);
  assert_false (same.failed);
  assert_true (same.list.size > 100000);
  assert_int_equal (same.list.size, whole.list.size);
  expect_prefix (&same, &whole);
  FT_RELEASE (same.list);
  FT_RELEASE (whole.list);
  run_release (&r);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (cut_after_its_end),
      cmocka_unit_test (cut_while_it_ran),
      cmocka_unit_test (killed),
      cmocka_unit_test (damaged),
      cmocka_unit_test (compressed),
      cmocka_unit_test (long_compressed),
      cmocka_unit_test (coded),
      cmocka_unit_test (unknown_coding),
      cmocka_unit_test (coded_damaged),
      cmocka_unit_test (long_coded),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
