// Numbers that functions make of texts (see 'model.h').
#include "symex/model.h"

enum { MOST_DIGITS = 18 }; // of any base up to 10, that fit into 63 bits

typedef struct number {
  ft_model_bytes text;
  unsigned base;
  size_t first, end; // of its digits
  bool negative;
  bool guessed; // the base: its first digit is not 0
} number;

static bool is_blank (uint64_t byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// Bases above 10 are not followed.
static unsigned base_of (const ft_step_frame *f, const ft_modelled *c) {
  if (c->kind == FT_ROUTINE_TOLD || f->arguments.size < 3) // atoi
    return 10;
  const ft_slot *base = f->arguments.begin + 2;
  return base->known && base->word <= 10 ? (unsigned)base->word : 1;
}

static bool is_digit (const number *n, size_t i) {
  return n->text.bytes[i].word - '0' < n->base;
}

static bool parse_number (const ft_step_frame *f, const ft_modelled *c,
                          number *n) {
  *n = (number){.base = base_of (f, c)};
  if (c->ranges.size != 1 || n->base == 1)
    return false;
  n->text = ft_model_range (c, 0);
  if (!ft_model_knows (n->text) || !n->text.size)
    return false;
  const ft_slot *bytes = n->text.bytes;
  size_t i = 0, last = n->text.size - 1; // which is not the number's
  while (i < last && is_blank (bytes[i].word))
    i++;
  n->negative = i < last && bytes[i].word == '-';
  i += i < last && (n->negative || bytes[i].word == '+');
  n->guessed = !n->base;
  if (n->guessed)
    n->base = bytes[i].word == '0' ? 1 : 10;
  for (n->first = i; i < last && is_digit (n, i);)
    i++;
  n->end = i;
  return n->base > 1 && i == last && n->end - n->first <= MOST_DIGITS;
}

static void expect_digit (ft_machine *m, const ft_step_frame *f,
                          const number *n, size_t i) {
  ft_slot digit =
      ft_model_compute (m, FT_OP_USUB, 1, n->text.bytes[i], ft_slot_word ('0'));
  ft_model_expect (m, f, FT_OP_ULT, digit, ft_slot_word (n->base));
}

// What stands before it is as it is, and what is behind it no digit.
static bool shape_number (ft_machine *m, const ft_step_frame *f,
                          const number *n) {
  for (size_t i = 0; i < n->first; i++)
    ft_model_expect_equal (m, f, n->text.bytes[i], n->text.bytes[i].word);
  if (n->guessed)
    ft_model_expect_equal (m, f, n->text.bytes[n->first], '0');
  for (size_t i = n->first; i <= n->end; i++)
    expect_digit (m, f, n, i);
  if (n->first == n->end) // nor anything that a number may begin with
    ft_emit_pin (m, n->text.bytes, n->text.size);
  return true;
}

static ft_slot value_of (ft_machine *m, const number *n, unsigned bytes) {
  ft_slot value = ft_slot_word (0);
  for (size_t i = n->first; i < n->end; i++) {
    ft_slot digit = ft_model_compute (m, FT_OP_USUB, 8, n->text.bytes[i],
                                      ft_slot_word ('0'));
    value = ft_model_compute (m, FT_OP_UMUL, 8, value, ft_slot_word (n->base));
    value = ft_model_compute (m, FT_OP_UADD, 8, value, digit);
  }
  if (n->negative)
    value = ft_model_compute (m, FT_OP_USUB, 8, ft_slot_word (0), value);
  return bytes == 8 ? value : ft_emit_compute (m, FT_OP_COPY, bytes, &value, 1);
}

bool ft_model_shape_number (ft_machine *m, const ft_step_frame *f,
                            const ft_modelled *c) {
  number n;
  return parse_number (f, c, &n) && shape_number (m, f, &n);
}

bool ft_model_value_number (ft_machine *m, const ft_step_frame *f,
                            const ft_modelled *c, unsigned bytes,
                            ft_slot *result) {
  number n;
  if (!parse_number (f, c, &n))
    return false;
  *result = value_of (m, &n, bytes);
  return true;
}
