// Wrappers of mem*: the records cover the bytes that the function must access.
// A function that stops at a difference or a match may read further, and often
// does, but only the bytes up to there are certain to be read.

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "runtime/symbolic.h"
#include "runtime/libc_access.h"

static size_t length_to_difference (const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i])
      return i + 1;
  return n;
}

static size_t length_to (const void *start, const void *found, size_t n) {
  return found ? (size_t)((const char *)found - (const char *)start) + 1 : n;
}

static void log_copy (void *to, const void *from, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_range (t, from, n);
  ft_log_write_range (t, to, n);
}

FT_WRAP (void *, memcpy, void *to, const void *from, size_t n) {
  log_copy (to, from, n);
  return memcpy (to, from, n);
}

FT_WRAP (void *, __memcpy_chk, void *to, const void *from, size_t n,
         size_t room) {
  log_copy (to, from, n);
  return __builtin___memcpy_chk (to, from, n, room);
}

FT_WRAP (void *, memmove, void *to, const void *from, size_t n) {
  log_copy (to, from, n);
  return memmove (to, from, n);
}

FT_WRAP (void *, __memmove_chk, void *to, const void *from, size_t n,
         size_t room) {
  log_copy (to, from, n);
  return __builtin___memmove_chk (to, from, n, room);
}

FT_WRAP (void *, mempcpy, void *to, const void *from, size_t n) {
  log_copy (to, from, n);
  return mempcpy (to, from, n);
}

FT_WRAP (void *, __mempcpy, void *to, const void *from, size_t n) {
  log_copy (to, from, n);
  return mempcpy (to, from, n);
}

FT_WRAP (void *, __mempcpy_chk, void *to, const void *from, size_t n,
         size_t room) {
  log_copy (to, from, n);
  return __builtin___mempcpy_chk (to, from, n, room);
}

FT_WRAP (void, bcopy, const void *from, void *to, size_t n) {
  log_copy (to, from, n);
  memmove (to, from, n);
}

FT_WRAP (void *, memccpy, void *to, const void *from, int byte, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = length_to (from, memchr (from, byte, n), n);
  ft_log_read_range (t, from, length);
  ft_log_write_range (t, to, length);
  return memccpy (to, from, byte, n);
}

FT_WRAP (void, swab, const void *from, void *to, ssize_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t even = n > 0 ? (size_t)n & ~(size_t)1 : 0;
  ft_log_read_range (t, from, even);
  ft_log_write_range (t, to, even);
  swab (from, to, n);
}

FT_WRAP (void *, memset, void *to, int byte, size_t n) {
  ft_log_fill (ft_wrapper_enter_local (), to, byte, n);
  return memset (to, byte, n);
}

FT_WRAP (void *, __memset_chk, void *to, int byte, size_t n, size_t room) {
  ft_log_fill (ft_wrapper_enter_local (), to, byte, n);
  return __builtin___memset_chk (to, byte, n, room);
}

FT_WRAP (void, bzero, void *to, size_t n) {
  ft_log_fill (ft_wrapper_enter_local (), to, 0, n);
  memset (to, 0, n);
}

FT_WRAP (void, explicit_bzero, void *to, size_t n) {
  ft_log_fill (ft_wrapper_enter_local (), to, 0, n);
  explicit_bzero (to, n);
}

void __explicit_bzero_chk (void *, size_t, size_t);

FT_WRAP (void, __explicit_bzero_chk, void *to, size_t n, size_t room) {
  ft_log_fill (ft_wrapper_enter_local (), to, 0, n);
  __explicit_bzero_chk (to, n, room);
}

FT_WRAP (int, memcmp, const void *a, const void *b, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  const unsigned char *p = a, *q = b;
  if (!t || !n)
    return memcmp (a, b, n);
  size_t length = length_to_difference (a, b, n);
  ft_log_value (t, a, length);
  ft_log_value (t, b, length);
  ft_log_read_range (t, a, length);
  ft_log_read_range (t, b, length);
  return p[length - 1] - q[length - 1];
}

FT_WRAP (int, bcmp, const void *a, const void *b, size_t n) {
  return __foretrace_memcmp (a, b, n);
}

FT_WRAP (void *, memchr, const void *start, int byte, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  void *found = memchr (start, byte, n);
  ft_log_read_range (t, start, length_to (start, found, n));
  return found;
}

FT_WRAP (void *, memrchr, const void *start, int byte, size_t n) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *found = memrchr (start, byte, n);
  const char *from = found ? found : start;
  ft_log_read_range (t, from, (size_t)((const char *)start + n - from));
  return found;
}

FT_WRAP (void *, rawmemchr, const void *start, int byte) {
  ft_thread *t = ft_wrapper_enter_local ();
  void *found = rawmemchr (start, byte);
  ft_log_read_range (t, start, length_to (start, found, 0));
  return found;
}

FT_WRAP (void *, __rawmemchr, const void *start, int byte) {
  return __foretrace_rawmemchr (start, byte);
}

FT_WRAP (void *, memmem, const void *start, size_t n, const void *what,
         size_t length) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *found = memmem (start, n, what, length);
  size_t read = found ? (size_t)(found - (const char *)start) + length : n;
  ft_log_value (t, start, read);
  ft_log_value (t, what, length);
  ft_log_result (t, (intptr_t)found);
  ft_log_read_range (t, start, read);
  ft_log_read_range (t, what, length);
  return found;
}
