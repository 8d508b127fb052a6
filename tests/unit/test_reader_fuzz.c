// Files with random damage: a reader never crashes or hangs, and refuses with
// one line that begins with the path.  Prints the seed of a failure.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/unit/scratch.h"
#include "format/writer.h"
#include "load/open.h"

enum { rounds = 1500 };

// Bytes that mean something to some format are more likely to get far.
static char random_byte (ft_rng *rng) {
  static const char telling[] = "{}[]\":,|()@#0x19-Tlrw \t\n\r\\";
  return ft_rng_percent (rng, 60) ? telling[ft_rng_below (rng, sizeof telling)]
                                  : (char)ft_rng_below (rng, 256);
}

// A piece moves, is repeated, is cut out, or single bytes change.
static size_t damage (ft_rng *rng, char *bytes, size_t n) {
  size_t at = ft_rng_below (rng, (uint32_t)n);
  size_t most = n - at < 60 ? n - at : 60;
  size_t part = ft_rng_below (rng, (uint32_t)most + 1);
  size_t to = ft_rng_below (rng, (uint32_t)(n - part + 1));
  switch (ft_rng_below (rng, 4)) {
  case 0:
    bytes[at] = random_byte (rng);
    return n;
  case 1:
    bytes[at] ^= (char)(1 << ft_rng_below (rng, 8));
    return n;
  case 2:
    memmove (bytes + to, bytes + at, part);
    return n;
  }
  memmove (bytes + at, bytes + at + part, n - at - part);
  return n - part ? n - part : 1;
}

static void read_damaged (uint64_t seed, const char *path, bool lenient) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){NULL, lenient}, NULL,
                               NULL, &error);
  bool right = t ? !error.message[0] || lenient
                 : error.code == FT_EXIT_BAD_INPUT &&
                       !strncmp (error.message, path, strlen (path)) &&
                       !strchr (error.message, '\n');
  if (!right)
    fail_msg ("seed %u: code %d: %s", (unsigned)seed, error.code,
              error.message);
  ft_trace_free (t);
}

static void survives (const char *name, const char *bytes, size_t n) {
  char *copy = malloc (n);
  for (uint64_t seed = 0; seed < rounds; seed++) {
    ft_rng rng = ft_rng_init (seed);
    size_t size = n;
    memcpy (copy, bytes, n);
    for (uint32_t i = ft_rng_below (&rng, 4) + 1; i; i--)
      size = damage (&rng, copy, size);
    const char *path = scratch_bytes (name, copy, size);
    read_damaged (seed, path, seed & 1);
  }
  free (copy);
}

static ft_trace *some_trace (void) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 60, o.threads = 4, o.values = 3;
  o.reentrant = o.rwlocks = o.try_failed = o.conditions = o.barriers = true;
  o.semaphores = o.atomics = o.branches = o.locals = o.sizes = o.allocs = true;
  o.forks = true;
  return ft_random_trace (1, &o);
}

static void damaged_jsonl (const char *name) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = some_trace ();
  size_t n = 0;
  for (size_t i = 0; i < t->tables.details.size; i++)
    t->tables.details.begin[i].op = FT_OP_NONE;
  assert_true (ft_trace_write (t, scratch_path (name), NULL, &error));
  char *bytes = scratch_read (scratch_path (name), &n);
  survives (name, bytes, n);
  free (bytes);
  ft_trace_free (t);
}

static void json_lines (void **state) {
  (void)state;
  damaged_jsonl ("f.jsonl");
}

static void compressed (void **state) {
  (void)state;
  damaged_jsonl ("f.jsonl.gz");
  damaged_jsonl ("f.jsonl.zst");
}

static void std (void **state) {
  (void)state;
  static const char text[] =
      "T1|fork(2)|1\nT2|acq(l)|2\nT2|w(x)|3\nT2|rel(l)|4\r\n# comment\n"
      "T1|begin|5\nT1|r(f(x))|6\nT1|end|\nT1|branch|7\nT1|join(T2)|8\n";
  survives ("f.std", text, sizeof text - 1);
}

static void roadrunner (void **state) {
  (void)state;
  static const char text[] =
      "@  Start(0,1)\n@  Acquire(1,@03)\n@  VWr(1,x.y_I) Final A.java:5:7\n"
      "Output\n@  Release(1,@03)\n@  Exit(1,A.run()V)\n@  Join(0,1)\n";
  survives ("f.rr", text, sizeof text - 1);
  survives ("unnamed", text, sizeof text - 1);
}

static void noise (void **state) {
  (void)state;
  char bytes[300];
  for (uint64_t seed = 0; seed < rounds; seed++) {
    ft_rng rng = ft_rng_init (seed);
    for (size_t i = 0; i < sizeof bytes; i++)
      bytes[i] = random_byte (&rng);
    static const char *const names[] = {"n.std", "n.rr", "n.jsonl", "n"};
    read_damaged (seed, scratch_bytes (names[seed % 4], bytes, sizeof bytes),
                  seed & 8);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (json_lines), cmocka_unit_test (compressed),
      cmocka_unit_test (std),        cmocka_unit_test (roadrunner),
      cmocka_unit_test (noise),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
