// Wrappers of functions that turn characters of the locale into wide ones and
// back: what they have taken is read.  Of the state of a conversion, and of what
// they have written, there is no record.

#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

#include "runtime/libc_access.h"

// ---- one character ---------------------------------------------------------

// 'taken': the result.  Of a character that is wrong or not complete, the first
// byte has been read.
static void log_character (ft_thread *t, const char *s, size_t n,
                           size_t taken) {
  if (s && n)
    ft_log_read_range (t, s, taken && taken <= n ? taken : 1);
}

FT_WRAP (int, mblen, const char *s, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  int taken = mblen (s, n);
  log_character (t, s, n, (size_t)taken);
  return taken;
}

FT_WRAP (int, mbtowc, wchar_t *restrict to, const char *restrict s, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  int taken = mbtowc (to, s, n);
  log_character (t, s, n, (size_t)taken);
  return taken;
}

// A part of a character may be in the state, so that a byte more is read at
// most; it is the first one.
FT_WRAP (size_t, mbrtowc, wchar_t *restrict to, const char *restrict s,
         size_t n, mbstate_t *restrict state) {
  ft_thread *t = ft_wrapper_enter ();
  size_t taken = mbrtowc (to, s, n, state);
  log_character (t, s, n, taken);
  return taken;
}

FT_WRAP (size_t, mbrlen, const char *restrict s, size_t n,
         mbstate_t *restrict state) {
  ft_thread *t = ft_wrapper_enter ();
  size_t taken = mbrlen (s, n, state);
  log_character (t, s, n, taken);
  return taken;
}

// The second half of a pair comes from the state.
FT_WRAP (size_t, mbrtoc16, char16_t *restrict to, const char *restrict s,
         size_t n, mbstate_t *restrict state) {
  ft_thread *t = ft_wrapper_enter ();
  size_t taken = mbrtoc16 (to, s, n, state);
  if (taken <= n)
    log_character (t, s, n, taken);
  return taken;
}

// ---- strings ---------------------------------------------------------------

// Without a destination all is read, and '*from' stays; else up to where '*from'
// points then, or to the end, if it is NULL.
FT_WRAP (size_t, mbsrtowcs, wchar_t *restrict to, const char **restrict from,
         size_t n, mbstate_t *restrict state) {
  ft_thread *t = ft_wrapper_enter ();
  const char *s = *from;
  size_t result = mbsrtowcs (to, from, n, state);
  ft_log_read_range (t, from, sizeof *from);
  if (to && *from)
    ft_log_read_range (t, s, (size_t)(*from - s));
  else if (to || result != (size_t)-1)
    ft_log_read_string (t, s);
  return result;
}

FT_WRAP (size_t, wcsrtombs, char *restrict to, const wchar_t **restrict from,
         size_t n, mbstate_t *restrict state) {
  ft_thread *t = ft_wrapper_enter ();
  const wchar_t *s = *from;
  size_t result = wcsrtombs (to, from, n, state);
  ft_log_read_range (t, from, sizeof *from);
  if (to && *from)
    ft_log_read_range (t, s, (size_t)(*from - s) * sizeof *s);
  else if (t && (to || result != (size_t)-1))
    ft_log_read_range (t, s, (wcslen (s) + 1) * sizeof *s);
  return result;
}

FT_WRAP (size_t, iconv, iconv_t how, char **restrict from,
         size_t *restrict left, char **restrict to, size_t *restrict room) {
  ft_thread *t = ft_wrapper_enter ();
  char *s = from && how != (iconv_t)-1 ? *from : NULL;
  if (s) {
    ft_log_read_range (t, from, sizeof *from);
    ft_log_read_range (t, left, sizeof *left);
    ft_log_read_range (t, to, sizeof *to);
    ft_log_read_range (t, room, sizeof *room);
  }
  size_t result = iconv (how, from, left, to, room);
  if (s && *from > s)
    ft_log_read_range (t, s, (size_t)(*from - s));
  return result;
}
