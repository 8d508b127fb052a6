// Marks of loops (openmp/marks.h).  The last mark of a loop's begin is how it is
// dealt out, with the size of the team, and whether the program leaves that size
// open.

#include "openmp/marks.h"

_Thread_local uint64_t ft_omp_iteration, ft_omp_loop_count, ft_omp_loop_chunk,
    ft_omp_loop_dealt, ft_omp_ordered_part, ft_omp_alone, ft_omp_member_number,
    ft_omp_lanes, ft_omp_lane, ft_omp_lane_bytes, ft_omp_lane_data, ft_omp_lane_round;

void ft_omp_mark_loop (int dealt, int kinds, uint64_t count, uint64_t chunk) {
  ft_omp_member *m = ft_omp_me ();
  uint64_t size = (uint64_t)ft_omp_size (m), open = m->team->is_open;
  ft_omp_loop_count = count;
  ft_omp_loop_chunk = chunk;
  ft_omp_loop_dealt = 1 | (uint64_t)dealt << 1 | open << 3 |
                      (uint64_t)kinds << 4 | size << 8;
}

void ft_omp_mark_loop_end (void) {
  ft_omp_loop_dealt = 0;
}

// A member of a league shares no work: its team has no size here.
void ft_omp_mark_member (const ft_omp_member *m) {
  const ft_omp_team *t = m->team;
  uint64_t size = t->is_league ? 0 : (uint64_t)t->size, open = t->is_open;
  ft_omp_member_number =
      1 | open << 3 | size << 8 | (uint64_t)m->number << 32;
}

void ft_omp_mark_member_end (void) {
  ft_omp_member_number = 0;
}

void ft_omp_mark_alone (void) {
  ft_omp_alone = 1;
}

void ft_omp_mark_ordered (int inside) {
  ft_omp_ordered_part = (uint64_t)inside;
}
