// Sorting and searching with a comparison of the program, which makes its own
// records.  Sorting reads the array before and writes it afterwards; other
// threads may run in between, since the comparison is code like any other.
// Searching accesses nothing but the elements that the comparison looks at.

#include <stdlib.h>

#include "runtime/libc_access.h"

static void sorted (ft_thread *t, const void *array, size_t bytes) {
  if (!t)
    return;
  ft_scheduling_point (t);
  ft_log_write_range (t, array, bytes);
}

FT_WRAP (void, qsort, void *array, size_t count, size_t size,
         int (*compare) (const void *, const void *)) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, array, count * size);
  qsort (array, count, size, compare);
  sorted (t, array, count * size);
}

FT_WRAP (void, qsort_r, void *array, size_t count, size_t size,
         int (*compare) (const void *, const void *, void *), void *context) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, array, count * size);
  qsort_r (array, count, size, compare, context);
  sorted (t, array, count * size);
}

FT_WRAP (void *, bsearch, const void *key, const void *array, size_t count,
         size_t size, int (*compare) (const void *, const void *)) {
  return bsearch (key, array, count, size, compare);
}
