// Cancellation, if OMP_CANCELLATION says so (OpenMP 5.1, section 2.20; LLVM's
// kmp_cancel.cpp): what is asked for is in an atomic word of the team, or of
// the taskgroup; whoever finds it at a cancellation point goes to the end of
// the construct.

#include <stdatomic.h>

#include "openmp/settings.h"
#include "openmp/task.h"

enum { PARALLEL = 1, TASKGROUP = 4 }; // 2: a loop, 3: sections

// What an entry to 'cancel' flushes is seen where the cancellation is.
static bool ask (_Atomic int32_t *asked, int32_t kind) {
  int32_t before = 0;
  return atomic_compare_exchange_strong_explicit (asked, &before, kind,
                                                  memory_order_acq_rel,
                                                  memory_order_acquire) ||
         before == kind;
}

static bool is_asked (_Atomic int32_t *asked, int32_t kind) {
  return atomic_load_explicit (asked, memory_order_acquire) == kind;
}

// Where a construct of this kind has its word; NULL if there is none.
static _Atomic int32_t *word_of (int32_t kind) {
  ft_omp_member *m = ft_omp_me ();
  if (kind != TASKGROUP)
    return &m->team->cancelled;
  return m->task->group ? &m->task->group->cancelled : NULL;
}

int32_t __kmpc_cancel (ft_omp_location *at, int32_t id, int32_t kind) {
  (void)at, (void)id;
  _Atomic int32_t *asked = ft_omp_can_cancel () ? word_of (kind) : NULL;
  return asked && ask (asked, kind);
}

int32_t __kmpc_cancellationpoint (ft_omp_location *at, int32_t id,
                                  int32_t kind) {
  (void)at, (void)id;
  _Atomic int32_t *asked = ft_omp_can_cancel () ? word_of (kind) : NULL;
  return asked && is_asked (asked, kind);
}

// What is cancelled when all members are at a barrier: none goes on, and
// cancels something, before all have read it.
static int32_t agree (ft_omp_team *team) {
  ft_omp_barrier ();
  int32_t kind = atomic_load_explicit (&team->cancelled, memory_order_acquire);
  ft_omp_barrier ();
  return kind;
}

// All members come here, those that have been cancelled and those that are
// done. A region is left for good; behind a loop the word serves the next one.
int32_t __kmpc_cancel_barrier (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  if (!ft_omp_can_cancel ()) {
    ft_omp_barrier ();
    return 0;
  }
  int32_t kind = agree (m->team);
  if (!kind)
    return 0;
  m->leaves = kind == PARALLEL;
  if (m->leaves)
    return 1;
  if (!ft_omp_number (m))
    atomic_store_explicit (&m->team->cancelled, 0, memory_order_relaxed);
  ft_omp_barrier ();
  return 1;
}

// Members that were cancelled wait at a barrier first, perhaps for one that has
// no barrier before the end.
void ft_omp_region_end (void) {
  ft_omp_member *m = ft_omp_me ();
  if (!ft_omp_can_cancel () || ft_omp_size (m) == 1)
    return;
  if (agree (m->team) == PARALLEL && !m->leaves)
    agree (m->team);
}

bool ft_omp_task_is_cancelled (const ft_omp_task *t) {
  return ft_omp_can_cancel () &&
         ((t->group && is_asked (&t->group->cancelled, TASKGROUP)) ||
          is_asked (&ft_omp_me ()->team->cancelled, PARALLEL));
}
