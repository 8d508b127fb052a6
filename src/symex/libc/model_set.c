// Sets of bytes, and letters without case (see 'model.h').
#include "symex/libc/model.h"

void ft_model_set_add (ft_model_set *s, unsigned first, unsigned last) {
  for (unsigned i = first; i <= last && i < 256; i++)
    s->has[i] = true;
}

bool ft_model_is_blank (uint64_t byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void add_letters (ft_model_set *s, unsigned count) {
  if (!count)
    return;
  ft_model_set_add (s, 'a', 'a' + count - 1);
  ft_model_set_add (s, 'A', 'A' + count - 1);
}

ft_model_set ft_model_digits (unsigned base) {
  ft_model_set s = {{false}};
  ft_model_set_add (&s, '0', '0' + (base < 10 ? base : 10) - 1);
  add_letters (&s, base > 10 ? base - 10 : 0);
  return s;
}

// Of a stretch of bytes.
static ft_slot within (ft_machine *m, ft_slot byte, unsigned first,
                       unsigned count) {
  if (count == 256)
    return ft_slot_word (1);
  if (count == 1)
    return ft_model_compute (m, FT_OP_EQ, 1, byte, ft_slot_word (first));
  if (first)
    byte = ft_model_compute (m, FT_OP_USUB, 1, byte, ft_slot_word (first));
  return ft_model_compute (m, FT_OP_ULT, 1, byte, ft_slot_word (count));
}

// The stretch that begins at or after a byte; false if there is none.
static bool next_stretch (const ft_model_set *s, unsigned *first,
                          unsigned *count) {
  while (*first < 256 && !s->has[*first])
    ++*first;
  for (*count = 0; *first + *count < 256 && s->has[*first + *count];)
    ++*count;
  return *count;
}

ft_slot ft_model_in (ft_machine *m, ft_slot byte, const ft_model_set *s) {
  ft_slot in = ft_slot_word (0);
  bool any = false;
  for (unsigned first = 0, n; next_stretch (s, &first, &n); first += n) {
    ft_slot part = within (m, byte, first, n);
    in = any ? ft_model_compute (m, FT_OP_OR, 1, in, part) : part;
    any = true;
  }
  return in;
}

static ft_model_set others (const ft_model_set *s) {
  ft_model_set o;
  for (unsigned i = 0; i < 256; i++)
    o.has[i] = !s->has[i];
  return o;
}

// One comparison, if the set is one stretch.
bool ft_model_is_in (ft_machine *m, const ft_step_frame *f, ft_slot byte,
                     const ft_model_set *s) {
  unsigned first = 0, n, none;
  bool any = next_stretch (s, &first, &n);
  unsigned rest = first + n;
  if (any && n < 256 && !next_stretch (s, &rest, &none)) {
    byte = ft_model_compute (m, FT_OP_USUB, 1, byte, ft_slot_word (first));
    return ft_model_test (m, f, FT_OP_ULT, byte, ft_slot_word (n));
  }
  ft_model_set outside = others (s);
  bool most = s->has[255]; // rather those that it has not
  ft_slot in = ft_model_in (m, byte, most ? &outside : s);
  return ft_model_test (m, f, most ? FT_OP_EQ : FT_OP_NE, in, ft_slot_word (0));
}

ft_slot ft_model_folded (ft_machine *m, ft_slot byte) {
  ft_slot capital = within (m, byte, 'A', 26);
  ft_slot more =
      ft_model_compute (m, FT_OP_UMUL, 1, capital, ft_slot_word ('a' - 'A'));
  return ft_model_compute (m, FT_OP_UADD, 1, byte, more);
}
