// Constructs that one member executes, 'copyprivate', 'flush'.

#include "openmp/marks.h"
#include "openmp/settings.h"

// 'single' goes around among the members, from the second one on: the first one
// executes 'master' already.
int32_t __kmpc_single (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  if (ft_omp_member_of_part (++m->singles, (uint64_t)ft_omp_size (m), FT_OMP_SINGLES) !=
      (uint64_t)ft_omp_number (m))
    return 0;
  ft_omp_mark_loop (FT_OMP_CHUNKS_AROUND, FT_OMP_SINGLE, m->singles + 1, 1);
  return 1;
}

// Its member alone calls this.
void __kmpc_end_single (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_mark_loop_end ();
}

int32_t __kmpc_master (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  return ft_omp_number (ft_omp_me ()) == 0;
}

void __kmpc_end_master (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
}

int32_t __kmpc_masked (ft_omp_location *at, int32_t id, int32_t filter) {
  (void)at, (void)id;
  return ft_omp_number (ft_omp_me ()) == filter;
}

void __kmpc_end_masked (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
}

void __kmpc_copyprivate (ft_omp_location *at, int32_t id, size_t size,
                         void *variables, void (*copy) (void *, void *),
                         int32_t is_source) {
  (void)at, (void)id, (void)size;
  ft_omp_team *team = ft_omp_me ()->team;
  if (is_source)
    team->copied = variables;
  ft_omp_barrier ();
  if (!is_source)
    copy (variables, team->copied);
  ft_omp_barrier ();
}

void __kmpc_flush (ft_omp_location *at) {
  (void)at;
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}
