// Wrappers of searches in strings, and of functions that split them into
// tokens: the bytes that the result depends on are read.

#include <string.h>

#include "runtime/symbolic.h"
#include "runtime/libc_access.h"

static char *found_or_end (const char *s, char *found) {
  return found ? found : (char *)s + strlen (s);
}

FT_WRAP (char *, strchr, const char *s, int c) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *found = strchr (s, c);
  if (t)
    ft_log_read_range (t, s, (size_t)(found_or_end (s, found) - s) + 1);
  return found;
}

FT_WRAP (char *, index, const char *s, int c) {
  return __foretrace_strchr (s, c);
}

FT_WRAP (char *, strchrnul, const char *s, int c) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *found = strchrnul (s, c);
  ft_log_read_range (t, s, (size_t)(found - s) + 1);
  return found;
}

FT_WRAP (char *, strrchr, const char *s, int c) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *found = strrchr (s, c);
  ft_log_read_string (t, s);
  ft_log_result (t, (intptr_t)found);
  return found;
}

FT_WRAP (char *, rindex, const char *s, int c) {
  return __foretrace_strrchr (s, c);
}

// ---- a string in a string --------------------------------------------------

// With 'modelled' the result is recorded, for re-execution (symbolic.h).
static char *log_search (ft_thread *t, const char *s, const char *what,
                         char *found, bool modelled) {
  if (!t)
    return found;
  size_t length = strlen (what);
  size_t read = found ? (size_t)(found - s) + length : strlen (s) + 1;
  ft_log_value (t, what, length + 1);
  ft_log_value (t, s, read);
  if (modelled)
    ft_log_result (t, (intptr_t)found);
  ft_log_read_range (t, what, length + 1);
  ft_log_read_range (t, s, read);
  return found;
}

FT_WRAP (char *, strstr, const char *s, const char *what) {
  ft_thread *t = ft_wrapper_enter_local ();
  return log_search (t, s, what, strstr (s, what), true);
}

// Case depends on the locale; the model knows that of "C" alone.
FT_WRAP (char *, strcasestr, const char *s, const char *what) {
  ft_thread *t = ft_wrapper_enter_local ();
  return log_search (t, s, what, strcasestr (s, what), ft_locale_is_c ());
}

// ---- sets of bytes ---------------------------------------------------------

static size_t log_span (ft_thread *t, const char *s, const char *set,
                        size_t length) {
  if (t)
    ft_log_value (t, set, strlen (set) + 1);
  ft_log_value (t, s, length + 1);
  ft_log_read_string (t, set);
  ft_log_read_range (t, s, length + 1);
  return length;
}

FT_WRAP (size_t, strspn, const char *s, const char *set) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = log_span (t, s, set, strspn (s, set));
  ft_log_result (t, (int64_t)length);
  return length;
}

FT_WRAP (size_t, strcspn, const char *s, const char *set) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = log_span (t, s, set, strcspn (s, set));
  ft_log_result (t, (int64_t)length);
  return length;
}

FT_WRAP (char *, strpbrk, const char *s, const char *set) {
  ft_thread *t = ft_wrapper_enter_local ();
  size_t length = log_span (t, s, set, strcspn (s, set));
  char *found = s[length] ? (char *)s + length : NULL;
  ft_log_result (t, (intptr_t)found);
  return found;
}

// ---- tokens ----------------------------------------------------------------

static void write_end (ft_thread *t, char *end) {
  if (!end)
    return;
  *end = '\0';
  ft_log_constant_write (t, end, 1);
}

// The next token from 's' on, or from '*rest' on, with a zero behind it.
// Threads that call strtok race on '*rest'.
static char *token (char *s, const char *separators, char **rest) {
  ft_thread *t = ft_wrapper_enter_local ();
  if (!s) {
    ft_log_read_range (t, rest, sizeof *rest);
    s = *rest;
  }
  char *begin = s + strspn (s, separators);
  char *end = begin + strcspn (begin, separators);
  bool more = *end;
  if (t)
    ft_log_value (t, separators, strlen (separators) + 1);
  ft_log_read_string (t, separators);
  ft_log_read_range (t, s, (size_t)(end - s) + 1);
  char *result = end > begin ? begin : NULL;
  ft_log_result (t, (intptr_t)result);
  *rest = end + more;
  ft_log_constant_write (t, rest, sizeof *rest);
  write_end (t, more ? end : NULL);
  return result;
}

FT_WRAP (char *, strtok_r, char *s, const char *separators, char **rest) {
  return token (s, separators, rest);
}

FT_WRAP (char *, __strtok_r, char *s, const char *separators, char **rest) {
  return token (s, separators, rest);
}

FT_WRAP (char *, strtok, char *s, const char *separators) {
  static char *strtok_state;
  return token (s, separators, &strtok_state);
}

FT_WRAP (char *, strsep, char **rest, const char *separators) {
  ft_thread *t = ft_wrapper_enter_local ();
  char *begin = *rest;
  ft_log_read_range (t, rest, sizeof *rest);
  ft_log_result (t, (intptr_t)begin);
  if (!begin)
    return NULL;
  char *end = begin + strcspn (begin, separators);
  bool more = *end;
  if (t)
    ft_log_value (t, separators, strlen (separators) + 1);
  ft_log_read_string (t, separators);
  ft_log_read_range (t, begin, (size_t)(end - begin) + 1);
  *rest = more ? end + 1 : NULL;
  ft_log_constant_write (t, rest, sizeof *rest);
  write_end (t, more ? end : NULL);
  return begin;
}
