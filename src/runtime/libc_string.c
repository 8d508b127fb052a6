// Wrappers of str*: strings are read up to their ends, or up to the byte that
// decides the result.

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/symbolic.h"
#include "runtime/libc_access.h"

void ft_log_read_string (ft_thread *t, const char *s) {
  if (t && s)
    ft_log_read_range (t, s, strlen (s) + 1);
}

static size_t bounded (const char *s, size_t n) {
  size_t length = strnlen (s, n);
  return length < n ? length + 1 : n;
}

static int same (int c) {
  return c;
}

// Read both strings up to the first difference or their ends; the difference.
static int log_comparison (ft_thread *t, const char *a, const char *b, size_t n,
                           int (*fold) (int)) {
  const unsigned char *x = (const void *)a, *y = (const void *)b;
  size_t i = 0;
  if (!t || !n)
    return 0;
  while (i < n - 1 && x[i] && fold (x[i]) == fold (y[i]))
    i++;
  ft_log_value (t, a, i + 1);
  ft_log_value (t, b, i + 1);
  ft_log_read_range (t, a, i + 1);
  ft_log_read_range (t, b, i + 1);
  return fold (x[i]) - fold (y[i]);
}

static void log_both (const char *a, const char *b) {
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_string (t, a);
  ft_log_read_string (t, b);
}

// Append 'n' bytes and a zero.
static void log_append (char *to, const char *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  if (!t)
    return;
  size_t old = strlen (to), length = strnlen (from, n);
  ft_log_read_range (t, to, old + 1);
  ft_log_read_range (t, from, bounded (from, n));
  ft_log_write_range (t, to + old, length + 1);
}

static void log_copy (char *to, const char *from) {
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_string (t, from);
  if (t)
    ft_log_write_range (t, to, strlen (from) + 1);
}

static void log_bounded_copy (char *to, const char *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  if (t)
    ft_log_read_range (t, from, bounded (from, n));
  ft_log_write_range (t, to, n);
}

FT_WRAP (size_t, strlen, const char *s) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = strlen (s);
  ft_log_read_range (t, s, length + 1);
  return length;
}

FT_WRAP (size_t, strnlen, const char *s, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_range (t, s, bounded (s, n));
  return strnlen (s, n);
}

FT_WRAP (char *, strcpy, char *to, const char *from) {
  log_copy (to, from);
  return strcpy (to, from);
}

FT_WRAP (char *, __strcpy_chk, char *to, const char *from, size_t room) {
  log_copy (to, from);
  return __builtin___strcpy_chk (to, from, room);
}

FT_WRAP (char *, stpcpy, char *to, const char *from) {
  log_copy (to, from);
  return stpcpy (to, from);
}

FT_WRAP (char *, __stpcpy, char *to, const char *from) {
  log_copy (to, from);
  return stpcpy (to, from);
}

FT_WRAP (char *, __stpcpy_chk, char *to, const char *from, size_t room) {
  log_copy (to, from);
  return __builtin___stpcpy_chk (to, from, room);
}

FT_WRAP (char *, strncpy, char *to, const char *from, size_t n) {
  log_bounded_copy (to, from, n);
  return strncpy (to, from, n);
}

FT_WRAP (char *, __strncpy_chk, char *to, const char *from, size_t n,
         size_t room) {
  log_bounded_copy (to, from, n);
  return __builtin___strncpy_chk (to, from, n, room);
}

FT_WRAP (char *, stpncpy, char *to, const char *from, size_t n) {
  log_bounded_copy (to, from, n);
  return stpncpy (to, from, n);
}

FT_WRAP (char *, __stpncpy_chk, char *to, const char *from, size_t n,
         size_t room) {
  log_bounded_copy (to, from, n);
  return __builtin___stpncpy_chk (to, from, n, room);
}

FT_WRAP (char *, strcat, char *to, const char *from) {
  log_append (to, from, SIZE_MAX);
  return strcat (to, from);
}

FT_WRAP (char *, __strcat_chk, char *to, const char *from, size_t room) {
  log_append (to, from, SIZE_MAX);
  return __builtin___strcat_chk (to, from, room);
}

FT_WRAP (char *, strncat, char *to, const char *from, size_t n) {
  log_append (to, from, n);
  return strncat (to, from, n);
}

FT_WRAP (char *, __strncat_chk, char *to, const char *from, size_t n,
         size_t room) {
  log_append (to, from, n);
  return __builtin___strncat_chk (to, from, n, room);
}

FT_WRAP (int, strcmp, const char *a, const char *b) {
  ft_thread *t = ft_wrapper_enter_local ();
  return t ? log_comparison (t, a, b, SIZE_MAX, same) : strcmp (a, b);
}

FT_WRAP (int, strncmp, const char *a, const char *b, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  return t ? log_comparison (t, a, b, n, same) : strncmp (a, b, n);
}

// Case depends on the locale; the model knows that of "C" alone.
static int compare_folded (const char *a, const char *b, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  if (!t)
    return strncasecmp (a, b, n);
  int result = log_comparison (t, a, b, n, tolower);
  if (ft_locale_is_c ())
    ft_log_result (t, result);
  return result;
}

FT_WRAP (int, strcasecmp, const char *a, const char *b) {
  return compare_folded (a, b, SIZE_MAX);
}

FT_WRAP (int, strncasecmp, const char *a, const char *b, size_t n) {
  return compare_folded (a, b, n);
}

FT_WRAP (int, strverscmp, const char *a, const char *b) {
  log_comparison (ft_wrapper_enter_local (), a, b, SIZE_MAX, same);
  return strverscmp (a, b);
}

// Whether texts are ordered by their bytes.
static bool compares_bytes (void) {
  const char *name = setlocale (LC_COLLATE, NULL);
  return uselocale ((locale_t)0) == LC_GLOBAL_LOCALE && name &&
         (!strcmp (name, "C") || !strcmp (name, "POSIX"));
}

FT_WRAP (int, strcoll, const char *a, const char *b) {
  if (!compares_bytes ())
    log_both (a, b);
  else {
    ft_thread *t = ft_wrapper_enter_local ();
    size_t i = 0;
    while (t && a[i] && a[i] == b[i])
      i++;
    ft_log_read_range (t, a, i + 1);
    ft_log_read_range (t, b, i + 1);
  }
  return strcoll (a, b);
}

FT_WRAP (size_t, strxfrm, char *to, const char *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_string (t, from);
  size_t length = strxfrm (to, from, n);
  if (length < n)
    ft_log_write_range (t, to, length + 1);
  return length;
}

// The library's strdup would allocate, a scheduling point, between the
// measuring of the string and the copy.
static char *duplicate (const char *s, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = strnlen (s, n);
  ft_log_read_range (t, s, bounded (s, n));
  char *copy = ft_allocate (t, length + 1);
  if (!copy)
    return NULL;
  ft_log_write_range (t, copy, length + 1);
  memcpy (copy, s, length);
  copy[length] = '\0';
  return copy;
}

FT_WRAP (char *, strdup, const char *s) {
  return duplicate (s, SIZE_MAX);
}

FT_WRAP (char *, __strdup, const char *s) {
  return duplicate (s, SIZE_MAX);
}

FT_WRAP (char *, strndup, const char *s, size_t n) {
  return duplicate (s, n);
}

FT_WRAP (char *, __strndup, const char *s, size_t n) {
  return duplicate (s, n);
}

FT_WRAP (char *, strerror_r, int error, char *to, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *result = strerror_r (error, to, n);
  if (result == to && n)
    ft_log_write_range (t, to, strlen (to) + 1);
  return result;
}

int __xpg_strerror_r (int, char *, size_t);

FT_WRAP (int, __xpg_strerror_r, int error, char *to, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  int result = __xpg_strerror_r (error, to, n);
  if (n && !(result && result != ERANGE && result != EINVAL))
    ft_log_write_range (t, to, strlen (to) + 1);
  return result;
}
