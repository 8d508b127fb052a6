// Settings of the program: sizes of teams, levels, schedules.

#ifndef FT_OPENMP_SETTINGS_H
#define FT_OPENMP_SETTINGS_H

#include "openmp/team.h"

// The size of the next team of this member: that of num_threads, of
// omp_set_num_threads, of OMP_NUM_THREADS or FT_OMP_DEFAULT_SIZE; 1 where no
// further level may be active.
int ft_omp_next_size (ft_omp_member *);

// The number of teams of the next league.
int ft_omp_next_teams (ft_omp_member *);

// The member of a team of this size that gets the k-th part of what is dealt out
// in turn.  How, is set by FORETRACE_OPENMP_WAY, from 1 to FT_OMP_WAYS: the first
// way is k modulo the size; the others go by further digits of k, so that two
// parts have different members in some of the ways, and begin with other members, so that
// parts of two constructs have, too.
enum { FT_OMP_WAYS = 4 };
enum ft_omp_parts {
  FT_OMP_CHUNKS,
  FT_OMP_SHIFTED_CHUNKS,
  FT_OMP_SINGLES,
  FT_OMP_PARTS_OF_SECTIONS,
  FT_OMP_SHIFTED_SECTIONS,
  FT_OMP_PARTS
};
unsigned ft_omp_way (void); // from 1 on
uint64_t ft_omp_member_of_part (uint64_t k, uint64_t size, enum ft_omp_parts);

// The member with which parts of this sort begin.
uint64_t ft_omp_first_member (enum ft_omp_parts);

// The number that chunk k of a shifted loop counts as: one more in each round.
static inline uint64_t ft_omp_shifted (uint64_t k, uint64_t size) {
  return k + k / size + 1;
}

// Whether constructs may be cancelled (OMP_CANCELLATION).
bool ft_omp_can_cancel (void);

// The chunk of schedule (runtime); 0: one chunk for each member.
uint64_t ft_omp_runtime_chunk (void);

#endif
