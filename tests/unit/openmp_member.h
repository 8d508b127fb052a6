// What src/openmp/loop.c needs of the files that a test does not compile: one team,
// and the member that calls, which the test sets.

#ifndef FT_TEST_OPENMP_MEMBER_H
#define FT_TEST_OPENMP_MEMBER_H

#include "openmp/team.h"

static ft_omp_team team;
static ft_omp_member *current;

ft_omp_member *ft_omp_me (void) {
  return current;
}

int ft_omp_number (const ft_omp_member *m) {
  return m->number;
}

int ft_omp_size (const ft_omp_member *m) {
  return m->team->size;
}

ft_omp_member *ft_omp_league_member (ft_omp_member *m) {
  (void)m;
  return NULL;
}

void ft_omp_mark_loop_end (void) {}

#endif
