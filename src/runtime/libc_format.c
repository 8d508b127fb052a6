// Memory that the arguments of printf and scanf point to, by the format
// (printf_format.h).  The pass stops at numbered arguments (%2$s) and at a
// conversion that it does not know.

#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include "runtime/printf_format.h"

static long number (const char **f, int *stars) {
  if (**f == '*') {
    ++*f;
    ++*stars;
    return -2;
  }
  if (**f < '0' || **f > '9')
    return -1;
  long n = 0;
  for (; **f >= '0' && **f <= '9'; ++*f)
    n = n < 1000000000 ? 10 * n + **f - '0' : n;
  return n;
}

static char size_of_integer (const char **f) {
  char c = *(*f)++;
  if (c == 'h' && **f == 'h')
    return ++*f, 'H';
  if (c == 'l' && **f == 'l')
    return ++*f, 'L';
  if (c == 'z' || c == 'Z' || c == 'j' || c == 't')
    return 'l';
  return c == 'q' ? 'L' : c;
}

static void skip_set (const char **f) { // of %[
  if (**f == '^')
    ++*f;
  if (**f == ']')
    ++*f;
  while (**f && **f != ']')
    ++*f;
  if (**f)
    ++*f;
}

struct ft_format_conversion ft_format_next (const char **format, bool scans) {
  struct ft_format_conversion c = {.width = -1, .precision = -1};
  const char *f = strchrnul (*format, '%');
  *format = f;
  if (!*f)
    return c;
  for (f++; *f && strchr (scans ? "*'I" : "-+ #0'I", *f); f++)
    c.skipped |= *f == '*';
  c.width = number (&f, &c.stars);
  c.numbered = *f == '$';
  if (!scans && *f == '.') {
    f++;
    c.precision = number (&f, &c.stars);
    if (c.precision == -1)
      c.precision = 0;
  }
  if (scans && *f == 'm') {
    c.gets = true;
    f++;
  }
  if (*f && strchr ("hlLqjztZ", *f))
    c.size = size_of_integer (&f);
  c.letter = *f ? *f++ : '\0';
  if (scans && c.letter == '[')
    skip_set (&f);
  *format = f;
  return c;
}

size_t ft_format_integer_bytes (char size) {
  switch (size) {
  case 'H':
    return sizeof (char);
  case 'h':
    return sizeof (short);
  case 'l':
    return sizeof (long);
  case 'L':
    return sizeof (long long);
  default:
    return sizeof (int);
  }
}

// Many strings need more room in the log than one scheduling point makes.
static void reads (ft_thread *t, const void *p, size_t bytes, int *ranges) {
  if (++*ranges % 24 == 0)
    ft_scheduling_point (t);
  ft_log_read_range (t, p, bytes);
}

static void prints_string (ft_thread *t, const struct ft_format_conversion *c,
                           const void *s, long precision, int *ranges) {
  bool is_wide = c->size == 'l' || c->letter == 'S';
  if (!s)
    return;
  size_t limit =
      precision < 0 ? SIZE_MAX / sizeof (wchar_t) : (size_t)precision;
  if (is_wide) { // the precision counts bytes of the result
    size_t n = precision < 0 ? wcslen (s) + 1 : 0;
    reads (t, s, n * sizeof (wchar_t), ranges);
    return;
  }
  size_t n = strnlen (s, limit);
  reads (t, s, n < limit ? n + 1 : n, ranges);
}

static bool pass_integer (const struct ft_format_conversion *c,
                          struct ft_format_arguments *a) {
  if (ft_format_integer_bytes (c->size) > sizeof (int))
    va_arg (a->list, long long);
  else
    va_arg (a->list, int);
  return true;
}

static bool pass_float (const struct ft_format_conversion *c,
                        struct ft_format_arguments *a) {
  if (c->size == 'L')
    va_arg (a->list, long double);
  else
    va_arg (a->list, double);
  return true;
}

static bool pass_string (ft_thread *t, const struct ft_format_conversion *c,
                         struct ft_format_arguments *a, long precision,
                         int *ranges) {
  prints_string (t, c, va_arg (a->list, void *), precision, ranges);
  return true;
}

static bool pass_count (ft_thread *t, const struct ft_format_conversion *c,
                        struct ft_format_arguments *a) {
  ft_log_write_range (t, va_arg (a->list, void *),
                      ft_format_integer_bytes (c->size));
  return true;
}

static bool pass (ft_thread *t, const struct ft_format_conversion *c,
                  struct ft_format_arguments *a, int *ranges) {
  long precision = c->precision;
  for (int i = 0; i < c->stars; i++) {
    int star = va_arg (a->list, int);
    if (precision == -2 && i == c->stars - 1)
      precision = star < 0 ? -1 : star;
  }
  switch (c->letter) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'c':
  case 'C':
    return pass_integer (c, a);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return pass_float (c, a);
  case 's':
  case 'S':
    return pass_string (t, c, a, precision, ranges);
  case 'n':
    return pass_count (t, c, a);
  case 'p':
    va_arg (a->list, void *);
    return true;
  case 'm':
  case '%':
    return true;
  default:
    return false;
  }
}

void ft_log_printf_accesses (ft_thread *t, const char *format, va_list list) {
  ft_log_read_string (t, format);
  ft_log_printf_arguments (t, format, list);
}

void ft_log_printf_arguments (ft_thread *t, const char *format, va_list list) {
  struct ft_format_arguments a;
  int ranges = 0;
  if (!t)
    return;
  va_copy (a.list, list);
  for (;;) {
    struct ft_format_conversion c = ft_format_next (&format, false);
    if (!c.letter || c.numbered || !pass (t, &c, &a, &ranges))
      break;
  }
  va_end (a.list);
}

static void scans_string (ft_thread *t, const struct ft_format_conversion *c,
                          void *s) {
  bool is_wide = c->size == 'l' || c->letter == 'S' || c->letter == 'C';
  bool is_text = c->letter != 'c' && c->letter != 'C';
  size_t unit = is_wide ? sizeof (wchar_t) : 1;
  size_t n = c->width > 0 ? (size_t)c->width : 1;
  if (is_text)
    n = (is_wide ? wcslen (s) : strlen (s)) + 1;
  ft_log_write_range (t, s, n * unit);
}

static bool scan (ft_thread *t, const struct ft_format_conversion *c, void *p) {
  switch (c->letter) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'n':
    ft_log_write_range (t, p, ft_format_integer_bytes (c->size));
    return true;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    ft_log_write_range (t, p,
                        c->size == 'L'   ? sizeof (long double)
                        : c->size == 'l' ? sizeof (double)
                                         : sizeof (float));
    return true;
  case 'p':
    ft_log_write_range (t, p, sizeof (void *));
    return true;
  case 's':
  case 'S':
  case '[':
  case 'c':
  case 'C':
    if (c->gets)
      ft_log_write_range (t, p, sizeof (void *));
    else
      scans_string (t, c, p);
    return true;
  default:
    return false;
  }
}

bool ft_format_next_is_count (const char *format) {
  format += strspn (format, " \t\n\v\f\r");
  struct ft_format_conversion c = {0};
  if (*format == '%')
    c = ft_format_next (&format, true);
  return c.letter == 'n' && !c.skipped;
}

void ft_log_scanf_accesses (ft_thread *t, const char *format, int count,
                            va_list list) {
  va_list a;
  int ranges = 0;
  if (!t)
    return;
  ft_log_read_string (t, format);
  va_copy (a, list);
  while (count > 0 || ft_format_next_is_count (format)) {
    struct ft_format_conversion c = ft_format_next (&format, true);
    if (!c.letter || c.numbered)
      break;
    if (c.letter == '%' || c.skipped)
      continue;
    if (++ranges % 24 == 0)
      ft_scheduling_point (t);
    if (!scan (t, &c, va_arg (a, void *)))
      break;
    count -= c.letter != 'n';
  }
  va_end (a);
}
