// Wrappers of functions on wide strings, as libc_string.c.

#include <stdlib.h>
#include <wchar.h>

#include "runtime/libc_access.h"

static void log_wide_read (ft_thread *t, const wchar_t *s, size_t n) {
  ft_log_read_range (t, s, n * sizeof *s);
}

static void log_wide_write (ft_thread *t, const wchar_t *s, size_t n) {
  ft_log_write_range (t, s, n * sizeof *s);
}

static void log_wide_string (ft_thread *t, const wchar_t *s) {
  if (t)
    log_wide_read (t, s, wcslen (s) + 1);
}

static size_t bounded (const wchar_t *s, size_t n) {
  size_t length = wcsnlen (s, n);
  return length < n ? length + 1 : n;
}

static void log_comparison (const wchar_t *a, const wchar_t *b, size_t n,
                            bool to_end) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t i = 0;
  if (!t || !n)
    return;
  while (i < n - 1 && (!to_end || a[i]) && a[i] == b[i])
    i++;
  log_wide_read (t, a, i + 1);
  log_wide_read (t, b, i + 1);
}

static void log_append (wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  if (!t)
    return;
  size_t old = wcslen (to), length = wcsnlen (from, n);
  log_wide_read (t, to, old + 1);
  log_wide_read (t, from, bounded (from, n));
  log_wide_write (t, to + old, length + 1);
}

static void log_copy (wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  log_wide_read (t, from, n);
  log_wide_write (t, to, n);
}

FT_WRAP (size_t, wcslen, const wchar_t *s) {
  log_wide_string (ft_wrapper_enter_local (), s);
  return wcslen (s);
}

FT_WRAP (size_t, wcsnlen, const wchar_t *s, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  log_wide_read (t, s, bounded (s, n));
  return wcsnlen (s, n);
}

FT_WRAP (wchar_t *, wcscpy, wchar_t *to, const wchar_t *from) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t n = wcslen (from) + 1;
  log_wide_read (t, from, n);
  log_wide_write (t, to, n);
  return wcscpy (to, from);
}

FT_WRAP (wchar_t *, wcsncpy, wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  log_wide_read (t, from, bounded (from, n));
  log_wide_write (t, to, n);
  return wcsncpy (to, from, n);
}

FT_WRAP (wchar_t *, wcpcpy, wchar_t *to, const wchar_t *from) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t n = wcslen (from) + 1;
  log_wide_read (t, from, n);
  log_wide_write (t, to, n);
  return wcpcpy (to, from);
}

FT_WRAP (wchar_t *, wcpncpy, wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  log_wide_read (t, from, bounded (from, n));
  log_wide_write (t, to, n);
  return wcpncpy (to, from, n);
}

FT_WRAP (wchar_t *, wcscat, wchar_t *to, const wchar_t *from) {
  log_append (to, from, SIZE_MAX / sizeof *to);
  return wcscat (to, from);
}

FT_WRAP (wchar_t *, wcsncat, wchar_t *to, const wchar_t *from, size_t n) {
  log_append (to, from, n);
  return wcsncat (to, from, n);
}

FT_WRAP (int, wcscmp, const wchar_t *a, const wchar_t *b) {
  log_comparison (a, b, SIZE_MAX, true);
  return wcscmp (a, b);
}

FT_WRAP (int, wcsncmp, const wchar_t *a, const wchar_t *b, size_t n) {
  log_comparison (a, b, n, true);
  return wcsncmp (a, b, n);
}

FT_WRAP (int, wmemcmp, const wchar_t *a, const wchar_t *b, size_t n) {
  log_comparison (a, b, n, false);
  return wmemcmp (a, b, n);
}

FT_WRAP (wchar_t *, wcschr, const wchar_t *s, wchar_t c) {
  ft_thread *t = ft_wrapper_enter_local ();
  wchar_t *found = wcschr (s, c);
  if (found)
    log_wide_read (t, s, (size_t)(found - s) + 1);
  else
    log_wide_string (t, s);
  return found;
}

FT_WRAP (wchar_t *, wcschrnul, const wchar_t *s, wchar_t c) {
  ft_thread *t = ft_wrapper_enter_local ();
  wchar_t *found = wcschrnul (s, c);
  log_wide_read (t, s, (size_t)(found - s) + 1);
  return found;
}

FT_WRAP (wchar_t *, wcsrchr, const wchar_t *s, wchar_t c) {
  log_wide_string (ft_wrapper_enter_local (), s);
  return wcsrchr (s, c);
}

FT_WRAP (wchar_t *, wcsstr, const wchar_t *s, const wchar_t *what) {
  ft_thread *t = ft_wrapper_enter_local ();
  wchar_t *found = wcsstr (s, what);
  log_wide_string (t, what);
  if (found)
    log_wide_read (t, s, (size_t)(found - s) + wcslen (what));
  else
    log_wide_string (t, s);
  return found;
}

FT_WRAP (wchar_t *, wcsdup, const wchar_t *s) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = wcslen (s) + 1;
  log_wide_read (t, s, length);
  wchar_t *copy = ft_allocate (t, length * sizeof *copy);
  if (!copy)
    return NULL;
  log_wide_write (t, copy, length);
  return wmemcpy (copy, s, length);
}

FT_WRAP (wchar_t *, wmemcpy, wchar_t *to, const wchar_t *from, size_t n) {
  log_copy (to, from, n);
  return wmemcpy (to, from, n);
}

FT_WRAP (wchar_t *, wmempcpy, wchar_t *to, const wchar_t *from, size_t n) {
  log_copy (to, from, n);
  return wmempcpy (to, from, n);
}

FT_WRAP (wchar_t *, wmemmove, wchar_t *to, const wchar_t *from, size_t n) {
  log_copy (to, from, n);
  return wmemmove (to, from, n);
}

FT_WRAP (wchar_t *, wmemset, wchar_t *to, wchar_t c, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  uint32_t word = (uint32_t)c;
  if (word == (word & 0xff) * UINT32_C (0x01010101))
    ft_log_fill (t, to, (int)(word & 0xff), n * sizeof *to);
  else
    log_wide_write (t, to, n);
  return wmemset (to, c, n);
}

FT_WRAP (wchar_t *, wmemchr, const wchar_t *s, wchar_t c, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  wchar_t *found = wmemchr (s, c, n);
  log_wide_read (t, s, found ? (size_t)(found - s) + 1 : n);
  return found;
}

FT_WRAP (size_t, mbstowcs, wchar_t *to, const char *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t count = mbstowcs (to, from, n);
  if (count == (size_t)-1)
    return count;
  if (!to || count < n)
    ft_log_read_string (t, from);
  if (to)
    log_wide_write (t, to, count < n ? count + 1 : n);
  return count;
}

FT_WRAP (size_t, wcstombs, char *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t count = wcstombs (to, from, n);
  if (count == (size_t)-1)
    return count;
  if (!to || count < n)
    log_wide_string (t, from);
  if (to)
    ft_log_write_range (t, to, count < n ? count + 1 : n);
  return count;
}
