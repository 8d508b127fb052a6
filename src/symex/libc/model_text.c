// Functions that look through texts ('model.h'): the library's algorithm, with
// a branch for each comparison of a byte.  The text that a function looks for,
// and the sets of separators, are concretized.  Then sets of bytes, and letters
// without case.
//
// The slow twin is the library itself: tests/unit/test_model.c.

#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

// A range, concretized.
static ft_libc_bytes concretized_range (ft_machine *m, const ft_libc_call *c,
                                        size_t i) {
  ft_libc_bytes r = ft_libc_range (c, i);
  ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_MODEL, r.bytes, r.size);
  return r;
}

static bool has_result (const ft_libc_call *c, uint64_t result) {
  return c->result_known && c->result == result;
}

// ---- sets ------------------------------------------------------------------

// The bytes of a text without the zero at its end.
static bool set_of (ft_libc_bytes text, ft_libc_charset *s) {
  *s = (ft_libc_charset){{false}};
  if (!ft_libc_bytes_are_known (text) || !text.size ||
      text.bytes[text.size - 1].word)
    return false;
  for (size_t i = 0; i + 1 < text.size; i++)
    s->has[text.bytes[i].word & 0xff] = true;
  return true;
}

// With 'inside' all bytes but the last one are in the set, and the last one is
// not; else the reverse.
static bool constrain_range (ft_machine *m, const ft_exec_frame *f,
                             ft_libc_bytes text, const ft_libc_charset *s,
                             bool inside) {
  for (size_t i = 0; i < text.size; i++)
    if (ft_libc_charset_branch (m, f, text.bytes[i], s) !=
        (i + 1 < text.size ? inside : !inside))
      return false;
  return text.size;
}

bool ft_libc_constrain_span (ft_machine *m, const ft_exec_frame *f,
                             const ft_libc_call *c) {
  ft_libc_charset s;
  if (c->ranges.size != 2 || !set_of (concretized_range (m, c, 0), &s))
    return false;
  ft_libc_bytes text = ft_libc_range (c, 1);
  bool inside = c->model == FT_LIBC_MODEL_SPAN;
  s.has[0] = !inside;
  if (!ft_libc_bytes_are_known (text) ||
      !constrain_range (m, f, text, &s, inside))
    return false;
  if (c->model != FT_LIBC_MODEL_FIND_ANY)
    return has_result (c, text.size - 1);
  bool none = ft_libc_branch_equals (m, f, text.bytes[text.size - 1], 0);
  return c->result_known && none == !c->result;
}

// ---- tokens ----------------------------------------------------------------

static ft_libc_bytes bytes_behind (ft_libc_bytes text, size_t n) {
  return (ft_libc_bytes){text.bytes + n, text.size - n};
}

// The separators before a token; '*text' becomes the rest of the text.
static bool constrain_separators (ft_machine *m, const ft_exec_frame *f,
                                  const ft_libc_charset *s,
                                  ft_libc_bytes *text) {
  size_t i = 0;
  while (i < text->size && ft_libc_charset_branch (m, f, text->bytes[i], s))
    i++;
  *text = bytes_behind (*text, i);
  return text->size;
}

// The last two ranges are the separators and the text; those before them are
// the memory in which the function keeps where to go on.
bool ft_libc_constrain_token (ft_machine *m, const ft_exec_frame *f,
                              const ft_libc_call *c) {
  size_t n = c->ranges.size;
  ft_libc_charset s;
  for (size_t i = 0; i + 1 < n; i++)
    concretized_range (m, c, i);
  if (n < 2 || !set_of (ft_libc_range (c, n - 2), &s))
    return false;
  ft_libc_bytes text = ft_libc_range (c, n - 1);
  if (!ft_libc_bytes_are_known (text))
    return false;
  if (c->model == FT_LIBC_MODEL_TOKEN) {
    if (!constrain_separators (m, f, &s, &text))
      return false;
    if (ft_libc_branch_equals (m, f, text.bytes[0], 0))
      return text.size == 1 && has_result (c, 0);
  }
  s.has[0] = true;
  if (!constrain_range (m, f, text, &s, false))
    return false;
  ft_libc_branch_equals (m, f, text.bytes[text.size - 1], 0);
  return c->result_known && c->result;
}

// ---- a text in a text ------------------------------------------------------

enum { MOST_COMPARISONS = 4096 };

static ft_value differ (ft_machine *m, const ft_libc_call *c, ft_value a,
                        ft_value b) {
  if (c->model == FT_LIBC_MODEL_SEARCH_FOLDED) {
    a = ft_libc_lower_case (m, a);
    b = ft_libc_lower_case (m, b);
  }
  return ft_libc_compute (m, FT_OP_NE, 1, a, b);
}

// Whether 'text' does not begin with 'what', as a branch.
static bool is_elsewhere (ft_machine *m, const ft_exec_frame *f,
                          const ft_libc_call *c, ft_libc_bytes text,
                          ft_libc_bytes what) {
  ft_value other = ft_value_concrete (0);
  for (size_t k = 0; k < what.size; k++) {
    ft_value one = differ (m, c, text.bytes[k], what.bytes[k]);
    if (!ft_is_symbolic (m, &one) && one.word) // whatever the other bytes are
      return true;
    other = ft_libc_compute (m, FT_OP_OR, 1, other, one);
  }
  return ft_libc_branch (m, f, FT_OP_NE, other, ft_value_concrete (0));
}

// The text was read up to the end of the first occurrence, so only the last
// place can hold one.
bool ft_libc_constrain_search (ft_machine *m, const ft_exec_frame *f,
                               const ft_libc_call *c) {
  bool bytes = c->model == FT_LIBC_MODEL_SEARCH_BYTES;
  if (c->ranges.size != 2 || !c->result_known)
    return false;
  ft_libc_bytes what = concretized_range (m, c, bytes ? 1 : 0);
  ft_libc_bytes text = ft_libc_range (c, bytes ? 0 : 1);
  if (!ft_libc_bytes_are_known (what) || !ft_libc_bytes_are_known (text) ||
      !what.size)
    return false;
  what.size -= !bytes; // the zero at its end
  if (!what.size || text.size * what.size > MOST_COMPARISONS)
    return false;
  size_t places = text.size < what.size ? 0 : text.size - what.size + 1, i = 0;
  while (i < places && is_elsewhere (m, f, c, bytes_behind (text, i), what))
    i++;
  for (size_t k = 0; !bytes && k < text.size; k++)
    if (ft_libc_branch_equals (m, f, text.bytes[k], 0) !=
        (i == places && k + 1 == text.size))
      return false;
  return i == places ? !c->result : c->result && i + 1 == places;
}

// ---- the last byte, and lines ----------------------------------------------

// The byte that the function looks for is an argument, so it is concretized.
bool ft_libc_constrain_last (ft_machine *m, const ft_exec_frame *f,
                             const ft_libc_call *c) {
  if (c->ranges.size != 1 || !c->result_known || f->arguments.size < 2 ||
      !f->arguments.begin[1].known)
    return false;
  ft_libc_bytes text = ft_libc_range (c, 0);
  uint64_t wanted = f->arguments.begin[1].word & 0xff;
  if (!ft_libc_bytes_are_known (text))
    return false;
  for (size_t i = 0; i < text.size; i++)
    if (ft_libc_branch_equals (m, f, text.bytes[i], 0) != (i + 1 == text.size))
      return false;
  for (size_t i = text.size; i-- > 0;)
    if (ft_libc_branch_equals (m, f, text.bytes[i], wanted))
      return c->result;
  return !c->result;
}

// The ranges before the record of the result say where the line is stored.  A
// line that is too long to be recorded has no range.
bool ft_libc_constrain_line (ft_machine *m, const ft_exec_frame *f,
                             const ft_libc_call *c) {
  bool given = c->model == FT_LIBC_MODEL_LINE_TO;
  if (!c->result_known || c->ranges.size != c->ranges_before + 1 ||
      (given && (f->arguments.size < 3 || !f->arguments.begin[2].known)))
    return false;
  for (size_t i = 0; i < c->ranges_before; i++)
    concretized_range (m, c, i);
  uint64_t end = given ? f->arguments.begin[2].word & 0xff : '\n';
  ft_libc_bytes line = ft_libc_range (c, c->ranges_before);
  if (!ft_libc_bytes_are_known (line))
    return false;
  for (size_t i = 0; i + 1 < line.size; i++)
    if (ft_libc_branch_equals (m, f, line.bytes[i], end))
      return false;
  ft_value last = line.bytes[line.size - 1];
  return last.word != end || ft_libc_branch_equals (m, f, last, end);
}

// ---- sets of bytes ---------------------------------------------------------

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

// Whether the byte is one of 'count' from 'first' on.
static ft_value is_within (ft_machine *m, ft_value byte, unsigned first,
                           unsigned count) {
  if (count == 256)
    return ft_value_concrete (1);
  if (count == 1)
    return ft_libc_compute (m, FT_OP_EQ, 1, byte, ft_value_concrete (first));
  if (first)
    byte = ft_libc_compute (m, FT_OP_USUB, 1, byte, ft_value_concrete (first));
  return ft_libc_compute (m, FT_OP_ULT, 1, byte, ft_value_concrete (count));
}

// The next interval of the set from '*first' on; false if there is none.
static bool next_interval (const ft_libc_charset *s, unsigned *first,
                           unsigned *count) {
  while (*first < 256 && !s->has[*first])
    ++*first;
  for (*count = 0; *first + *count < 256 && s->has[*first + *count];)
    ++*count;
  return *count;
}

ft_value ft_libc_charset_contains (ft_machine *m, ft_value byte,
                                   const ft_libc_charset *s) {
  ft_value in = ft_value_concrete (0);
  bool any = false;
  for (unsigned first = 0, n; next_interval (s, &first, &n); first += n) {
    ft_value part = is_within (m, byte, first, n);
    in = any ? ft_libc_compute (m, FT_OP_OR, 1, in, part) : part;
    any = true;
  }
  return in;
}

static ft_libc_charset complement (const ft_libc_charset *s) {
  ft_libc_charset o;
  for (unsigned i = 0; i < 256; i++)
    o.has[i] = !s->has[i];
  return o;
}

// One comparison if the set is one interval.
bool ft_libc_charset_branch (ft_machine *m, const ft_exec_frame *f,
                             ft_value byte, const ft_libc_charset *s) {
  unsigned first = 0, n, none;
  bool any = next_interval (s, &first, &n);
  unsigned rest = first + n;
  if (any && n < 256 && !next_interval (s, &rest, &none)) {
    byte = ft_libc_compute (m, FT_OP_USUB, 1, byte, ft_value_concrete (first));
    return ft_libc_branch (m, f, FT_OP_ULT, byte, ft_value_concrete (n));
  }
  ft_libc_charset outside = complement (s);
  bool most = s->has[255]; // then ask for the complement
  ft_value in = ft_libc_charset_contains (m, byte, most ? &outside : s);
  return ft_libc_branch (m, f, most ? FT_OP_EQ : FT_OP_NE, in,
                         ft_value_concrete (0));
}

ft_value ft_libc_lower_case (ft_machine *m, ft_value byte) {
  ft_value capital = is_within (m, byte, 'A', 26);
  ft_value more = ft_libc_compute (m, FT_OP_UMUL, 1, capital,
                                   ft_value_concrete ('a' - 'A'));
  return ft_libc_compute (m, FT_OP_UADD, 1, byte, more);
}
