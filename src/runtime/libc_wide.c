// Wide strings; as libc_string.c.

#include <stdlib.h>
#include <wchar.h>

#include "runtime/libc_access.h"

static void reads_wide (ft_thread *t, const wchar_t *s, size_t n) {
  ft_log_read_range (t, s, n * sizeof *s);
}

static void writes_wide (ft_thread *t, const wchar_t *s, size_t n) {
  ft_log_write_range (t, s, n * sizeof *s);
}

static void reads_all (ft_thread *t, const wchar_t *s) {
  if (t)
    reads_wide (t, s, wcslen (s) + 1);
}

static size_t bounded (const wchar_t *s, size_t n) {
  size_t length = wcsnlen (s, n);
  return length < n ? length + 1 : n;
}

static void compares (const wchar_t *a, const wchar_t *b, size_t n,
                      bool to_end) {
  ft_thread *t = ft_wrapper_enter ();
  size_t i = 0;
  if (!t || !n)
    return;
  while (i < n - 1 && (!to_end || a[i]) && a[i] == b[i])
    i++;
  reads_wide (t, a, i + 1);
  reads_wide (t, b, i + 1);
}

static void appends (wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  if (!t)
    return;
  size_t old = wcslen (to), length = wcsnlen (from, n);
  reads_wide (t, to, old + 1);
  reads_wide (t, from, bounded (from, n));
  writes_wide (t, to + old, length + 1);
}

static void copies (wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  reads_wide (t, from, n);
  writes_wide (t, to, n);
}

FT_WRAP (size_t, wcslen, const wchar_t *s) {
  reads_all (ft_wrapper_enter (), s);
  return wcslen (s);
}

FT_WRAP (size_t, wcsnlen, const wchar_t *s, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  reads_wide (t, s, bounded (s, n));
  return wcsnlen (s, n);
}

FT_WRAP (wchar_t *, wcscpy, wchar_t *to, const wchar_t *from) {
  ft_thread *t = ft_wrapper_enter ();
  size_t n = wcslen (from) + 1;
  reads_wide (t, from, n);
  writes_wide (t, to, n);
  return wcscpy (to, from);
}

FT_WRAP (wchar_t *, wcsncpy, wchar_t *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  reads_wide (t, from, bounded (from, n));
  writes_wide (t, to, n);
  return wcsncpy (to, from, n);
}

FT_WRAP (wchar_t *, wcscat, wchar_t *to, const wchar_t *from) {
  appends (to, from, SIZE_MAX / sizeof *to);
  return wcscat (to, from);
}

FT_WRAP (wchar_t *, wcsncat, wchar_t *to, const wchar_t *from, size_t n) {
  appends (to, from, n);
  return wcsncat (to, from, n);
}

FT_WRAP (int, wcscmp, const wchar_t *a, const wchar_t *b) {
  compares (a, b, SIZE_MAX, true);
  return wcscmp (a, b);
}

FT_WRAP (int, wcsncmp, const wchar_t *a, const wchar_t *b, size_t n) {
  compares (a, b, n, true);
  return wcsncmp (a, b, n);
}

FT_WRAP (int, wmemcmp, const wchar_t *a, const wchar_t *b, size_t n) {
  compares (a, b, n, false);
  return wmemcmp (a, b, n);
}

FT_WRAP (wchar_t *, wcschr, const wchar_t *s, wchar_t c) {
  ft_thread *t = ft_wrapper_enter ();
  wchar_t *found = wcschr (s, c);
  if (found)
    reads_wide (t, s, (size_t)(found - s) + 1);
  else
    reads_all (t, s);
  return found;
}

FT_WRAP (wchar_t *, wcsrchr, const wchar_t *s, wchar_t c) {
  reads_all (ft_wrapper_enter (), s);
  return wcsrchr (s, c);
}

FT_WRAP (wchar_t *, wcsstr, const wchar_t *s, const wchar_t *what) {
  ft_thread *t = ft_wrapper_enter ();
  wchar_t *found = wcsstr (s, what);
  reads_all (t, what);
  if (found)
    reads_wide (t, s, (size_t)(found - s) + wcslen (what));
  else
    reads_all (t, s);
  return found;
}

FT_WRAP (wchar_t *, wcsdup, const wchar_t *s) {
  ft_thread *t = ft_wrapper_enter ();
  size_t length = wcslen (s) + 1;
  reads_wide (t, s, length);
  wchar_t *copy = ft_allocate (t, length * sizeof *copy);
  if (!copy)
    return NULL;
  writes_wide (t, copy, length);
  return wmemcpy (copy, s, length);
}

FT_WRAP (wchar_t *, wmemcpy, wchar_t *to, const wchar_t *from, size_t n) {
  copies (to, from, n);
  return wmemcpy (to, from, n);
}

FT_WRAP (wchar_t *, wmemmove, wchar_t *to, const wchar_t *from, size_t n) {
  copies (to, from, n);
  return wmemmove (to, from, n);
}

FT_WRAP (wchar_t *, wmemset, wchar_t *to, wchar_t c, size_t n) {
  writes_wide (ft_wrapper_enter (), to, n);
  return wmemset (to, c, n);
}

FT_WRAP (wchar_t *, wmemchr, const wchar_t *s, wchar_t c, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  wchar_t *found = wmemchr (s, c, n);
  reads_wide (t, s, found ? (size_t)(found - s) + 1 : n);
  return found;
}

FT_WRAP (size_t, mbstowcs, wchar_t *to, const char *from, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  size_t count = mbstowcs (to, from, n);
  if (count == (size_t)-1)
    return count;
  if (!to || count < n)
    ft_log_read_string (t, from);
  if (to)
    writes_wide (t, to, count < n ? count + 1 : n);
  return count;
}

FT_WRAP (size_t, wcstombs, char *to, const wchar_t *from, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  size_t count = wcstombs (to, from, n);
  if (count == (size_t)-1)
    return count;
  if (!to || count < n)
    reads_all (t, from);
  if (to)
    ft_log_write_range (t, to, count < n ? count + 1 : n);
  return count;
}
