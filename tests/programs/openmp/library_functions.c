// RACE-FREE
// FLAGS: -fopenmp
// WHY: what the functions of the library return, in and outside of regions

#include <omp.h>
#include <stdlib.h>

static int wrong;

static void expect (int is, int wanted, int place) {
  if (is != wanted && !wrong)
    wrong = place;
}

static void outside (void) {
  expect (omp_get_num_threads (), 1, 1);
  expect (omp_get_thread_num (), 0, 2);
  expect (omp_in_parallel (), 0, 3);
  expect (omp_get_level (), 0, 4);
  expect (omp_get_max_threads (), 4, 5);
  expect (omp_get_cancellation (), 0, 6);
  expect (omp_get_num_devices (), 0, 7);
  expect (omp_is_initial_device (), 1, 8);
  expect (omp_in_final (), 0, 9);
  expect (omp_get_num_teams (), 1, 10);
  expect (omp_get_ancestor_thread_num (1), -1, 11);
}

static void settings (void) {
  omp_sched_t kind;
  int chunk;
  omp_set_num_threads (3);
  expect (omp_get_max_threads (), 3, 20);
  omp_set_schedule (omp_sched_static, 5);
  omp_get_schedule (&kind, &chunk);
  expect ((int)kind, (int)omp_sched_static, 21);
  expect (chunk, 5, 22);
  omp_set_dynamic (1);
  expect (omp_get_dynamic (), 1, 23);
  omp_set_nested (1);
  expect (omp_get_nested (), 1, 24);
  omp_set_max_active_levels (2);
  expect (omp_get_max_active_levels (), 2, 25);
}

static void inside (void) {
  int levels = 0, teams = 0, inner = 0;
#pragma omp parallel reduction(+ : levels, inner)
  {
    levels += omp_get_level () * 10 + omp_get_active_level ();
#pragma omp parallel num_threads(2) reduction(+ : inner)
    inner += omp_get_team_size (1) * 10 + omp_get_team_size (2);
  }
  expect (levels, 33, 30);
  expect (inner, 6 * 32, 31);
#pragma omp teams num_teams(2) reduction(+ : teams)
  teams += omp_get_num_teams () * 10 + omp_get_team_num ();
  expect (teams, 41, 32);
}

static void locks (void) {
  omp_lock_t lock;
  omp_nest_lock_t nested;
  omp_init_lock (&lock);
  expect (omp_test_lock (&lock), 1, 40);
  omp_unset_lock (&lock);
  omp_destroy_lock (&lock);
  omp_init_nest_lock (&nested);
  expect (omp_test_nest_lock (&nested), 1, 41);
  expect (omp_test_nest_lock (&nested), 2, 42);
  omp_unset_nest_lock (&nested);
  omp_unset_nest_lock (&nested);
  omp_destroy_nest_lock (&nested);
}

int main (void) {
  void *block = omp_alloc (10, omp_default_mem_alloc);
  outside ();
  settings ();
  inside ();
  locks ();
  omp_free (block, omp_default_mem_alloc);
  return omp_get_wtime () > 0 && omp_get_wtick () > 0 ? wrong : 99;
}
