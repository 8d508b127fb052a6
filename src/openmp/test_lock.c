// Tests of locks.  The threads of a recording take turns that are longer than most
// parts with a lock, so that hardly a test fails by itself.  Of a further recording
// FORETRACE_OPENMP_LOCKS asks that they do.
#include "openmp/test_lock.h"

#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#include "openmp/include/omp.h"
#include "openmp/team.h"

enum { MOST_SHOWN = 32 }; // of a thread

static bool shows; // does not change later

__attribute__ ((constructor)) static void read_environment (void) {
  shows = getenv ("FORETRACE_OPENMP_LOCKS") != NULL;
}

void ft_omp_show_lock (void) {
  ft_omp_member *m = ft_omp_me ();
  if (!shows || m->locks_shown >= MOST_SHOWN)
    return;
  m->locks_shown++;
  sched_yield ();
}

int omp_test_lock (omp_lock_t *l) {
  if (pthread_mutex_trylock (&l->mutex))
    return 0;
  ft_omp_show_lock ();
  return 1;
}

int omp_test_nest_lock (omp_nest_lock_t *l) {
  if (pthread_mutex_trylock (&l->mutex))
    return 0;
  int count = ++l->count;
  if (count == 1)
    ft_omp_show_lock ();
  return count;
}
