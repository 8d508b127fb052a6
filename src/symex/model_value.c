// What modelled functions return, and the branches that say that they go the
// same way (see 'model.h').
#include "symex/model.h"

ft_model_bytes ft_model_range (const ft_modelled *c, size_t i) {
  size_t first = c->ranges.begin[i];
  size_t end = i + 1 < c->ranges.size ? c->ranges.begin[i + 1] : c->bytes.size;
  return (ft_model_bytes){c->bytes.begin + first, end - first};
}

bool ft_model_knows (ft_model_bytes r) {
  for (size_t i = 0; i < r.size; i++)
    if (!r.bytes[i].known)
      return false;
  return true;
}

ft_slot ft_model_compute (ft_machine *m, enum ft_operator op, unsigned bytes,
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
void ft_model_expect (ft_machine *m, const ft_step_frame *f,
                      enum ft_operator op, ft_slot a, ft_slot b) {
  ft_slot two[2] = {a, b};
  uint64_t words[2] = {a.word, b.word}, outcome = 0;
  ft_operator_apply (op, 1, words, &outcome);
  ft_emit_branch (m, site_of (f), op, 1, outcome, two, 2);
}

void ft_model_expect_equal (ft_machine *m, const ft_step_frame *f, ft_slot a,
                            uint64_t word) {
  ft_model_expect (m, f, FT_OP_EQ, a, ft_slot_word (word));
}

// ---- texts -----------------------------------------------------------------

// Only the last byte of a text is zero.
static bool shape_text (ft_machine *m, const ft_step_frame *f,
                        ft_model_bytes r) {
  if (!ft_model_knows (r))
    return false;
  for (size_t i = 0; i < r.size; i++)
    ft_model_expect_equal (m, f, r.bytes[i], 0);
  return true;
}

static bool shape_texts (ft_machine *m, const ft_step_frame *f,
                         const ft_modelled *c) {
  bool fine = true;
  for (size_t i = 0; fine && i < c->ranges.size; i++)
    fine = shape_text (m, f, ft_model_range (c, i));
  return fine;
}

static bool shape_comparison (ft_machine *m, const ft_step_frame *f,
                              const ft_modelled *c, bool text) {
  if (c->ranges.size != 2)
    return false;
  ft_model_bytes a = ft_model_range (c, 0), b = ft_model_range (c, 1);
  if (a.size != b.size || !ft_model_knows (a) || !ft_model_knows (b))
    return false;
  for (size_t i = 0; i < a.size; i++) {
    ft_model_expect (m, f, FT_OP_EQ, a.bytes[i], b.bytes[i]);
    if (text)
      ft_model_expect_equal (m, f, a.bytes[i], 0);
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
  ft_model_bytes r = ft_model_range (c, 0);
  for (size_t i = 0; ft_model_knows (r) && i < r.size; i++) {
    ft_model_expect_equal (m, f, r.bytes[i], wanted);
    if (text && wanted)
      ft_model_expect_equal (m, f, r.bytes[i], 0);
  }
  return ft_model_knows (r);
}

// It has no blanks.
bool ft_model_word (ft_machine *m, const ft_step_frame *f,
                    const ft_modelled *c) {
  if (c->ranges.size != 1 || !ft_model_knows (ft_model_range (c, 0)))
    return false;
  ft_model_bytes r = ft_model_range (c, 0);
  for (size_t i = 0; i < r.size; i++)
    if (r.bytes[i].word > ' ')
      ft_model_expect (m, f, FT_OP_UGT, r.bytes[i], ft_slot_word (' '));
    else
      ft_model_expect_equal (m, f, r.bytes[i], r.bytes[i].word);
  return true;
}

// ---- all -------------------------------------------------------------------

static bool shape (ft_machine *m, const ft_step_frame *f,
                   const ft_modelled *c) {
  switch ((enum ft_routine)c->kind) {
  case FT_ROUTINE_NUMBER:
    return ft_model_shape_number (m, f, c);
  case FT_ROUTINE_LENGTH:
  case FT_ROUTINE_COPY_TEXT:
    return shape_texts (m, f, c);
  case FT_ROUTINE_COMPARE:
    return shape_comparison (m, f, c, false);
  case FT_ROUTINE_COMPARE_TEXT:
    return shape_comparison (m, f, c, true);
  case FT_ROUTINE_FIND:
    return shape_search (m, f, c, false);
  case FT_ROUTINE_FIND_TEXT:
    return shape_search (m, f, c, true);
  case FT_ROUTINE_COPY:
  case FT_ROUTINE_BYTE:
  case FT_ROUTINE_TOLD:
    return true;
  case FT_ROUTINE_NONE:
  case FT_ROUTINE_PLAIN:
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
  ft_model_bytes a = ft_model_range (c, 0), b = ft_model_range (c, 1);
  for (size_t i = 0; i < a.size; i++)
    if (a.bytes[i].word != b.bytes[i].word)
      return ft_model_compute (m, FT_OP_USUB, 4, a.bytes[i], b.bytes[i]);
  return ft_slot_word (0);
}

// Its address, if the last byte is what was looked for.
static bool found (const ft_step_frame *f, const ft_modelled *c,
                   ft_slot *result) {
  ft_model_bytes r = ft_model_range (c, 0);
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
  ft_model_bytes r = ft_model_range (c, 0);
  bool whole = r.size && !r.bytes[r.size - 1].word;
  return ft_slot_word (r.size - whole);
}

bool ft_model_result (ft_machine *m, const ft_step_frame *f,
                      const ft_modelled *c, ft_slot *result) {
  switch ((enum ft_routine)c->kind) {
  case FT_ROUTINE_NUMBER:
    return ft_model_value_number (m, f, c, result_bytes (f), result);
  case FT_ROUTINE_LENGTH:
    *result = c->ranges.size == 1 ? length (c) : FT_SLOT_UNKNOWN;
    return c->ranges.size == 1;
  case FT_ROUTINE_COMPARE:
  case FT_ROUTINE_COMPARE_TEXT:
    *result = difference (m, c);
    return true;
  case FT_ROUTINE_FIND:
  case FT_ROUTINE_FIND_TEXT:
    return found (f, c, result);
  case FT_ROUTINE_BYTE:
    *result = c->bytes.size == 1 ? c->bytes.begin[0] : FT_SLOT_UNKNOWN;
    return c->bytes.size <= 1;
  case FT_ROUTINE_TOLD:
    *result = ft_slot_word (ft_cut (c->result, 8 * result_bytes (f)));
    ft_emit_pin (m, c->bytes.begin, c->bytes.size);
    return true;
  case FT_ROUTINE_COPY:
  case FT_ROUTINE_COPY_TEXT:
    *result = FT_SLOT_UNKNOWN; // an address that was an argument
    return true;
  case FT_ROUTINE_NONE:
  case FT_ROUTINE_PLAIN:
    break;
  }
  return false;
}
