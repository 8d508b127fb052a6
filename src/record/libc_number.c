// Numbers in strings: what is read is white space, the number, and the byte
// after it.

#include <inttypes.h>
#include <stdlib.h>

#include "record/touch.h"

static void reads_number (ft_thread *t, const char *s, char *end,
                          char **result) {
  ft_reads (t, s, (size_t)(end - s) + 1);
  if (result) {
    ft_writes (t, result, sizeof *result);
    *result = end;
  }
}

#define INTEGER(type, name)                                                    \
  FT_WRAP (type, name, const char *s, char **result, int base) {               \
    ft_thread *t = ft_touching ();                                             \
    char *end = (char *)s;                                                     \
    type value = name (s, &end, base);                                         \
    reads_number (t, s, end, result);                                          \
    return value;                                                              \
  }

INTEGER (long, strtol)
INTEGER (unsigned long, strtoul)
INTEGER (long long, strtoll)
INTEGER (unsigned long long, strtoull)
INTEGER (intmax_t, strtoimax)
INTEGER (uintmax_t, strtoumax)

#define FLOAT(type, name)                                                      \
  FT_WRAP (type, name, const char *s, char **result) {                         \
    ft_thread *t = ft_touching ();                                             \
    char *end = (char *)s;                                                     \
    type value = name (s, &end);                                               \
    reads_number (t, s, end, result);                                          \
    return value;                                                              \
  }

FLOAT (float, strtof)
FLOAT (double, strtod)
FLOAT (long double, strtold)

FT_WRAP (int, atoi, const char *s) {
  return (int)__foretrace_strtol (s, NULL, 10);
}

FT_WRAP (long, atol, const char *s) {
  return __foretrace_strtol (s, NULL, 10);
}

FT_WRAP (long long, atoll, const char *s) {
  return __foretrace_strtoll (s, NULL, 10);
}

FT_WRAP (double, atof, const char *s) {
  return __foretrace_strtod (s, NULL);
}

FT_WRAP (int, rand_r, unsigned *seed) {
  ft_thread *t = ft_touching ();
  ft_reads (t, seed, sizeof *seed);
  ft_writes (t, seed, sizeof *seed);
  return rand_r (seed);
}
