// Loops with 'ordered (n)' and 'depend (sink: ...)': an iteration waits for
// others that it names.
//
// Posted iterations stand in a table of the team; each place has a lock and a
// condition of its own, so that few iterations share one.

#include <stdlib.h>

#include "openmp/team.h"
#include "openmp/workers.h"

enum { PLACES = 256 };

typedef struct posted {
  struct posted *next;
  unsigned loop;
  uint64_t iteration;
} posted;

typedef struct posted_place {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  posted *first;
} posted_place;

struct ft_omp_iterations {
  posted_place places[PLACES];
};

struct ft_omp_iterations *ft_omp_iterations_new (void) {
  return calloc (1, sizeof (struct ft_omp_iterations));
}

void ft_omp_iterations_free (struct ft_omp_iterations *all) {
  for (int i = 0; i < PLACES; i++)
    for (posted *p = all->places[i].first, *next; p; p = next) {
      next = p->next;
      free (p);
    }
  free (all);
}

// ---- a loop
// ------------------------------------------------------------------

// As clang fills it in: iterations are counted from 0 in steps of 1, and 'count'
// stands where LLVM's library expects the last one.  That library waits for ever
// for the iteration behind the last one of an inner loop.
typedef struct dimension {
  int64_t first, count, step;
} dimension;

// The number of an iteration; false: there is no such one.
static bool number_of (const ft_omp_loop *l, const int64_t *vector,
                       uint64_t *number) {
  *number = 0;
  for (int i = 0; i < l->dimensions; i++) {
    if (vector[i] < 0 || vector[i] >= l->counts[i])
      return false;
    *number = *number * (uint64_t)l->counts[i] + (uint64_t)vector[i];
  }
  return true;
}

void __kmpc_doacross_init (ft_omp_location *at, int32_t id, int32_t dimensions,
                           const dimension *loops) {
  (void)at, (void)id;
  ft_omp_loop *l = &ft_omp_me ()->loop;
  free (l->counts);
  l->dimensions = dimensions;
  l->counts = calloc ((size_t)dimensions, sizeof *l->counts);
  for (int i = 0; i < dimensions; i++)
    l->counts[i] = loops[i].count;
  l->ordinal = ++ft_omp_me ()->loops;
}

static const posted *find (const posted_place *place, unsigned loop,
                           uint64_t iteration) {
  const posted *p = place->first;
  while (p && (p->loop != loop || p->iteration != iteration))
    p = p->next;
  return p;
}

// The place of an iteration that another one may wait for; NULL: none does.
static posted_place *place_of (const int64_t *vector, uint64_t *iteration) {
  ft_omp_member *m = ft_omp_me ();
  return ft_omp_size (m) > 1 && number_of (&m->loop, vector, iteration)
             ? m->team->iterations->places + *iteration % PLACES
             : NULL;
}

void __kmpc_doacross_wait (ft_omp_location *at, int32_t id,
                           const int64_t *vector) {
  (void)at, (void)id;
  uint64_t iteration;
  posted_place *place = place_of (vector, &iteration);
  if (!place)
    return;
  pthread_mutex_lock (&place->lock);
  while (!find (place, ft_omp_me ()->loop.ordinal, iteration))
    pthread_cond_wait (&place->changed, &place->lock);
  pthread_mutex_unlock (&place->lock);
}

void __kmpc_doacross_post (ft_omp_location *at, int32_t id,
                           const int64_t *vector) {
  (void)at, (void)id;
  uint64_t iteration;
  posted_place *place = place_of (vector, &iteration);
  if (!place)
    return;
  posted *p = calloc (1, sizeof *p);
  p->loop = ft_omp_me ()->loop.ordinal, p->iteration = iteration;
  pthread_mutex_lock (&place->lock);
  p->next = place->first;
  place->first = p;
  pthread_cond_broadcast (&place->changed);
  pthread_mutex_unlock (&place->lock);
}

void __kmpc_doacross_fini (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_loop *l = &ft_omp_me ()->loop;
  free (l->counts);
  l->counts = NULL;
  l->dimensions = 0;
}
