// Who executes an iteration: what the pass over a recording computes
// (run/openmp_marks.h) is what the OpenMP runtime does (src/openmp/loop.c, which
// is compiled into this test), for random loops, teams and ways.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "run/openmp_marks.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" // clang calls them
#pragma GCC diagnostic ignored "-Wshadow"
#include "openmp/loop.c"
#include "openmp/sections.c"
#include "openmp/settings.c"
#include "tests/unit/openmp_member.h"
#include "tests/unit/rounds.h"

// ---- what these files need of the others -----------------------------------

static ft_omp_member member = {.team = &team};
static ft_omp_member *current = &member;
static ft_openmp_loop marked; // of the last mark

void ft_omp_mark_loop (int dealt, int kinds, uint64_t count, uint64_t chunk) {
  marked = (ft_openmp_loop){.dealt = (uint8_t)dealt,
                            .count = count,
                            .chunk = chunk,
                            .sections = kinds & FT_OMP_SECTIONS,
                            .single = kinds & FT_OMP_SINGLE,
                            .shifted = kinds & FT_OMP_SHIFTED};
}

// ---- loops -----------------------------------------------------------------

enum { MOST = 300, NOBODY = -1 };

static int owner[MOST];

static void own (int64_t from, int64_t to) {
  for (int64_t i = from; i <= to; i++) {
    assert_in_range (i, 0, MOST - 1);
    assert_int_equal (owner[i], NOBODY);
    owner[i] = member.number;
  }
}

static void execute_static (int64_t count, int64_t chunk, bool sections) {
  int64_t lower = 0, upper = count - 1, stride = 1;
  int32_t last;
  ft_omp_location at = {.flags = sections ? FT_OMP_AT_SECTIONS : 0};
  __kmpc_for_static_init_8 (&at, 0, chunk ? STATIC_CHUNKED : STATIC, &last,
                            &lower, &upper, &stride, 1, chunk ? chunk : 1);
  for (; lower < count; lower += stride, upper += stride) {
    own (lower, upper < count ? upper : count - 1);
    if (!chunk)
      break;
  }
  __kmpc_for_static_fini (NULL, 0);
}

static void execute_dealt (int64_t count, int64_t chunk) {
  int64_t lower, upper, stride;
  int32_t last;
  __kmpc_dispatch_init_8 (NULL, 0, STATIC_CHUNKED + 2, 0, count - 1, 1, chunk);
  while (__kmpc_dispatch_next_8 (NULL, 0, &last, &lower, &upper, &stride))
    own (lower, upper);
  __kmpc_dispatch_deinit (NULL, 0);
}

enum how { STATIC_LOOP, DEALT_LOOP, SECTIONS, SINGLES, HOW };

// As src/openmp/single.c does it.
static void execute_singles (int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (ft_omp_member_of_part ((uint64_t)i, (uint64_t)team.size, FT_OMP_SINGLES) ==
        (uint64_t)member.number)
      own (i, i);
  ft_omp_mark_loop (FT_OMP_CHUNKS_AROUND, FT_OMP_SINGLE, (uint64_t)count, 1);
}

static void compare (unsigned size, int64_t count, int64_t chunk, enum how how,
                     unsigned way, unsigned loops) {
  for (int64_t i = 0; i < count; i++)
    owner[i] = NOBODY;
  team.size = (int)size;
  atomic_store (&way_set, (int)way - 1);
  for (unsigned k = 0; k < size; k++) {
    member.number = (int)k;
    member.loops = member.sections = loops;
    if (how == DEALT_LOOP)
      execute_dealt (count, chunk);
    else if (how == SINGLES)
      execute_singles (count);
    else
      execute_static (count, chunk, how == SECTIONS);
  }
  assert_int_equal (marked.count, count);
  for (int64_t i = 0; i < count; i++)
    if ((uint64_t)owner[i] !=
        ft_openmp_member (&marked, (uint64_t)i, size, way))
      fail_msg ("iteration %d of %d, chunks of %d, %u members, way %u, loop %u: "
                "%d, expected %d",
                (int)i, (int)count, (int)chunk, size, way, loops,
                (int)ft_openmp_member (&marked, (uint64_t)i, size, way),
                owner[i]);
}

static void loops_are_dealt_out_as_computed (void **state) {
  (void)state;
  unsigned seed = (unsigned)rounds_first ();
  print_message ("FT_SEED=%u\n", seed);
  srand (seed);
  for (int i = 0; i < 3000; i++) {
    unsigned size = 1 + (unsigned)rand () % 40;
    int64_t count = 1 + rand () % MOST, chunk = rand () % 9;
    enum how how = (enum how) (rand () % HOW);
    compare (size, count, how == DEALT_LOOP && !chunk ? 1 : how == SECTIONS ? 0 : chunk, how,
             1 + (unsigned)rand () % FT_OMP_WAYS, (unsigned)rand () % 4);
  }
}

// ---- ordered loops -----------------------------------------------------------

// ---- parts of two constructs -----------------------------------------------------

enum { MOST_UNITS = 80, MOST_SECTIONS = 6 };

typedef struct unit {
  ft_openmp_loop loop;
  uint64_t iteration;
} unit;

static unit units[MOST_UNITS];
static size_t unit_count;

static void add_units (ft_openmp_loop loop, uint64_t from, uint64_t to) {
  for (uint64_t i = from; i < to; i++)
    units[unit_count++] = (unit){loop, i};
}

static void make_units (void) {
  unit_count = 0;
  ft_openmp_loop around = {.dealt = FT_OPENMP_CHUNKS_AROUND, .count = 5, .chunk = 1};
  add_units ((ft_openmp_loop){.dealt = FT_OPENMP_OUTSIDE, .count = 2, .chunk = 1}, 0, 2);
  for (int shifted = 0; shifted < 2; shifted++) {
    around.shifted = shifted;
    add_units (around, 0, 5);
    for (uint64_t n = 1; n <= MOST_SECTIONS; n++)
      add_units ((ft_openmp_loop){.dealt = FT_OPENMP_ONE_CHUNK, .count = n,
                                  .sections = true, .shifted = shifted},
                 0, n);
  }
  around.shifted = false, around.single = true;
  add_units (around, 1, 5);
}

// Constructs of one sort that are next to each other are shifted and not.
static bool are_of_one (const ft_openmp_loop *a, const ft_openmp_loop *b) {
  return a->dealt == b->dealt && a->single == b->single && a->shifted == b->shifted;
}

static bool stay_together (const unit *a, const unit *b, uint64_t size) {
  unsigned way = 1;
  while (way <= FT_OMP_WAYS &&
         ft_openmp_member (&a->loop, a->iteration, size, way) ==
             ft_openmp_member (&b->loop, b->iteration, size, way))
    way++;
  return way > FT_OMP_WAYS;
}

// Parts of two constructs that are on one member in all ways are in no further recording's
// races: docs/internals/openmp.md has these numbers, by the size of the team.
static void few_parts_of_two_constructs_stay_together (void **state) {
  (void)state;
  const size_t told[] = {[2] = 33, [3] = 2, [4] = 1};
  make_units ();
  for (uint64_t size = 2; size <= 4; size++) {
    size_t together = 0;
    for (size_t a = 0; a < unit_count; a++)
      for (size_t b = a + 1; b < unit_count; b++)
        together += !are_of_one (&units[a].loop, &units[b].loop) &&
                    stay_together (units + a, units + b, size);
    print_message ("# %d members: %zu of %zu units\n", (int)size, together, unit_count);
    assert_int_equal (together, told[size]);
  }
}

// The turn of an iteration comes from the member that executes the one before: of
// all loops of a team, one member alone hands turns to a member
// (src/openmp/ordered.c).
static void follow_turns (unsigned size, unsigned way, int *from) {
  int64_t count = 1 + rand () % MOST, chunk = rand () % 9;
  bool whole = rand () & 1;
  int before = NOBODY;
  for (int64_t i = 0; i < count; i++)
    owner[i] = NOBODY;
  team.size = (int)size;
  atomic_store (&way_set, (int)way - 1);
  for (unsigned k = 0; k < size; k++) {
    int64_t lower, upper, stride;
    member.number = (int)k;
    __kmpc_dispatch_init_8 (NULL, 0, whole ? STATIC + 32 : STATIC_CHUNKED + 34,
                            0, count - 1, 1, whole ? 0 : chunk);
    assert_true (member.loop.is_ordered);
    while (__kmpc_dispatch_next_8 (NULL, 0, NULL, &lower, &upper, &stride))
      own (lower, upper);
  }
  for (int64_t i = 0; i < count; i++) {
    assert_int_equal (ft_omp_member_of_iteration (&member, (uint64_t)i), owner[i]);
    if (before != NOBODY && owner[i] != before) {
      if (from[owner[i]] == NOBODY)
        from[owner[i]] = before;
      assert_int_equal (from[owner[i]], before);
    }
    before = owner[i];
  }
}

static void turns_of_a_member_come_from_one (void **state) {
  (void)state;
  unsigned seed = (unsigned)rounds_first ();
  print_message ("FT_SEED=%u\n", seed);
  srand (seed);
  for (int i = 0; i < 1000; i++) {
    unsigned size = 1 + (unsigned)rand () % 40,
             way = 1 + (unsigned)rand () % FT_OMP_WAYS;
    int from[40];
    for (int k = 0; k < 40; k++)
      from[k] = NOBODY;
    for (int k = 0; k < 4; k++)
      follow_turns (size, way, from);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (turns_of_a_member_come_from_one),
      cmocka_unit_test (few_parts_of_two_constructs_stay_together),
      cmocka_unit_test (loops_are_dealt_out_as_computed)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
