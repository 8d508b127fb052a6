// '#pragma omp ordered': the turn goes from each iteration to the next one.
//
// Each member has a semaphore, on which its turns arrive.  The iteration behind
// one of member m is a further one of m, or the first one of a chunk of the
// member behind m, so that one member alone posts to each semaphore, and its
// n-th post is for the n-th wait: an order that every schedule has, whatever the
// semaphore counts.  The member behind the last one that gets chunks is the first.

#include "openmp/marks.h"
#include "openmp/settings.h"
#include "openmp/team.h"

sem_t *ft_omp_turns_new (int size) {
  return ft_omp_semaphores_new (size);
}

// ---- turns -----------------------------------------------------------------

static void take_turn (ft_omp_member *m) {
  ft_omp_loop *l = &m->loop;
  if (!l->has_turn && l->iteration && ft_omp_size (m) > 1 &&
      ft_omp_member_of_iteration (m, l->iteration - 1) != ft_omp_number (m))
    while (sem_wait (m->team->turns + ft_omp_number (m)))
      ; // a signal came
  l->has_turn = true;
}

static void pass_turn (ft_omp_member *m) {
  ft_omp_loop *l = &m->loop;
  if (!l->has_passed && l->iteration + 1 < l->count && ft_omp_size (m) > 1) {
    int next = ft_omp_member_of_iteration (m, l->iteration + 1);
    if (next != ft_omp_number (m))
      sem_post (m->team->turns + next);
  }
  l->has_passed = true;
}

void __kmpc_ordered (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  if (ft_omp_me ()->loop.is_ordered)
    take_turn (ft_omp_me ());
  ft_omp_mark_ordered (1);
}

void __kmpc_end_ordered (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_mark_ordered (0);
  if (ft_omp_me ()->loop.is_ordered)
    pass_turn (ft_omp_me ());
}

// An iteration ends; one without an ordered part passes its turn here.
static void end_iteration (void) {
  ft_omp_member *m = ft_omp_me ();
  if (!m->loop.is_ordered)
    return;
  take_turn (m);
  pass_turn (m);
  m->loop.has_turn = m->loop.has_passed = false;
  m->loop.iteration++;
}

void __kmpc_dispatch_fini_4 (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  end_iteration ();
}

void __kmpc_dispatch_fini_4u (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  end_iteration ();
}

void __kmpc_dispatch_fini_8 (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  end_iteration ();
}

void __kmpc_dispatch_fini_8u (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  end_iteration ();
}
