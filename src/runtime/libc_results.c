// Wrappers of functions that write a result through a pointer: parts of floats
// and used time.

#include <math.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

#include "runtime/libc_access.h"

// Whoever calls one of these links what has it: all are in libc itself.
#define PARTS_OF(type, name, part)                                             \
  FT_WRAP (type, name, type x, part *to) {                                     \
    ft_thread *t = ft_wrapper_enter ();                                        \
    type result = name (x, to);                                                \
    ft_log_write_range (t, to, sizeof *to);                                    \
    return result;                                                             \
  }

PARTS_OF (double, frexp, int)
PARTS_OF (float, frexpf, int)
PARTS_OF (long double, frexpl, int)
PARTS_OF (double, modf, double)
PARTS_OF (float, modff, float)
PARTS_OF (long double, modfl, long double)

FT_WRAP (int, getrusage, int who, struct rusage *to) {
  ft_thread *t = ft_wrapper_enter ();
  int result = getrusage (who, to);
  if (!result)
    ft_log_write_range (t, to, sizeof *to);
  return result;
}

FT_WRAP (clock_t, times, struct tms *to) {
  ft_thread *t = ft_wrapper_enter ();
  clock_t result = times (to);
  if (result != (clock_t)-1 && to)
    ft_log_write_range (t, to, sizeof *to);
  return result;
}

FT_WRAP (int, clock_getres, clockid_t clock, struct timespec *to) {
  ft_thread *t = ft_wrapper_enter ();
  int result = clock_getres (clock, to);
  if (!result && to)
    ft_log_write_range (t, to, sizeof *to);
  return result;
}
