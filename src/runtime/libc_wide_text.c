// Wrappers of functions on wide strings: sets of characters, what depends on the
// locale, and printing.

#include <stdarg.h>
#include <wchar.h>
#include <wctype.h>

#include "runtime/printf_format.h"

static void log_wide (ft_thread *t, const wchar_t *s, size_t n) {
  ft_log_read_range (t, s, n * sizeof *s);
}

static void log_whole (ft_thread *t, const wchar_t *s) {
  if (t)
    log_wide (t, s, wcslen (s) + 1);
}

// ---- sets of characters ----------------------------------------------------

// Each character up to the one that ends the search is looked for in the set, up
// to where it is found.
static void log_span (ft_thread *t, const wchar_t *s, const wchar_t *set,
                      size_t length) {
  size_t most = 0;
  if (!t)
    return;
  for (size_t i = 0; i <= length && s[i]; i++) {
    size_t n = (size_t)(wcschrnul (set, s[i]) - set) + 1;
    most = n > most ? n : most;
  }
  log_wide (t, s, length + 1);
  log_wide (t, set, most);
}

FT_WRAP (size_t, wcsspn, const wchar_t *s, const wchar_t *set) {
  ft_thread *t = ft_wrapper_enter ();
  size_t length = wcsspn (s, set);
  log_span (t, s, set, length);
  return length;
}

FT_WRAP (size_t, wcscspn, const wchar_t *s, const wchar_t *set) {
  ft_thread *t = ft_wrapper_enter ();
  size_t length = wcscspn (s, set);
  log_span (t, s, set, length);
  return length;
}

FT_WRAP (wchar_t *, wcspbrk, const wchar_t *s, const wchar_t *set) {
  ft_thread *t = ft_wrapper_enter ();
  size_t length = wcscspn (s, set);
  log_span (t, s, set, length);
  return s[length] ? (wchar_t *)s + length : NULL;
}

// Of the separators there is no record.
FT_WRAP (wchar_t *, wcstok, wchar_t *restrict s, const wchar_t *restrict set,
         wchar_t **restrict rest) {
  ft_thread *t = ft_wrapper_enter ();
  wchar_t *begin = s ? s : *rest;
  if (!s)
    ft_log_read_range (t, rest, sizeof *rest);
  if (t && begin) {
    size_t skipped = wcsspn (begin, set);
    log_wide (t, begin, skipped + wcscspn (begin + skipped, set) + 1);
  }
  wchar_t *result = wcstok (s, set, rest);
  ft_log_write_range (t, rest, begin ? sizeof *rest : 0);
  if (result && *rest)
    ft_log_write_range (t, *rest - 1, sizeof **rest);
  return result;
}

// ---- the locale ------------------------------------------------------------

static void log_folded (ft_thread *t, const wchar_t *a, const wchar_t *b,
                        size_t n) {
  size_t i = 0;
  if (!t || a == b || !n)
    return;
  while (i < n - 1 && a[i] &&
         towlower ((wint_t)a[i]) == towlower ((wint_t)b[i]))
    i++;
  log_wide (t, a, i + 1);
  log_wide (t, b, i + 1);
}

FT_WRAP (int, wcscasecmp, const wchar_t *a, const wchar_t *b) {
  log_folded (ft_wrapper_enter (), a, b, SIZE_MAX);
  return wcscasecmp (a, b);
}

FT_WRAP (int, wcsncasecmp, const wchar_t *a, const wchar_t *b, size_t n) {
  log_folded (ft_wrapper_enter (), a, b, n);
  return wcsncasecmp (a, b, n);
}

// How far the library reads depends on what is in the strings.
FT_WRAP (int, wcscoll, const wchar_t *a, const wchar_t *b) {
  ft_thread *t = ft_wrapper_enter ();
  log_wide (t, a, 1);
  log_wide (t, b, 1);
  return wcscoll (a, b);
}

FT_WRAP (size_t, wcsxfrm, wchar_t *restrict to, const wchar_t *restrict from,
         size_t n) {
  log_wide (ft_wrapper_enter (), from, 1);
  return wcsxfrm (to, from, n);
}

// Up to the first character that has no width.
FT_WRAP (int, wcswidth, const wchar_t *s, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  size_t i = 0;
  while (t && i < n && s[i] && wcwidth (s[i]) >= 0)
    i++;
  log_wide (t, s, i < n ? i + 1 : n);
  return wcswidth (s, n);
}

FT_WRAP (size_t, wcsftime, wchar_t *restrict to, size_t n,
         const wchar_t *restrict format, const struct tm *restrict from) {
  ft_thread *t = ft_wrapper_enter ();
  size_t result = wcsftime (to, n, format, from);
  if (result)
    log_whole (t, format);
  else
    log_wide (t, format, 1);
  return result;
}

// ---- printing --------------------------------------------------------------

enum { MOST_FORMAT = 1024 }; // characters that conversions are looked for in

// The conversions of a wide format are those of a format in ASCII.
static void log_format (ft_thread *t, const wchar_t *format, va_list list) {
  char narrow[MOST_FORMAT];
  size_t n = 0;
  if (!t)
    return;
  log_whole (t, format);
  for (; n < MOST_FORMAT - 1 && format[n]; n++)
    narrow[n] = (char)(format[n] > 0 && format[n] < 128 ? format[n] : '_');
  narrow[n] = '\0';
  ft_log_printf_arguments (t, narrow, list);
}

// Of a text that does not fit, it is not said how much was written.
FT_WRAP (int, vswprintf, wchar_t *to, size_t size, const wchar_t *format,
         va_list list) {
  ft_thread *t = ft_wrapper_enter ();
  log_format (t, format, list);
  int result = vswprintf (to, size, format, list);
  if (size)
    ft_log_write_range (
        t, to, (result < 0 ? size : (size_t)result + 1) * sizeof *to);
  return result;
}

FT_WRAP (int, swprintf, wchar_t *to, size_t size, const wchar_t *format, ...) {
  va_list list;
  va_start (list, format);
  int result = __foretrace_vswprintf (to, size, format, list);
  va_end (list);
  return result;
}
