// Numbers that functions such as strtol read in a text ('model.h').
//
// The slow twin is the library itself: tests/unit/test_model.c.
#include <assert.h>

#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

size_t ft_libc_max_digits (unsigned base) {
  size_t n = 0;
  assert (base > 1);
  for (uint64_t room = INT64_MAX; room >= base; room /= base)
    n++;
  return n;
}

static bool is_x (ft_value s) {
  return (s.word | 0x20) == 'x';
}

// The prefix 0x, which has a digit behind it.
static void find_prefix (ft_libc_number *n, uint64_t base) {
  const ft_value *bytes = n->text.bytes + n->first;
  bool zero = n->first + 1 < n->text.size && bytes->word == '0';
  ft_libc_charset digits = ft_libc_charset_digits (16);
  n->prefixed = zero && (!base || base == 16) && is_x (bytes[1]) &&
                n->first + 2 < n->text.size && digits.has[bytes[2].word & 0xff];
  n->guessed = !base && !n->prefixed;
  n->base = (unsigned)base;
  if (!base)
    n->base = n->prefixed ? 16 : bytes->word == '0' ? 8 : 10;
  n->first += n->prefixed ? 2 : 0;
}

bool ft_libc_find_number (ft_libc_bytes text, uint64_t base,
                          ft_libc_number *n) {
  *n = (ft_libc_number){.text = text};
  if (!text.size || !ft_libc_bytes_are_known (text) || base == 1 || base > 36)
    return false;
  const ft_value *bytes = text.bytes;
  size_t i = 0, last = text.size - 1; // the byte behind the number
  while (i < last && ft_libc_is_blank (bytes[i].word))
    i++;
  n->negative = i < last && bytes[i].word == '-';
  n->first = i + (i < last && (n->negative || bytes[i].word == '+'));
  find_prefix (n, base);
  ft_libc_charset digits = ft_libc_charset_digits (n->base);
  n->end = n->first;
  while (n->end < last && digits.has[bytes[n->end].word & 0xff])
    n->end++;
  return n->end - n->first <= ft_libc_max_digits (n->base);
}

// The digit 0 alone does not begin a prefix 0x.
static void constrain_no_prefix (ft_machine *m, const ft_exec_frame *f,
                                 const ft_libc_number *n) {
  bool possible = n->base == 16 || n->guessed;
  if (!possible || n->prefixed || n->end != n->first + 1)
    return;
  ft_libc_charset x = {{false}};
  x.has['x'] = x.has['X'] = true;
  const ft_value *bytes = n->text.bytes + n->first;
  ft_value zero =
      ft_libc_compute (m, FT_OP_EQ, 1, bytes[0], ft_value_concrete ('0'));
  ft_value both = ft_libc_compute (m, FT_OP_AND, 1, zero,
                                   ft_libc_charset_contains (m, bytes[1], &x));
  ft_libc_branch (m, f, FT_OP_NE, both, ft_value_concrete (0));
}

// The bytes before the digits keep their values, and the byte behind them is no
// digit.  A text without a number keeps all its bytes, and so does a text whose
// last byte is not the one right behind the digits.
void ft_libc_constrain_number (ft_machine *m, const ft_exec_frame *f,
                               const ft_libc_number *n) {
  ft_libc_bytes t = n->text;
  if (n->first == n->end || n->end + 1 != t.size) {
    ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_MODEL, t.bytes, t.size);
    return;
  }
  ft_libc_charset digits = ft_libc_charset_digits (n->base);
  for (size_t i = 0; i < n->first; i++)
    ft_libc_branch_equals (m, f, t.bytes[i], t.bytes[i].word);
  if (n->guessed)
    ft_libc_branch_equals (m, f, t.bytes[n->first], '0');
  for (size_t i = n->first; i <= n->end; i++)
    ft_libc_charset_branch (m, f, t.bytes[i], &digits);
  constrain_no_prefix (m, f, n);
}

// The value of a digit: its lower five bits, less 16, and 25 more for a letter
// ('7' is 55, 'b' is 98).
static ft_value digit_value (ft_machine *m, const ft_libc_number *n,
                             ft_value byte) {
  if (n->base <= 10)
    return ft_libc_compute (m, FT_OP_USUB, 8, byte, ft_value_concrete ('0'));
  ft_value low =
      ft_libc_compute (m, FT_OP_AND, 8, byte, ft_value_concrete (31));
  ft_value letter =
      ft_libc_compute (m, FT_OP_USHR, 8, byte, ft_value_concrete (6));
  letter = ft_libc_compute (m, FT_OP_UMUL, 8, letter, ft_value_concrete (25));
  low = ft_libc_compute (m, FT_OP_UADD, 8, low, letter);
  return ft_libc_compute (m, FT_OP_USUB, 8, low, ft_value_concrete (16));
}

ft_value ft_libc_number_value (ft_machine *m, const ft_libc_number *n,
                               unsigned bytes) {
  ft_value value = ft_value_concrete (0);
  for (size_t i = n->first; i < n->end; i++) {
    ft_value digit = digit_value (m, n, n->text.bytes[i]);
    value =
        ft_libc_compute (m, FT_OP_UMUL, 8, value, ft_value_concrete (n->base));
    value = ft_libc_compute (m, FT_OP_UADD, 8, value, digit);
  }
  if (n->negative)
    value = ft_libc_compute (m, FT_OP_USUB, 8, ft_value_concrete (0), value);
  return bytes == 8 ? value : ft_emit_compute (m, FT_OP_COPY, bytes, &value, 1);
}
