// Loops with 'depend (sink)' (src/openmp/doacross.c, which is compiled into this
// test): a member that waits for an iteration takes as many posts as its member has
// made with that iteration, and no more.  For random loops, several in a region,
// with loops behind the ones that are dealt out.  The members are simulated one
// after the other; who executes what is listed beforehand, by the runtime's calls.
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" // clang calls them
#pragma GCC diagnostic ignored "-Wshadow"
#include "openmp/marks.h"

static int counting_post (sem_t *);
static int counting_wait (sem_t *);
#define sem_post counting_post
#define sem_wait counting_wait
#include "openmp/doacross.c"
#include "openmp/loop.c"
#include "openmp/sections.c"
#include "openmp/settings.c"
#undef sem_post
#undef sem_wait
#include "tests/unit/openmp_member.h"
#include "tests/unit/rounds.h"

// ---- what these files need of the others -----------------------------------

enum { MOST_MEMBERS = 9, MOST_LOOPS = 3, MOST_PARTS = 400 };

static ft_omp_member members[MOST_MEMBERS];
static sem_t semaphores[MOST_MEMBERS * MOST_MEMBERS];
static uint64_t made[MOST_MEMBERS * MOST_MEMBERS],
    taken[MOST_MEMBERS * MOST_MEMBERS];

static int counting_post (sem_t *s) {
  made[s - semaphores]++;
  return 0;
}

static int counting_wait (sem_t *s) {
  taken[s - semaphores]++;
  return 0;
}

sem_t *ft_omp_semaphores_new (int number) {
  (void)number;
  return semaphores;
}

void ft_omp_semaphores_free (sem_t *all, int number) {
  (void)all, (void)number;
}

void ft_omp_mark_loop (int dealt, int kinds, uint64_t count, uint64_t chunk) {
  (void)dealt, (void)kinds, (void)count, (void)chunk;
}

// ---- loops -----------------------------------------------------------------

typedef struct tried_loop { // two loops, of which the first or both are dealt out
  int64_t outer, inner, chunk;
  bool collapsed, dealt; // dealt: by calls, not by arithmetic
} tried_loop;

static tried_loop loops[MOST_LOOPS];
static int owner[MOST_LOOPS][MOST_PARTS];          // of each part
static uint64_t posted[MOST_LOOPS][MOST_PARTS];    // by its owner, with it

static int64_t count_dealt (const tried_loop *t) {
  return t->collapsed ? t->outer * t->inner : t->outer;
}

static void vector_of (const tried_loop *t, int64_t part, int64_t *vector) {
  vector[0] = part / t->inner, vector[1] = part % t->inner;
}

// Posts for each part of some iterations, but for one part in eight if parts may
// be left out.
static void execute (int k, int64_t from, int64_t to, bool leaves_out) {
  const tried_loop *t = loops + k;
  int64_t each = t->collapsed ? 1 : t->inner, vector[2];
  int other = (current->number + 1) % team.size;
  for (int64_t i = from * each; i < (to + 1) * each; i++) {
    owner[k][i] = current->number;
    vector_of (t, i, vector);
    if (!leaves_out || rand () % 8)
      __kmpc_doacross_post (NULL, 0, vector);
    posted[k][i] = made[current->number * team.size + other];
  }
}

static void enter (const tried_loop *t) {
  dimension d[2] = {{0, t->outer, 1}, {0, t->inner, 1}};
  __kmpc_doacross_init (NULL, 0, 2, d);
}

static void execute_static (int k, bool leaves_out, bool posts) {
  const tried_loop *t = loops + k;
  int64_t lower = 0, count = count_dealt (t), upper = count - 1, stride = 1;
  int32_t last;
  __kmpc_for_static_init_8 (NULL, 0, t->chunk ? STATIC_CHUNKED : STATIC, &last,
                            &lower, &upper, &stride, 1, t->chunk);
  for (; posts && lower < count && lower <= upper;
       lower += stride, upper += stride)
    execute (k, lower, upper < count ? upper : count - 1, leaves_out);
}

static void execute_dealt (int k, bool leaves_out, bool posts) {
  int64_t lower, upper, stride;
  int32_t last;
  __kmpc_dispatch_init_8 (NULL, 0, STATIC_CHUNKED + 2, 0,
                          count_dealt (loops + k) - 1, 1, loops[k].chunk);
  while (posts && __kmpc_dispatch_next_8 (NULL, 0, &last, &lower, &upper, &stride))
    execute (k, lower, upper, leaves_out);
}

static void execute_loop (int k, bool leaves_out, bool posts) {
  if (loops[k].dealt)
    execute_dealt (k, leaves_out, posts);
  else
    execute_static (k, leaves_out, posts);
}

// Random waits of a member, as far as posts up to there have been made.
static void wait_at_random (int k) {
  const tried_loop *t = loops + k;
  uint64_t expected[MOST_MEMBERS];
  int me = current->number;
  for (int p = 0; p < team.size; p++)
    expected[p] = taken[p * team.size + me];
  for (int i = 0; i < 30; i++) {
    int64_t part = rand () % (t->outer * t->inner), vector[2];
    int p = owner[k][part];
    vector_of (t, part, vector);
    __kmpc_doacross_wait (NULL, 0, vector);
    if (p != me && expected[p] < posted[k][part])
      expected[p] = posted[k][part];
    assert_int_equal (taken[p * team.size + me], p == me ? 0 : expected[p]);
  }
}

static void begin_members (void) {
  size_t pairs = (size_t)team.size * (size_t)team.size;
  memset (team.posted->sources, 0, pairs * sizeof *team.posted->sources);
  for (int m = 0; m < team.size; m++)
    members[m] = (ft_omp_member){.team = &team, .number = m};
}

static void choose_loops (int number) {
  for (int k = 0; k < number; k++) {
    tried_loop *t = loops + k;
    t->outer = 1 + rand () % 20, t->inner = 1 + rand () % 20;
    t->collapsed = rand () & 1, t->dealt = rand () & 1;
    t->chunk = t->dealt ? 1 + rand () % 6 : rand () % 6;
  }
}

// All parts that are left out are posted at the end of their loop, too, so that the
// number of posts of a loop is known.
static void check_totals (int number) {
  for (int m = 0; m < team.size; m++) {
    uint64_t own = 0;
    for (int k = 0; k < number; k++)
      for (int64_t i = 0; i < loops[k].outer * loops[k].inner; i++)
        own += owner[k][i] == m;
    for (int to = 0; to < team.size; to++)
      assert_int_equal (made[m * team.size + to], to == m ? 0 : own);
  }
}

static void wait_in_all (int number) {
  begin_members ();
  for (int m = 0; m < team.size; m++)
    for (int k = 0; k < number; k++) {
      current = members + m;
      enter (loops + k);
      execute_loop (k, false, false);
      wait_at_random (k);
      __kmpc_doacross_fini (NULL, 0);
    }
}

static void try_region (bool leaves_out) {
  int number = 1 + rand () % MOST_LOOPS;
  team = (ft_omp_team){.size = 2 + rand () % (MOST_MEMBERS - 1)};
  team.posted = ft_omp_posted_new (team.size);
  atomic_store (&way_set, rand () % FT_OMP_WAYS);
  choose_loops (number);
  for (int i = 0; i < MOST_MEMBERS * MOST_MEMBERS; i++)
    made[i] = taken[i] = 0;
  begin_members ();
  for (int m = 0; m < team.size; m++)
    for (int k = 0; k < number; k++) {
      current = members + m;
      enter (loops + k);
      execute_loop (k, leaves_out, true);
      __kmpc_doacross_fini (NULL, 0);
    }
  check_totals (number);
  if (!leaves_out) // else what is posted with a part is not what is waited for
    wait_in_all (number);
  ft_omp_posted_free (team.posted, team.size);
}

static void waits_take_the_posts_up_to_theirs (void **state) {
  (void)state;
  unsigned seed = (unsigned)rounds_first ();
  print_message ("FT_SEED=%u\n", seed);
  srand (seed);
  for (int i = 0; i < 1000; i++)
    try_region (i % 4 == 0);
}

// An inner loop that ends below its begin has no parts.
static void empty_inner_loops_post_nothing (void **state) {
  (void)state;
  team = (ft_omp_team){.size = 2, .posted = ft_omp_posted_new (2)};
  loops[0] = (tried_loop){.outer = 4, .inner = -3};
  begin_members ();
  current = members;
  made[1] = 0;
  enter (loops);
  execute_loop (0, false, false);
  __kmpc_doacross_fini (NULL, 0);
  assert_int_equal (made[1], 0);
  ft_omp_posted_free (team.posted, 2);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (waits_take_the_posts_up_to_theirs),
      cmocka_unit_test (empty_inner_loops_post_nothing)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
