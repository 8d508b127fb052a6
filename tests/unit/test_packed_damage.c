// Damaged packed traces: a strict reader refuses each with its place, a
// lenient one loses the damaged block alone, and nothing crashes whatever the
// bytes are.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/packed_altpath.h"
#include "tests/model/random_trace.h"
#include "tests/unit/reseal.h"
#include "tests/unit/rounds.h"
#include "tests/unit/same_trace.h"
#include "tests/unit/write_packed.h"
#include "load/open.h"

enum { BLOCK = 16, EVENTS = 100 };

typedef struct file {
  ft_trace *trace;
  char *bytes;
  size_t size;
} file;

static file make_file (uint64_t seed) {
  ft_error error = FT_NO_ERROR;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = EVENTS, o.threads = 4, o.locks = 3, o.variables = 5;
  o = ft_random_features (seed, o);
  o.barriers = false;
  file f = {.trace = ft_random_trace (seed, &o)};
  for (size_t i = 0; i < f.trace->tables.details.size; i++)
    f.trace->tables.details.begin[i].op = FT_OP_NONE;
  const char *path = write_packed (f.trace, "whole.ftp", BLOCK, &error);
  f.bytes = scratch_read (path, &f.size);
  assert_non_null (f.bytes);
  return f;
}

// One with alternative paths.
static file make_branching_file (uint64_t seed) {
  ft_error error = FT_NO_ERROR;
  file f = {0};
  while (!f.trace || f.trace->altpath_events < 10) {
    ft_trace_free (f.trace);
    f.trace = draw_branching_trace (seed++);
  }
  const char *path = write_packed (f.trace, "whole.ftp", BLOCK, &error);
  f.bytes = scratch_read (path, &f.size);
  assert_non_null (f.bytes);
  return f;
}

static void release_file (file *f) {
  ft_trace_free (f->trace);
  free (f->bytes);
}

static ft_trace *try_bytes (const char *bytes, size_t n, bool lenient,
                            ft_error *error) {
  const char *path = scratch_bytes ("damaged.ftp", bytes, n);
  *error = FT_NO_ERROR;
  return ft_trace_read (path, (ft_read_options){.lenient = lenient}, NULL, NULL,
                        error);
}

static void expect_refused (const char *bytes, size_t n, const char *why) {
  ft_error error;
  ft_trace *t = try_bytes (bytes, n, false, &error);
  assert_null (t);
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  assert_non_null (strstr (error.message, "damaged.ftp: "));
  if (!strstr (error.message, why))
    fail_msg ("'%s' does not say '%s'", error.message, why);
}

static const char *name_in (const ft_trace *t, enum ft_class class, ft_id id) {
  return ft_trace_name (t, class, id);
}

static bool same_name (const ft_trace *t, const ft_trace *u,
                       enum ft_class class, ft_id a, ft_id b) {
  const char *name = name_in (u, class, b);
  return !strncmp (name, "lost ", 5) || !strcmp (name_in (t, class, a), name);
}

// What is there is what was there, at the same position.
static bool same_rest (const ft_trace *t, const ft_trace *u, ft_id lost) {
  for (ft_id i = 0; i < u->size; i++) {
    const ft_event *e = t->events + i, *f = u->events + i;
    if (i / BLOCK == lost / BLOCK || f->flags & FT_DROPPED)
      continue;
    if (e->kind != f->kind || e->mask != f->mask ||
        (f->flags & FT_HAS_VALUE && e->value != f->value) ||
        !same_name (t, u, FT_CLASS_THREAD, e->thread, f->thread) ||
        !same_name (t, u, ft_kind_class (e->kind), e->target, f->target) ||
        !same_name (t, u, FT_CLASS_LOCATION, e->location, f->location))
      return false;
  }
  return true;
}

static uint32_t count_lost (const ft_trace *t) {
  uint32_t lost = 0;
  for (size_t i = 0; i < t->notes.list.size; i++)
    lost += strstr (t->notes.list.begin[i].text, "missing") != NULL;
  return lost;
}

// Accesses are dropped in lost blocks alone: no rule forbids them, but to
// those whose own wait was lost.
static bool accesses_stay (const ft_trace *t, const ft_trace *u, ft_id lost) {
  for (ft_id i = 0; i < u->size; i++)
    if (t->events[i].kind == FT_WRITE && i / BLOCK != lost / BLOCK &&
        u->events[i].flags & FT_DROPPED)
      return false;
  return true;
}

static void every_byte_counts (void **state) {
  (void)state;
  for (uint64_t seed = 1; seed < 5; seed++) {
    file f = seed < 4 ? make_file (seed) : make_branching_file (seed);
    for (size_t i = 0; i < f.size; i++) {
      f.bytes[i] ^= 0x10;
      expect_refused (f.bytes, f.size, "");
      f.bytes[i] ^= 0x10;
    }
    release_file (&f);
  }
}

static void only_the_damaged_block_is_lost (void **state) {
  (void)state;
  for (uint64_t seed = 1; seed < 20; seed++) {
    file f = make_file (seed);
    uint32_t blocks = (f.trace->size + BLOCK - 1) / BLOCK;
    for (uint32_t k = 0; k + 1 < blocks; k++) {
      ft_error error;
      char *at = (char *)reseal_find (f.bytes, f.size, k);
      size_t header = seed % 2 ? 20 : sizeof (ft_packed_header) + 9;
      at[header] ^= 1;
      expect_refused (f.bytes, f.size, ": block ");
      ft_trace *t = try_bytes (f.bytes, f.size, true, &error);
      at[header] ^= 1;
      if (!t)
        fail_msg ("seed %u block %u: %s", (unsigned)seed, k, error.message);
      assert_int_equal (t->size, f.trace->size);
      assert_int_equal (count_lost (t), 1);
      assert_true (same_rest (f.trace, t, k * BLOCK));
      assert_true (accesses_stay (f.trace, t, k * BLOCK));
      ft_trace_free (t);
    }
    release_file (&f);
  }
}

static void every_length_is_told (void **state) {
  (void)state;
  file f = make_file (5);
  for (size_t n = 0; n < f.size; n++) {
    ft_error error;
    expect_refused (f.bytes, n, "");
    ft_trace *t = try_bytes (f.bytes, n, true, &error);
    if (t) {
      assert_int_equal (count_lost (t), 1);
      assert_true (t->size <= f.trace->size);
      assert_true (same_rest (f.trace, t, f.trace->size));
    } else
      assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    ft_trace_free (t);
  }
  release_file (&f);
}

static void what_follows_is_told (void **state) {
  (void)state;
  file f = make_file (6);
  char *longer = malloc (2 * f.size);
  assert_non_null (longer);
  memcpy (longer, f.bytes, f.size);
  memcpy (longer + f.size, f.bytes, f.size);
  expect_refused (longer, f.size + 1, "something follows the index");
  expect_refused (longer, 2 * f.size, "something follows the index");
  free (longer);
  release_file (&f);
}

static void other_versions_are_told (void **state) {
  (void)state;
  file f = make_file (6);
  f.bytes[8]++;
  expect_refused (f.bytes, f.size, "packed trace of version 3");
  release_file (&f);
}

// A header may promise much; memory follows what is there.
static void promises_are_not_believed (void **state) {
  (void)state;
  file f = make_file (6);
  sealed_header *h = reseal_find (f.bytes, f.size, 2);
  for (int frame = 0; frame < FT_FRAME_COUNT; frame++) {
    ft_packed_header old = *h;
    uint32_t most = ft_packed_most ((enum ft_packed_frame)frame);
    h->raw[frame] = most;
    h->packed[frame] = 1 << 16;
    h->checksum = ft_checksum (h, offsetof (ft_packed_header, checksum));
    expect_refused (f.bytes, f.size, ": block 2 at byte ");
    h->raw[frame] = most + 1;
    h->checksum = ft_checksum (h, offsetof (ft_packed_header, checksum));
    expect_refused (f.bytes, f.size, "no header of a block");
    *h = old;
  }
  release_file (&f);
}

// Contents that a program made wrong on purpose: refused or read, no matter.
static void resealed_files_do_no_harm (void **state) {
  (void)state;
  enum { FILES = 50 };
  unsigned refused = 0, read = 0;
  file files[FILES] = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end (4000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    file *f = files + seed % FILES;
    if (!f->trace)
      *f = seed % FILES % 3 ? make_file (seed % FILES)
                            : make_branching_file (seed % FILES);
    ft_error error;
    size_t n = f->size;
    uint32_t blocks = (f->trace->size + BLOCK - 1) / BLOCK;
    char *bytes = reseal (&rng, f->bytes, &n, blocks);
    ft_trace *t = try_bytes (bytes, n, seed % 2, &error);
    refused += !t, read += t != NULL;
    if (!t)
      assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    ft_trace_free (t);
    free (bytes);
  }
  assert_true (refused && read);
  for (size_t i = 0; i < FILES; i++)
    if (files[i].trace)
      release_file (files + i);
}

// ---- alternative paths -----------------------------------------------------

// Reads alternative paths of a branch from these numbers; whether they are
// well formed, and all of them were read.
static bool read_paths (const uint64_t *numbers, size_t n) {
  ft_tables tables = {0};
  ft_packed_ids ids = {0};
  ft_bytes bytes = {0};
  ft_event branch = FT_EVENT_NONE;
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    ft_tables_add (&tables, (enum ft_class) class, "only", 4);
  for (size_t i = 0; i < n; i++)
    ft_varint_put (&bytes, numbers[i]);
  ft_varints from = {bytes.begin, bytes.begin + bytes.size, false};
  branch.thread = 0;
  branch.kind = FT_BRANCH;
  bool fine = ft_packed_altpaths_get (&ids, &from, &tables, &branch, 0) &&
              from.at == from.end;
  branch.kind = FT_READ;
  from = (ft_varints){bytes.begin, bytes.begin + bytes.size, false};
  assert_false (ft_packed_altpaths_get (&ids, &from, &tables, &branch, 0));
  ft_tables_release (&tables);
  FT_RELEASE (bytes);
  return fine;
}

#define READS(...)                                                             \
  read_paths ((const uint64_t[]){__VA_ARGS__},                                 \
              sizeof ((const uint64_t[]){__VA_ARGS__}) / 8)

// Shapes of events of a whole variable.
#define READ ((uint64_t)FT_READ | 0xff << FT_SHAPE_MASK)
#define BRANCH ((uint64_t)FT_BRANCH | 0xff << FT_SHAPE_MASK)
#define EXCHANGE                                                               \
  ((uint64_t)FT_ATOMIC_RMW | 0xff << FT_SHAPE_MASK |                           \
   (uint64_t)FT_ORDER_SEQ_CST << FT_SHAPE_ORDER)

// Numbers as docs/reference/trace-format.md has them: how many paths; outcome,
// events replaced plus 1, events; of an event shape, target, location; then how
// many of the events have paths.
static void malformed_paths_are_refused (void **state) {
  (void)state;
  assert_true (READS (1, 7, 0, 1, READ, 0, 0, 0));
  assert_true (READS (1, 7, 0, 1, READ, 0, 2, 0)); // the only location
  assert_true (READS (1, 7, 0, 0, 0));
  assert_true (READS (2, 7, 0, 0, 0, 8, 5, 0, 0));
  assert_true (READS (1, 7, 0, 1, EXCHANGE, 0, 0, 0));
  assert_true (
      READS (1, 7, 0, 2, READ, 0, 0, BRANCH, 0, 1, 1, 1, 6, 0, 0, 0));
  assert_false (READS (0));
  assert_false (READS (FT_MOST_ALTPATHS + 1, 7, 0, 0, 0));
  assert_false (READS (2, 7, 0, 0, 0)); // the second is missing
  assert_false (READS (1, 7, (uint64_t)UINT32_MAX + 1, 0, 0));
  assert_false (READS (1, 7, 0, 3, READ, 0, 0, 0));
  assert_false (READS (1, 7, 0, UINT32_MAX, READ, 0, 0, 0));
  assert_false (READS (1, 7, 0, UINT64_MAX, READ, 0, 0, 0));
  assert_false (READS (1, 7, 0, 1, READ, 2, 0, 0));  // another variable
  assert_false (READS (1, 7, 0, 1, READ, 1, 0, 0));  // the one before 0
  assert_false (READS (1, 7, 0, 1, READ, 0, 4, 0));  // another location
  assert_false (READS (1, 7, 0, 1, READ & 0xff, 0, 0, 0)); // of no byte
  assert_false (READS (1, 7, 0, 1, (uint64_t)FT_JOIN, 0, 0, 0));
  assert_false (READS (1, 7, 0, 1, (uint64_t)FT_KIND_COUNT, 0, 0, 0));
  // One that does not say what it compares with is read, and never happens.
  assert_true (READS (1, 7, 0, 1,
                      EXCHANGE | (uint64_t)FT_CONDITIONAL << FT_SHAPE_FLAGS, 0,
                      0, 0));
  assert_false (READS (1, 7, 0, 1,
                       (uint64_t)FT_FENCE | 0xff << FT_SHAPE_MASK |
                           (uint64_t)FT_DROPPED << FT_SHAPE_FLAGS |
                           (uint64_t)1 << FT_SHAPE_VALUE,
                       0, 0, 0));
  assert_false (READS (1, 7, 0, 1, READ | (uint64_t)1 << FT_SHAPE_END, 0, 0, 0));
}

static void malformed_nesting_is_refused (void **state) {
  (void)state;
  // Paths of an event that is no branch, is not there, or was passed.
  assert_false (
      READS (1, 7, 0, 2, READ, 0, 0, BRANCH, 0, 1, 0, 1, 6, 0, 0, 0));
  assert_false (READS (1, 7, 0, 1, BRANCH, 0, 1, 1, 1, 6, 0, 0, 0));
  assert_false (READS (1, 7, 0, 1, BRANCH, 0, 2, 0, 1, 6, 0, 0, 0, 0, 1, 6, 0,
                       0, 0));
  assert_false (READS (1, 7, 0, 1, BRANCH, 0, 1, UINT64_MAX, 1, 6, 0, 0, 0));
  assert_false (READS (1, 7, 0, 1, BRANCH, 0, 9));
  for (unsigned depth = 1; depth < 40; depth++) {
    uint64_t numbers[400];
    size_t n = 0;
    for (unsigned i = 1; i < depth; i++) {
      const uint64_t branch[] = {1, 7, 0, 1, BRANCH, 0, 1, 0};
      memcpy (numbers + n, branch, sizeof branch);
      n += sizeof branch / sizeof *branch;
    }
    const uint64_t last[] = {1, 7, 0, 0, 0};
    memcpy (numbers + n, last, sizeof last);
    n += sizeof last / sizeof *last;
    assert_int_equal (read_paths (numbers, n), depth <= FT_ALTPATH_DEPTH);
  }
}

// What only the whole trace shows: an allocation that is not in it.
static void allocations_of_paths_exist (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  file f = make_branching_file (1);
  ft_variable *v = f.trace->tables.variables.begin;
  for (size_t i = 0; i < f.trace->tables.variables.size; i++)
    v[i].addressed = true, v[i].alloc = f.trace->size;
  assert_false (ft_trace_keep_altpaths (f.trace, true, &error));
  assert_non_null (strstr (error.message, "which no event allocates"));
  release_file (&f);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_byte_counts),
      cmocka_unit_test (only_the_damaged_block_is_lost),
      cmocka_unit_test (every_length_is_told),
      cmocka_unit_test (what_follows_is_told),
      cmocka_unit_test (other_versions_are_told),
      cmocka_unit_test (promises_are_not_believed),
      cmocka_unit_test (resealed_files_do_no_harm),
      cmocka_unit_test (malformed_paths_are_refused),
      cmocka_unit_test (malformed_nesting_is_refused),
      cmocka_unit_test (allocations_of_paths_exist),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
