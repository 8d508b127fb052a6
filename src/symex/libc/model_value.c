// The branches that hold a modelled call on its path, and its result, by model
// ('model.h').
//
// The slow twin is the library itself: tests/unit/test_model.c.
#include <assert.h>

#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

ft_libc_bytes ft_libc_range (const ft_libc_call *c, size_t i) {
  assert (i < c->ranges.size);
  size_t first = c->ranges.begin[i];
  size_t end = i + 1 < c->ranges.size ? c->ranges.begin[i + 1] : c->bytes.size;
  return (ft_libc_bytes){c->bytes.begin + first, end - first};
}

bool ft_libc_bytes_are_known (ft_libc_bytes r) {
  for (size_t i = 0; i < r.size; i++)
    if (!r.bytes[i].known)
      return false;
  return true;
}

ft_value ft_libc_compute (ft_machine *m, enum ft_operator op, unsigned bytes,
                          ft_value a, ft_value b) {
  ft_value two[2] = {a, b};
  return ft_emit_compute (m, op, bytes, two, 2);
}

// The site of the call.
static ft_id site_of (const ft_exec_frame *f) {
  return f->call && f->call->site ? f->function->site + f->call->site - 1
                                  : FT_NO_ID;
}

bool ft_libc_branch (ft_machine *m, const ft_exec_frame *f, enum ft_operator op,
                     ft_value a, ft_value b) {
  ft_value two[2] = {a, b};
  uint64_t words[2] = {a.word, b.word}, outcome = 0;
  ft_operator_apply (op, 1, words, &outcome);
  ft_emit_branch (m, site_of (f), op, 1, outcome, two, 2);
  return outcome;
}

bool ft_libc_branch_equals (ft_machine *m, const ft_exec_frame *f, ft_value a,
                            uint64_t word) {
  return ft_libc_branch (m, f, FT_OP_EQ, a, ft_value_concrete (word));
}

// ---- texts -----------------------------------------------------------------

// Only the last byte of a text is zero, if any.
static bool constrain_text (ft_machine *m, const ft_exec_frame *f,
                            ft_libc_bytes r) {
  if (!ft_libc_bytes_are_known (r))
    return false;
  for (size_t i = 0; i < r.size; i++)
    ft_libc_branch_equals (m, f, r.bytes[i], 0);
  return true;
}

static bool constrain_texts (ft_machine *m, const ft_exec_frame *f,
                             const ft_libc_call *c) {
  bool fine = true;
  for (size_t i = 0; fine && i < c->ranges.size; i++)
    fine = constrain_text (m, f, ft_libc_range (c, i));
  return fine;
}

static bool constrain_comparison (ft_machine *m, const ft_exec_frame *f,
                                  const ft_libc_call *c, bool text) {
  if (c->ranges.size != 2)
    return false;
  bool folds = c->model == FT_LIBC_MODEL_COMPARE_FOLDED;
  ft_libc_bytes a = ft_libc_range (c, 0), b = ft_libc_range (c, 1);
  if (a.size != b.size || !ft_libc_bytes_are_known (a) ||
      !ft_libc_bytes_are_known (b))
    return false;
  for (size_t i = 0; i < a.size; i++) {
    ft_value x = a.bytes[i], y = b.bytes[i];
    ft_libc_branch (m, f, FT_OP_EQ, folds ? ft_libc_lower_case (m, x) : x,
                    folds ? ft_libc_lower_case (m, y) : y);
    if (text)
      ft_libc_branch_equals (m, f, a.bytes[i], 0);
  }
  return true;
}

// The byte that the function looks for is an argument, so it is concretized.
static bool constrain_search (ft_machine *m, const ft_exec_frame *f,
                              const ft_libc_call *c, bool text) {
  if (c->ranges.size != 1 || f->arguments.size < 2 ||
      !f->arguments.begin[1].known)
    return false;
  uint64_t wanted = f->arguments.begin[1].word & 0xff;
  ft_libc_bytes r = ft_libc_range (c, 0);
  for (size_t i = 0; ft_libc_bytes_are_known (r) && i < r.size; i++) {
    ft_libc_branch_equals (m, f, r.bytes[i], wanted);
    if (text && wanted)
      ft_libc_branch_equals (m, f, r.bytes[i], 0);
  }
  return ft_libc_bytes_are_known (r);
}

// ---- by model --------------------------------------------------------------

static bool find_number (const ft_exec_frame *f, const ft_libc_call *c,
                         ft_libc_number *n) {
  uint64_t base = 10;
  if (f->arguments.size >= 3 && !f->arguments.begin[2].known)
    return false;
  if (f->arguments.size >= 3) // strtol; atoi has one argument
    base = f->arguments.begin[2].word;
  return c->result_known && c->ranges.size == 1 &&
         ft_libc_find_number (ft_libc_range (c, 0), base, n);
}

static bool constrain_number (ft_machine *m, const ft_exec_frame *f,
                              const ft_libc_call *c) {
  ft_libc_number n;
  if (!find_number (f, c, &n))
    return false;
  ft_libc_constrain_number (m, f, &n);
  return true;
}

static bool constrain_recorded_result (ft_machine *m, const ft_exec_frame *f,
                                       ft_libc_call *c) {
  switch ((unsigned)c->model) {
  case FT_LIBC_MODEL_NUMBER:
    return constrain_number (m, f, c);
  case FT_LIBC_MODEL_SCAN:
  case FT_LIBC_MODEL_SCAN_STREAM:
  case FT_LIBC_MODEL_EXTRACT:
    return ft_libc_constrain_scan (m, f, c);
  case FT_LIBC_MODEL_EXTRACT_LINE:
    return ft_libc_constrain_extracted (m, f, c);
  case FT_LIBC_MODEL_LINE:
  case FT_LIBC_MODEL_LINE_TO:
    return ft_libc_constrain_line (m, f, c);
  case FT_LIBC_MODEL_COMPARE_FOLDED:
    return c->result_known && constrain_comparison (m, f, c, true);
  case FT_LIBC_MODEL_FIND_LAST:
    return ft_libc_constrain_last (m, f, c);
  case FT_LIBC_MODEL_SPAN:
  case FT_LIBC_MODEL_SPAN_OTHERS:
  case FT_LIBC_MODEL_FIND_ANY:
    return ft_libc_constrain_span (m, f, c);
  case FT_LIBC_MODEL_SEARCH:
  case FT_LIBC_MODEL_SEARCH_FOLDED:
  case FT_LIBC_MODEL_SEARCH_BYTES:
    return ft_libc_constrain_search (m, f, c);
  case FT_LIBC_MODEL_TOKEN:
  case FT_LIBC_MODEL_TOKEN_EACH:
    return ft_libc_constrain_token (m, f, c);
  }
  return false;
}

static bool constrain_call (ft_machine *m, const ft_exec_frame *f,
                            ft_libc_call *c) {
  switch ((unsigned)c->model) {
  case FT_LIBC_MODEL_LENGTH:
  case FT_LIBC_MODEL_COPY_TEXT:
    return constrain_texts (m, f, c);
  case FT_LIBC_MODEL_COMPARE:
    return constrain_comparison (m, f, c, false);
  case FT_LIBC_MODEL_COMPARE_TEXT:
    return constrain_comparison (m, f, c, true);
  case FT_LIBC_MODEL_FIND:
    return constrain_search (m, f, c, false);
  case FT_LIBC_MODEL_FIND_TEXT:
    return constrain_search (m, f, c, true);
  case FT_LIBC_MODEL_COPY:
  case FT_LIBC_MODEL_BYTE:
    return true;
  }
  return constrain_recorded_result (m, f, c);
}

bool ft_libc_constrain (ft_machine *m, const ft_exec_frame *f,
                        ft_libc_call *c) {
  bool fine = c->constrained || constrain_call (m, f, c);
  c->constrained = fine;
  return fine;
}

static unsigned result_bytes (const ft_exec_frame *f) {
  return f->call && f->call->width ? ft_bytes_of_width (f->call->width) : 8;
}

static uint64_t fold (ft_value byte) {
  bool capital = byte.word - 'A' < 26;
  return byte.word + (capital ? 'a' - 'A' : 0);
}

// The difference of the first bytes that differ, or 0.
static ft_value difference (ft_machine *m, const ft_libc_call *c) {
  bool folds = c->model == FT_LIBC_MODEL_COMPARE_FOLDED;
  ft_libc_bytes a = ft_libc_range (c, 0), b = ft_libc_range (c, 1);
  size_t i = 0;
  while (i < a.size && (a.bytes[i].word == b.bytes[i].word ||
                        (folds && fold (a.bytes[i]) == fold (b.bytes[i]))))
    i++;
  if (i == a.size)
    return ft_value_concrete (0);
  ft_value x = a.bytes[i], y = b.bytes[i];
  return ft_libc_compute (m, FT_OP_USUB, 4,
                          folds ? ft_libc_lower_case (m, x) : x,
                          folds ? ft_libc_lower_case (m, y) : y);
}

// The address of the last byte, if that is the one that was looked for.
static bool found_address (const ft_exec_frame *f, const ft_libc_call *c,
                           ft_value *result) {
  ft_libc_bytes r = ft_libc_range (c, 0);
  uint64_t wanted = f->arguments.begin[1].word & 0xff;
  *result = f->arguments.begin[0];
  result->symbol = 0; // arguments are concretized
  if (r.size && r.bytes[r.size - 1].word == wanted)
    result->word += r.size - 1;
  else
    *result = ft_value_concrete (0);
  return !result->object;
}

static ft_value length (const ft_libc_call *c) {
  ft_libc_bytes r = ft_libc_range (c, 0);
  bool whole = r.size && !r.bytes[r.size - 1].word;
  return ft_value_concrete (r.size - whole);
}

// The recorded result, or the expression that computes it.
static bool recorded_result (ft_machine *m, const ft_exec_frame *f,
                             const ft_libc_call *c, ft_value *result) {
  uint64_t word = ft_low_bits (c->result, 8 * result_bytes (f));
  ft_libc_number n;
  *result = ft_value_concrete (word);
  if (c->model == FT_LIBC_MODEL_NUMBER) {
    if (!find_number (f, c, &n))
      return false;
    *result = ft_libc_number_value (m, &n, result_bytes (f));
  } else if (c->model == FT_LIBC_MODEL_COMPARE_FOLDED)
    *result = difference (m, c);
  else if (c->model == FT_LIBC_MODEL_RECORDED_RESULT)
    ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_MODEL, c->bytes.begin,
                        c->bytes.size);
  if (c->returns_stream) { // also of a call that has left its model
    *result = f->arguments.size ? f->arguments.begin[0] : FT_VALUE_UNKNOWN;
    result->symbol = 0; // arguments are concretized
    return c->result_known && !result->object;
  }
  return c->result_known && result->word == word;
}

bool ft_libc_result (ft_machine *m, const ft_exec_frame *f,
                     const ft_libc_call *c, ft_value *result) {
  switch ((unsigned)c->model) {
  case FT_LIBC_MODEL_LENGTH:
    *result = c->ranges.size == 1 ? length (c) : FT_VALUE_UNKNOWN;
    return c->ranges.size == 1;
  case FT_LIBC_MODEL_COMPARE:
  case FT_LIBC_MODEL_COMPARE_TEXT:
    *result = difference (m, c);
    return true;
  case FT_LIBC_MODEL_FIND:
  case FT_LIBC_MODEL_FIND_TEXT:
    return found_address (f, c, result);
  case FT_LIBC_MODEL_BYTE:
    *result = c->bytes.size == 1 ? c->bytes.begin[0] : FT_VALUE_UNKNOWN;
    return c->bytes.size <= 1;
  case FT_LIBC_MODEL_COPY:
  case FT_LIBC_MODEL_COPY_TEXT:
    *result = FT_VALUE_UNKNOWN; // an address, which the arguments decide
    return true;
  }
  return c->model >= FT_LIBC_MODEL_RECORDED_RESULT &&
         recorded_result (m, f, c, result);
}
