#include "openmp/sections.h"

#include "openmp/marks.h"
#include "openmp/settings.h"

int ft_omp_sections_begin (ft_omp_member *m) {
  return ++m->sections % 2 == 0 ? FT_OMP_SHIFTED : 0;
}

uint64_t ft_omp_sections_part (const ft_omp_member *m) {
  uint64_t size = (uint64_t)ft_omp_size (m);
  uint64_t shift = ft_omp_first_member (m->sections % 2 ? FT_OMP_PARTS_OF_SECTIONS
                                                        : FT_OMP_SHIFTED_SECTIONS);
  return ((uint64_t)ft_omp_number (m) + size - shift % size) % size;
}

static uint64_t least (uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

uint64_t ft_omp_sections_first (uint64_t part, uint64_t count, uint64_t size) {
  uint64_t longest = (count + size - 1) / size;
  if (!part || part == size)
    return part ? count : 0;
  switch (ft_omp_way ()) {
  case 2:
    return least (part, count);
  case 3:
    return count + part > size ? count + part - size : 0;
  case 4:
    return least ((longest + 1) / 2 + (part - 1) * longest, count);
  default:
    return part * (count / size) + least (part, count % size);
  }
}
