// Locks of OpenMP's library: mutexes.

#include "openmp/include/omp.h"
#include "openmp/test_lock.h"

static void show (void) {
  if (ft_omp_show_lock)
    ft_omp_show_lock ();
}

void omp_init_lock (omp_lock_t *l) {
  pthread_mutex_init (&l->mutex, NULL);
}

void omp_init_lock_with_hint (omp_lock_t *l, omp_sync_hint_t hint) {
  (void)hint;
  omp_init_lock (l);
}

void omp_destroy_lock (omp_lock_t *l) {
  pthread_mutex_destroy (&l->mutex);
}
void omp_set_lock (omp_lock_t *l) {
  pthread_mutex_lock (&l->mutex);
  show ();
}
void omp_unset_lock (omp_lock_t *l) {
  pthread_mutex_unlock (&l->mutex);
}

void omp_init_nest_lock (omp_nest_lock_t *l) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&l->mutex, &a);
  pthread_mutexattr_destroy (&a);
  l->count = 0;
}

void omp_init_nest_lock_with_hint (omp_nest_lock_t *l, omp_sync_hint_t hint) {
  (void)hint;
  omp_init_nest_lock (l);
}

void omp_destroy_nest_lock (omp_nest_lock_t *l) {
  pthread_mutex_destroy (&l->mutex);
}

void omp_set_nest_lock (omp_nest_lock_t *l) {
  pthread_mutex_lock (&l->mutex);
  l->count++;
  show ();
}

void omp_unset_nest_lock (omp_nest_lock_t *l) {
  l->count--;
  pthread_mutex_unlock (&l->mutex);
}
