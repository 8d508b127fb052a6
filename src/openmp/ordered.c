// '#pragma omp ordered': the turn goes from each iteration to the next one.

#include <sched.h>
#include <stdatomic.h>

#include "openmp/marks.h"
#include "openmp/team.h"

static _Atomic uint64_t *turn_of (ft_omp_member *m) {
  return m->team->turns + m->loop.ordinal % FT_OMP_TURNS;
}

static uint64_t key (const ft_omp_loop *l, uint64_t iteration) {
  return (uint64_t)l->ordinal << 40 ^ iteration;
}

static void take_turn (ft_omp_member *m) {
  ft_omp_loop *l = &m->loop;
  if (!l->has_turn && l->iteration && ft_omp_size (m) > 1)
    while (atomic_load_explicit (turn_of (m), memory_order_acquire) !=
           key (l, l->iteration))
      sched_yield ();
  l->has_turn = true;
}

static void pass_turn (ft_omp_member *m) {
  ft_omp_loop *l = &m->loop;
  if (!l->has_passed && l->iteration + 1 < l->count && ft_omp_size (m) > 1)
    atomic_store_explicit (turn_of (m), key (l, l->iteration + 1),
                           memory_order_release);
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
