// Wrappers of functions that read a number in a string: blanks, the number, and
// the byte behind it are read; in a string without a number, the bytes in which
// the function has looked for one.  Of wide ones, and in a locale that is named,
// there is a record of the least that is read: up to the byte behind the number.

#include <ctype.h>
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

#include "runtime/symbolic.h"
#include "runtime/libc_access.h"

static bool is_x (char c) {
  return c == 'x' || c == 'X';
}

// The first byte behind blanks and a sign.
static const char *first_of (const char *s) {
  while (isspace ((unsigned char)*s))
    s++;
  return s + (*s == '-' || *s == '+');
}

// The last byte that decides where an integer ends.
static const char *last_of_integer (const char *s, const char *end, int base) {
  const char *first = first_of (s);
  if (end == s)
    return first;
  bool zero = end == first + 1 && *first == '0' && is_x (*end);
  return end + (zero && (!base || base == 16));
}

// The same for a float: the function looks behind an e that begins no exponent.
static const char *last_of_float (const char *s, const char *end) {
  if (end == s)
    return first_of (s);
  if (*end != 'e' && *end != 'E' && *end != 'p' && *end != 'P')
    return end;
  return end + 1 + (end[1] == '-' || end[1] == '+');
}

static void log_number (ft_thread *t, const char *s, const char *last) {
  ft_log_read_range (t, s, (size_t)(last - s) + 1);
}

static void log_end (ft_thread *t, char *end, char **result) {
  if (result) {
    *result = end;
    ft_log_constant_write (t, result, sizeof *result);
  }
}

#define INTEGER(type, name)                                                    \
  FT_WRAP (type, name, const char *s, char **result, int base) {               \
    ft_thread *t = ft_wrapper_enter_local ();                                        \
    char *end = (char *)s;                                                     \
    type value = name (s, &end, base);                                         \
    log_number (t, s, last_of_integer (s, end, base));                         \
    ft_log_result (t, (int64_t)value);                                         \
    log_end (t, end, result);                                                  \
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
    ft_thread *t = ft_wrapper_enter_local ();                                        \
    char *end = (char *)s;                                                     \
    type value = name (s, &end);                                               \
    log_number (t, s, last_of_float (s, end));                                 \
    log_end (t, end, result);                                                  \
    return value;                                                              \
  }

FLOAT (float, strtof)
FLOAT (double, strtod)
FLOAT (long double, strtold)

// In another locale there may be other blanks: where there is no number, the
// first byte is read.
#define INTEGER_IN(type, name)                                                 \
  FT_WRAP (type, name, const char *s, char **result, int base,                 \
           locale_t locale) {                                                  \
    ft_thread *t = ft_wrapper_enter_local ();                                        \
    char *end = (char *)s;                                                     \
    type value = name (s, &end, base, locale);                                 \
    log_number (t, s, end);                                                    \
    log_end (t, end, result);                                                  \
    return value;                                                              \
  }

INTEGER_IN (long, strtol_l)
INTEGER_IN (unsigned long, strtoul_l)
INTEGER_IN (long long, strtoll_l)
INTEGER_IN (unsigned long long, strtoull_l)

#define FLOAT_IN(type, name)                                                   \
  FT_WRAP (type, name, const char *s, char **result, locale_t locale) {        \
    ft_thread *t = ft_wrapper_enter_local ();                                        \
    char *end = (char *)s;                                                     \
    type value = name (s, &end, locale);                                       \
    log_number (t, s, end);                                                    \
    log_end (t, end, result);                                                  \
    return value;                                                              \
  }

FLOAT_IN (float, strtof_l)
FLOAT_IN (double, strtod_l)
FLOAT_IN (long double, strtold_l)

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
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_range (t, seed, sizeof *seed);
  ft_log_write_range (t, seed, sizeof *seed);
  return rand_r (seed);
}

// ---- wide characters -------------------------------------------------------

static void log_wide_number (ft_thread *t, const wchar_t *s,
                             const wchar_t *last) {
  ft_log_read_range (t, s, (size_t)(last - s + 1) * sizeof *s);
}

static void log_wide_end (ft_thread *t, wchar_t *end, wchar_t **result) {
  if (result) {
    *result = end;
    ft_log_constant_write (t, result, sizeof *result);
  }
}

#define WIDE_INTEGER(type, name)                                               \
  FT_WRAP (type, name, const wchar_t *s, wchar_t **result, int base) {         \
    ft_thread *t = ft_wrapper_enter_local ();                                        \
    wchar_t *end = (wchar_t *)s;                                               \
    type value = name (s, &end, base);                                         \
    log_wide_number (t, s, end);                                               \
    log_wide_end (t, end, result);                                             \
    return value;                                                              \
  }

WIDE_INTEGER (long, wcstol)
WIDE_INTEGER (unsigned long, wcstoul)
WIDE_INTEGER (long long, wcstoll)
WIDE_INTEGER (unsigned long long, wcstoull)
WIDE_INTEGER (intmax_t, wcstoimax)
WIDE_INTEGER (uintmax_t, wcstoumax)

#define WIDE_FLOAT(type, name)                                                 \
  FT_WRAP (type, name, const wchar_t *s, wchar_t **result) {                   \
    ft_thread *t = ft_wrapper_enter_local ();                                        \
    wchar_t *end = (wchar_t *)s;                                               \
    type value = name (s, &end);                                               \
    log_wide_number (t, s, end);                                               \
    log_wide_end (t, end, result);                                             \
    return value;                                                              \
  }

WIDE_FLOAT (float, wcstof)
WIDE_FLOAT (double, wcstod)
WIDE_FLOAT (long double, wcstold)
