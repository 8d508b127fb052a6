// What modelled functions return, and the branches that say that they go the
// same way (see 'model.h').
#include "symex/model.h"

typedef struct range {
  const ft_slot *bytes;
  size_t size;
} range;

static range range_of (const ft_modelled *c, size_t i) {
  size_t first = c->ranges.begin[i];
  size_t end = i + 1 < c->ranges.size ? c->ranges.begin[i + 1] : c->bytes.size;
  return (range){c->bytes.begin + first, end - first};
}

static bool all_known (range r) {
  for (size_t i = 0; i < r.size; i++)
    if (!r.bytes[i].known)
      return false;
  return true;
}

static ft_slot compute (ft_machine *m, enum ft_operator op, unsigned bytes,
                        ft_slot a, ft_slot b) {
  ft_slot two[2] = {a, b};
  return ft_emit_compute (m, op, bytes, two, 2);
}

// Of the call.
static ft_id site_of (const ft_step_frame *f) {
  return f->call && f->call->site ? f->function->site + f->call->site - 1
                                  : FT_NO_ID;
}

// A comparison comes out as it does.
static void expect (ft_machine *m, const ft_step_frame *f, enum ft_operator op,
                    ft_slot a, ft_slot b) {
  ft_slot two[2] = {a, b};
  uint64_t words[2] = {a.word, b.word}, outcome = 0;
  ft_operator_apply (op, 1, words, &outcome);
  ft_emit_branch (m, site_of (f), op, 1, outcome, two, 2);
}

static void expect_equal (ft_machine *m, const ft_step_frame *f, ft_slot a,
                          uint64_t word) {
  expect (m, f, FT_OP_EQ, a, ft_slot_word (word));
}

// ---- texts -----------------------------------------------------------------

// Only the last byte of a text is zero.
static bool shape_text (ft_machine *m, const ft_step_frame *f, range r) {
  if (!all_known (r))
    return false;
  for (size_t i = 0; i < r.size; i++)
    expect_equal (m, f, r.bytes[i], 0);
  return true;
}

static bool shape_texts (ft_machine *m, const ft_step_frame *f,
                         const ft_modelled *c) {
  bool fine = true;
  for (size_t i = 0; fine && i < c->ranges.size; i++)
    fine = shape_text (m, f, range_of (c, i));
  return fine;
}

static bool shape_comparison (ft_machine *m, const ft_step_frame *f,
                              const ft_modelled *c, bool text) {
  if (c->ranges.size != 2)
    return false;
  range a = range_of (c, 0), b = range_of (c, 1);
  if (a.size != b.size || !all_known (a) || !all_known (b))
    return false;
  for (size_t i = 0; i < a.size; i++) {
    expect (m, f, FT_OP_EQ, a.bytes[i], b.bytes[i]);
    if (text)
      expect_equal (m, f, a.bytes[i], 0);
  }
  return true;
}

// The byte that is looked for was an argument, and is pinned.
static bool shape_search (ft_machine *m, const ft_step_frame *f,
                          const ft_modelled *c, bool text) {
  if (c->ranges.size != 1 || f->arguments.size < 2 ||
      !f->arguments.begin[1].known)
    return false;
  uint64_t wanted = f->arguments.begin[1].word & 0xff;
  range r = range_of (c, 0);
  for (size_t i = 0; all_known (r) && i < r.size; i++) {
    expect_equal (m, f, r.bytes[i], wanted);
    if (text && wanted)
      expect_equal (m, f, r.bytes[i], 0);
  }
  return all_known (r);
}

// ---- numbers ---------------------------------------------------------------

enum { MOST_DIGITS = 18 }; // of any base up to 10, that fit into 63 bits

typedef struct number {
  range text;
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
  if (c->kind == FT_MODEL_SCAN || f->arguments.size < 3) // atoi
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
  n->text = range_of (c, 0);
  if (!all_known (n->text) || !n->text.size)
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
      compute (m, FT_OP_USUB, 1, n->text.bytes[i], ft_slot_word ('0'));
  expect (m, f, FT_OP_ULT, digit, ft_slot_word (n->base));
}

// What stands before it is as it is, and what is behind it no digit.
static bool shape_number (ft_machine *m, const ft_step_frame *f,
                          const number *n) {
  for (size_t i = 0; i < n->first; i++)
    expect_equal (m, f, n->text.bytes[i], n->text.bytes[i].word);
  if (n->guessed)
    expect_equal (m, f, n->text.bytes[n->first], '0');
  for (size_t i = n->first; i <= n->end; i++)
    expect_digit (m, f, n, i);
  if (n->first == n->end) // nor anything that a number may begin with
    ft_emit_pin (m, n->text.bytes, n->text.size);
  return true;
}

static ft_slot value_of (ft_machine *m, const number *n, unsigned bytes) {
  ft_slot value = ft_slot_word (0);
  for (size_t i = n->first; i < n->end; i++) {
    ft_slot digit =
        compute (m, FT_OP_USUB, 8, n->text.bytes[i], ft_slot_word ('0'));
    value = compute (m, FT_OP_UMUL, 8, value, ft_slot_word (n->base));
    value = compute (m, FT_OP_UADD, 8, value, digit);
  }
  if (n->negative)
    value = compute (m, FT_OP_USUB, 8, ft_slot_word (0), value);
  return bytes == 8 ? value : ft_emit_compute (m, FT_OP_COPY, bytes, &value, 1);
}

bool ft_model_number (ft_machine *m, const ft_step_frame *f,
                      const ft_modelled *c, unsigned bytes, ft_slot *result) {
  number n;
  if (!parse_number (f, c, &n) || !shape_number (m, f, &n))
    return false;
  *result = value_of (m, &n, bytes);
  return true;
}

// It has no blanks.
bool ft_model_word (ft_machine *m, const ft_step_frame *f,
                    const ft_modelled *c) {
  if (c->ranges.size != 1 || !all_known (range_of (c, 0)))
    return false;
  range r = range_of (c, 0);
  for (size_t i = 0; i < r.size; i++)
    if (r.bytes[i].word > ' ')
      expect (m, f, FT_OP_UGT, r.bytes[i], ft_slot_word (' '));
    else
      expect_equal (m, f, r.bytes[i], r.bytes[i].word);
  return true;
}

// ---- both ------------------------------------------------------------------

static bool shape (ft_machine *m, const ft_step_frame *f,
                   const ft_modelled *c) {
  number n;
  switch ((enum ft_model)c->kind) {
  case FT_MODEL_NUMBER:
    return parse_number (f, c, &n) && shape_number (m, f, &n);
  case FT_MODEL_LENGTH:
  case FT_MODEL_COPY_TEXT:
    return shape_texts (m, f, c);
  case FT_MODEL_COMPARE:
    return shape_comparison (m, f, c, false);
  case FT_MODEL_COMPARE_TEXT:
    return shape_comparison (m, f, c, true);
  case FT_MODEL_FIND:
    return shape_search (m, f, c, false);
  case FT_MODEL_FIND_TEXT:
    return shape_search (m, f, c, true);
  case FT_MODEL_COPY:
  case FT_MODEL_BYTE:
  case FT_MODEL_SCAN:
    return true;
  case FT_MODEL_NONE:
  case FT_MODEL_PLAIN:
    break;
  }
  return false;
}

bool ft_model_shape (ft_machine *m, const ft_step_frame *f, ft_modelled *c) {
  bool fine = c->shaped || shape (m, f, c);
  c->shaped = fine;
  return fine;
}

static unsigned result_bytes (const ft_step_frame *f) {
  return f->call && f->call->width ? ft_bytes_of (f->call->width) : 8;
}

static ft_slot difference (ft_machine *m, const ft_modelled *c) {
  range a = range_of (c, 0), b = range_of (c, 1);
  for (size_t i = 0; i < a.size; i++)
    if (a.bytes[i].word != b.bytes[i].word)
      return compute (m, FT_OP_USUB, 4, a.bytes[i], b.bytes[i]);
  return ft_slot_word (0);
}

// Its address, if the last byte is what was looked for.
static bool found (const ft_step_frame *f, const ft_modelled *c,
                   ft_slot *result) {
  range r = range_of (c, 0);
  uint64_t wanted = f->arguments.begin[1].word & 0xff;
  *result = f->arguments.begin[0];
  result->taint = 0; // as all arguments it is pinned
  if (r.size && r.bytes[r.size - 1].word == wanted)
    result->word += r.size - 1;
  else
    *result = ft_slot_word (0);
  return !result->object;
}

static ft_slot length (const ft_modelled *c) {
  range r = range_of (c, 0);
  bool whole = r.size && !r.bytes[r.size - 1].word;
  return ft_slot_word (r.size - whole);
}

bool ft_model_result (ft_machine *m, const ft_step_frame *f,
                      const ft_modelled *c, ft_slot *result) {
  number n;
  switch ((enum ft_model)c->kind) {
  case FT_MODEL_NUMBER:
    if (!parse_number (f, c, &n))
      return false;
    *result = value_of (m, &n, result_bytes (f));
    return true;
  case FT_MODEL_LENGTH:
    *result = c->ranges.size == 1 ? length (c) : FT_SLOT_UNKNOWN;
    return c->ranges.size == 1;
  case FT_MODEL_COMPARE:
  case FT_MODEL_COMPARE_TEXT:
    *result = difference (m, c);
    return true;
  case FT_MODEL_FIND:
  case FT_MODEL_FIND_TEXT:
    return found (f, c, result);
  case FT_MODEL_BYTE:
    *result = c->bytes.size == 1 ? c->bytes.begin[0] : FT_SLOT_UNKNOWN;
    return c->bytes.size <= 1;
  case FT_MODEL_SCAN:
    *result = ft_slot_word (c->result);
    ft_emit_pin (m, c->bytes.begin, c->bytes.size);
    return true;
  case FT_MODEL_COPY:
  case FT_MODEL_COPY_TEXT:
    *result = FT_SLOT_UNKNOWN; // an address that was an argument
    return true;
  case FT_MODEL_NONE:
  case FT_MODEL_PLAIN:
    break;
  }
  return false;
}
