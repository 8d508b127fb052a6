// Names that are given out again: which records give back memory that another
// thread gets, and what calls do with numbers of descriptors.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "run/call_effect.h"
#include "run/memory_blocks.h"
#include "run/run.h"

// ---- memory ----------------------------------------------------------------

typedef struct scene {
  ft_memory_blocks blocks;
  ft_memory_reuses reuses;
  uint64_t tick;
} scene;

// Returns the number of the tick.
static uint64_t step (scene *s, uint32_t thread, unsigned code,
                      uint64_t payload, uint64_t first, uint64_t second) {
  ft_run_thread t = {.number = thread};
  ft_run_record r = {.thread = &t,
                     .tick = ++s->tick,
                     .code = code,
                     .site = FT_NO_ID,
                     .payload = payload,
                     .word = {first, second}};
  s->blocks.reuses = &s->reuses;
  ft_block_change c = ft_memory_blocks_change (&s->blocks, &r, NULL, NULL);
  if (c.what == FT_BLOCK_ENDS)
    ft_memory_blocks_end (&s->blocks, c.block);
  return s->tick * FT_MOST_THREADS + thread;
}

static void create (scene *s, uint32_t parent, uint32_t child) {
  step (s, parent, FT_WIRE_FORK, child, 0, 0);
  step (s, child, FT_WIRE_THREAD_START, 0, 0x10000, 0x20000);
}

static void release (scene *s) {
  ft_memory_blocks_release (&s->blocks);
  ft_memory_reuses_release (&s->reuses);
}

// Whether what is given back at one tick is got at another one.
static bool gets (const scene *s, uint64_t given, uint64_t taken) {
  ft_id i = ft_map_get (&s->reuses.taken, taken);
  for (; i != FT_NO_ID; i = s->reuses.list.begin[i].next)
    if (s->reuses.list.begin[i].freed == given)
      return true;
  return false;
}

static void joined_stack (void **state) {
  scene s = {0};
  (void)state;
  create (&s, 1, 3);
  step (&s, 3, FT_WIRE_THREAD_END, 0, 0, 0);
  uint64_t joined = step (&s, 1, FT_WIRE_JOIN, 3, 0, 0);
  create (&s, 2, 4);
  uint64_t started = s.tick * FT_MOST_THREADS + 4;
  uint64_t forked = (s.tick - 1) * FT_MOST_THREADS + 2;
  assert_true (gets (&s, joined, forked));
  assert_true (gets (&s, joined, started));
  assert_int_equal (s.reuses.count, 1);
  release (&s);
}

// Who joins and creates has the order already.
static void own_stack (void **state) {
  scene s = {0};
  (void)state;
  create (&s, 1, 3);
  step (&s, 3, FT_WIRE_THREAD_END, 0, 0, 0);
  step (&s, 1, FT_WIRE_JOIN, 3, 0, 0);
  create (&s, 1, 4);
  assert_int_equal (s.reuses.list.size, 0);
  release (&s);
}

static void detached_stack (void **state) {
  scene s = {0};
  (void)state;
  create (&s, 1, 3);
  uint64_t ended = step (&s, 3, FT_WIRE_THREAD_END, 0, 0, 0);
  create (&s, 1, 4);
  assert_true (gets (&s, ended, s.tick * FT_MOST_THREADS + 4));
  release (&s);
}

static void mapping_in_pieces (void **state) {
  scene s = {0};
  (void)state;
  step (&s, 1, FT_WIRE_MAP, 0x10000, 0x4000, 0);
  uint64_t low = step (&s, 1, FT_WIRE_UNMAP, 0x10000, 0x2000, 0);
  uint64_t high = step (&s, 1, FT_WIRE_UNMAP, 0x12000, 0x2000, 0);
  uint64_t mapped = step (&s, 2, FT_WIRE_MAP, 0x10000, 0x4000, 0);
  assert_true (gets (&s, low, mapped));
  assert_true (gets (&s, high, mapped));
  step (&s, 2, FT_WIRE_MAP, 0x30000, 0x1000, 0);
  assert_int_equal (s.reuses.list.size, 2);
  release (&s);
}

// ---- descriptors -----------------------------------------------------------

static ft_call_effect effect (const char *name, bool with_numbers) {
  ft_call_effects effects = {0};
  ft_call_effect e = ft_call_effect_of (name, false);
  e = ft_call_effects_at (&effects, ft_call_effects_number (&effects, e));
  FT_RELEASE (effects.list);
  return with_numbers ? ft_call_effect_with_numbers (e) : e;
}

static void numbers_count_if_used (void **state) {
  static const char *const names[] = {"open",    "socket", "accept", "eventfd",
                                      "fopen",   "fclose", "pipe"};
  const uint64_t numbers = FT_CALL_STATE_BIT (NUMBERS);
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    assert_false (effect (names[i], false).looks & numbers);
    assert_true (effect (names[i], true).looks & numbers);
    assert_true (effect (names[i], true).changes & numbers);
  }
  assert_true (effect ("fileno", true).looks & numbers);
  assert_false (effect ("fileno", true).changes);
  assert_false (effect ("write", true).looks & numbers);
  // A close has a record, which has its effect.
  ft_call_effect closes = ft_call_effect_with_numbers (FT_CALL_EFFECT_CLOSES);
  assert_false (FT_CALL_EFFECT_CLOSES.changes & numbers);
  assert_true (closes.looks & closes.changes & numbers);
  assert_true (closes.changes & FT_CALL_STATE_BIT (CLOSED));
  assert_false (effect ("close", true).changes);
  assert_true (effect ("fchdir", false).looks & FT_CALL_STATE_BIT (CLOSED));
  assert_true (ft_call_effect_is_unknown (effect ("no_such_function", true)));
}

// Programs for large files (_FILE_OFFSET_BITS) call the names with 64.
static void names_for_large_files (void **state) {
  static const char *const names[][2] = {
      {"fallocate", "fallocate64"},     {"posix_fallocate", "posix_fallocate64"},
      {"ftruncate", "ftruncate64"},     {"posix_fadvise", "posix_fadvise64"},
      {"fstatfs", "fstatfs64"},         {"fstatvfs", "fstatvfs64"},
      {"mkstemps", "mkstemps64"},       {"mkostemps", "mkostemps64"},
      {"sendfile", "sendfile64"},       {"globfree", "globfree64"},
      {"getxattr", "lgetxattr"},        {"setxattr", "lsetxattr"}};
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    ft_call_effect one = effect (names[i][0], true);
    ft_call_effect other = effect (names[i][1], true);
    assert_false (ft_call_effect_is_unknown (other));
    assert_int_equal (one.looks, other.looks);
    assert_int_equal (one.changes, other.changes);
    assert_int_equal (one.reads, other.reads);
    assert_int_equal (one.writes, other.writes);
    assert_int_equal (one.role, other.role);
  }
}

static void roles_by_guid (void **state) {
  ft_map roles = {0};
  (void)state;
  ft_descriptor_roles_index (&roles);
  assert_int_equal (ft_map_get (&roles, ft_guid ("dup", 3)),
                    FT_DESCRIPTOR_TAKES);
  assert_int_equal (ft_map_get (&roles, ft_guid ("read", 4)),
                    FT_DESCRIPTOR_USES);
  assert_int_equal (ft_map_get (&roles, ft_guid ("printf", 6)), FT_NO_ID);
  ft_map_release (&roles);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (names_for_large_files),
      cmocka_unit_test (joined_stack),
      cmocka_unit_test (own_stack),
      cmocka_unit_test (detached_stack),
      cmocka_unit_test (mapping_in_pieces),
      cmocka_unit_test (numbers_count_if_used),
      cmocka_unit_test (roles_by_guid),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
