// Critical sections and the last step of reductions.
//
// clang gives each name of a critical section 32 bytes of zeros.  They are the
// begin of a mutex: what glibc has behind its first 24 bytes is for robust and
// priority-inheriting mutexes only.

#include <pthread.h>

#include "openmp/team.h"

typedef int32_t critical_name[8];

// A critical section excludes the threads of its team of a league alone (OpenMP
// 5.1, contention group); one mutex for all names is enough there.
static pthread_mutex_t *mutex_of (critical_name *name) {
  ft_omp_member *m = ft_omp_league_member (ft_omp_me ());
  return m ? m->team->excluding + m->number : (pthread_mutex_t *)name;
}

void __kmpc_critical (ft_omp_location *at, int32_t id, critical_name *name) {
  (void)at, (void)id;
  pthread_mutex_lock (mutex_of (name));
}

void __kmpc_critical_with_hint (ft_omp_location *at, int32_t id,
                                critical_name *name, uint32_t hint) {
  (void)hint;
  __kmpc_critical (at, id, name);
}

void __kmpc_end_critical (ft_omp_location *at, int32_t id,
                          critical_name *name) {
  (void)at, (void)id;
  pthread_mutex_unlock (mutex_of (name));
}

// Parts are combined across the teams of a league, too: the mutex is the
// name's. 1: the caller combines its part, and calls the end of the reduction.
int32_t __kmpc_reduce_nowait (ft_omp_location *at, int32_t id, int32_t count,
                              size_t size, void *parts,
                              void (*combine) (void *, void *),
                              critical_name *name) {
  (void)at, (void)id, (void)count, (void)size, (void)parts, (void)combine;
  pthread_mutex_lock ((pthread_mutex_t *)name);
  return 1;
}

void __kmpc_end_reduce_nowait (ft_omp_location *at, int32_t id,
                               critical_name *name) {
  (void)at, (void)id;
  pthread_mutex_unlock ((pthread_mutex_t *)name);
}

int32_t __kmpc_reduce (ft_omp_location *at, int32_t id, int32_t count,
                       size_t size, void *parts,
                       void (*combine) (void *, void *), critical_name *name) {
  return __kmpc_reduce_nowait (at, id, count, size, parts, combine, name);
}

void __kmpc_end_reduce (ft_omp_location *at, int32_t id, critical_name *name) {
  __kmpc_end_reduce_nowait (at, id, name);
  ft_omp_barrier ();
}
