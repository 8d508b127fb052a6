#include "runtime/text_buffer.h"

static void put (ft_text *t, char c) {
  if (t->size + 1 < t->capacity)
    t->bytes[t->size++] = c;
  t->bytes[t->size] = 0;
}

static void put_string (ft_text *t, const char *s) {
  for (s = s ? s : "(null)"; *s; s++)
    put (t, *s);
}

static void put_number (ft_text *t, uint64_t n, unsigned base) {
  char digits[24];
  unsigned count = 0;
  do
    digits[count++] = "0123456789abcdef"[n % base];
  while (n /= base);
  while (count)
    put (t, digits[--count]);
}

static void put_signed (ft_text *t, int64_t n) {
  if (n < 0)
    put (t, '-');
  put_number (t, n < 0 ? -(uint64_t)n : (uint64_t)n, 10);
}

static void put_pointer (ft_text *t, const void *p) {
  put_string (t, "0x");
  put_number (t, (uintptr_t)p, 16);
}

void ft_text_vadd (ft_text *t, const char *format, va_list arguments) {
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      put (t, *f);
      continue;
    }
    bool wide = false;
    for (f++; *f == 'l' || *f == 'z'; f++)
      wide = true;
    switch (*f) {
    case 's':
      put_string (t, va_arg (arguments, const char *));
      break;
    case 'c':
      put (t, (char)va_arg (arguments, int));
      break;
    case 'd':
      put_signed (t, wide ? va_arg (arguments, long) : va_arg (arguments, int));
      break;
    case 'p':
      put_pointer (t, va_arg (arguments, const void *));
      break;
    case 'u':
    case 'x':
      put_number (t,
                  wide ? va_arg (arguments, unsigned long)
                       : va_arg (arguments, unsigned),
                  *f == 'x' ? 16 : 10);
      break;
    default:
      put (t, *f);
    }
  }
}

void ft_text_add (ft_text *t, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  ft_text_vadd (t, format, arguments);
  va_end (arguments);
}

bool ft_text_equal (const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

static const char *skip_blanks (const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\r')
    at++;
  return at;
}

static bool in_word (char c) {
  return c && c != ' ' && c != '\t' && c != '\r' && c != '\n';
}

bool ft_text_word (const char **at, char *word, size_t capacity) {
  const char *p = skip_blanks (*at);
  ft_text text = {word, 0, capacity};
  if (!in_word (*p))
    return false;
  while (in_word (*p))
    put (&text, *p++);
  *at = skip_blanks (p);
  return true;
}

bool ft_text_number (const char **at, uint64_t *number) {
  const char *p = skip_blanks (*at);
  uint64_t n = 0;
  if (*p < '0' || *p > '9')
    return false;
  for (; *p >= '0' && *p <= '9'; p++)
    if (__builtin_mul_overflow (n, 10, &n) ||
        __builtin_add_overflow (n, (uint64_t)(*p - '0'), &n))
      return false;
  if (in_word (*p))
    return false;
  *number = n;
  *at = skip_blanks (p);
  return true;
}

bool ft_text_line (const char **at) {
  while (**at && **at != '\n')
    (*at)++;
  if (**at)
    (*at)++;
  return **at != 0;
}
