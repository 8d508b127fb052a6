// Sections: which of them a member executes.
//
// OpenMP leaves it open.  clang's code executes one run of consecutive sections in
// each member, so that what can be chosen is where these runs are cut, and whose each is.

#ifndef FT_OPENMP_SECTIONS_H
#define FT_OPENMP_SECTIONS_H

#include "openmp/team.h"

// A member comes to a construct of sections: FT_OMP_SHIFTED in each second one of its
// region, so that constructs without a barrier between them do not have the same sections
// on the same member.  Else 0.
int ft_omp_sections_begin (ft_omp_member *);

// The part that the member executes of the construct that it came to last.
uint64_t ft_omp_sections_part (const ft_omp_member *);

// The first section of a part, of 'count' sections in 'size' parts; 'count' for the part
// behind the last one.  FORETRACE_OPENMP_WAY says where the cuts are: parts of equal
// length; single sections first; single sections last; a first part of half the length.
uint64_t ft_omp_sections_first (uint64_t part, uint64_t count, uint64_t size);

#endif
