// Sets of bytes, and letters without case (see 'model.h').
#include "symex/libc/model.h"

void ft_libc_charset_add (ft_libc_charset *s, unsigned first, unsigned last) {
  for (unsigned i = first; i <= last && i < 256; i++)
    s->has[i] = true;
}

bool ft_libc_is_blank (uint64_t byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void add_letters (ft_libc_charset *s, unsigned count) {
  if (!count)
    return;
  ft_libc_charset_add (s, 'a', 'a' + count - 1);
  ft_libc_charset_add (s, 'A', 'A' + count - 1);
}

ft_libc_charset ft_libc_charset_digits (unsigned base) {
  ft_libc_charset s = {{false}};
  ft_libc_charset_add (&s, '0', '0' + (base < 10 ? base : 10) - 1);
  add_letters (&s, base > 10 ? base - 10 : 0);
  return s;
}

// Of a stretch of bytes.
static ft_value within (ft_machine *m, ft_value byte, unsigned first,
                       unsigned count) {
  if (count == 256)
    return ft_value_concrete (1);
  if (count == 1)
    return ft_libc_compute (m, FT_OP_EQ, 1, byte, ft_value_concrete (first));
  if (first)
    byte = ft_libc_compute (m, FT_OP_USUB, 1, byte, ft_value_concrete (first));
  return ft_libc_compute (m, FT_OP_ULT, 1, byte, ft_value_concrete (count));
}

// The stretch that begins at or after a byte; false if there is none.
static bool next_stretch (const ft_libc_charset *s, unsigned *first,
                          unsigned *count) {
  while (*first < 256 && !s->has[*first])
    ++*first;
  for (*count = 0; *first + *count < 256 && s->has[*first + *count];)
    ++*count;
  return *count;
}

ft_value ft_libc_charset_contains (ft_machine *m, ft_value byte, const ft_libc_charset *s) {
  ft_value in = ft_value_concrete (0);
  bool any = false;
  for (unsigned first = 0, n; next_stretch (s, &first, &n); first += n) {
    ft_value part = within (m, byte, first, n);
    in = any ? ft_libc_compute (m, FT_OP_OR, 1, in, part) : part;
    any = true;
  }
  return in;
}

static ft_libc_charset others (const ft_libc_charset *s) {
  ft_libc_charset o;
  for (unsigned i = 0; i < 256; i++)
    o.has[i] = !s->has[i];
  return o;
}

// One comparison, if the set is one stretch.
bool ft_libc_charset_branch (ft_machine *m, const ft_exec_frame *f, ft_value byte,
                     const ft_libc_charset *s) {
  unsigned first = 0, n, none;
  bool any = next_stretch (s, &first, &n);
  unsigned rest = first + n;
  if (any && n < 256 && !next_stretch (s, &rest, &none)) {
    byte = ft_libc_compute (m, FT_OP_USUB, 1, byte, ft_value_concrete (first));
    return ft_libc_branch (m, f, FT_OP_ULT, byte, ft_value_concrete (n));
  }
  ft_libc_charset outside = others (s);
  bool most = s->has[255]; // rather those that it has not
  ft_value in = ft_libc_charset_contains (m, byte, most ? &outside : s);
  return ft_libc_branch (m, f, most ? FT_OP_EQ : FT_OP_NE, in, ft_value_concrete (0));
}

ft_value ft_libc_lower_case (ft_machine *m, ft_value byte) {
  ft_value capital = within (m, byte, 'A', 26);
  ft_value more =
      ft_libc_compute (m, FT_OP_UMUL, 1, capital, ft_value_concrete ('a' - 'A'));
  return ft_libc_compute (m, FT_OP_UADD, 1, byte, more);
}
