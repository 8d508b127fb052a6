// Functions that look through texts, as the library does it, but that each
// comparison is a branch (see 'model.h').  What is looked for, and the sets of
// separators, are as they are.
//
// The slow twin is the library itself: tests/unit/test_model.c.

#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

// A range that has its recorded bytes.
static ft_libc_bytes pinned_range (ft_machine *m, const ft_libc_call *c,
                                    size_t i) {
  ft_libc_bytes r = ft_libc_range (c, i);
  ft_emit_concretize (m, r.bytes, r.size);
  return r;
}

static bool returns (const ft_libc_call *c, uint64_t result) {
  return c->told && c->result == result;
}

// ---- sets ------------------------------------------------------------------

// The bytes of a text, its end not.
static bool set_of (ft_libc_bytes text, ft_libc_charset *s) {
  *s = (ft_libc_charset){{false}};
  if (!ft_libc_bytes_are_known (text) || !text.size || text.bytes[text.size - 1].word)
    return false;
  for (size_t i = 0; i + 1 < text.size; i++)
    s->has[text.bytes[i].word & 0xff] = true;
  return true;
}

// All bytes but the last one are in the set, or are not, as 'inside' says; that
// one is otherwise.
static bool shape_stretch (ft_machine *m, const ft_exec_frame *f,
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
  if (c->ranges.size != 2 || !set_of (pinned_range (m, c, 0), &s))
    return false;
  ft_libc_bytes text = ft_libc_range (c, 1);
  bool inside = c->kind == FT_LIBC_MODEL_SPAN;
  s.has[0] = !inside;
  if (!ft_libc_bytes_are_known (text) || !shape_stretch (m, f, text, &s, inside))
    return false;
  if (c->kind != FT_LIBC_MODEL_FIND_ANY)
    return returns (c, text.size - 1);
  bool none = ft_libc_branch_equals (m, f, text.bytes[text.size - 1], 0);
  return c->told && none == !c->result;
}

// ---- tokens ----------------------------------------------------------------

static ft_libc_bytes behind (ft_libc_bytes text, size_t n) {
  return (ft_libc_bytes){text.bytes + n, text.size - n};
}

// Separators before it; 'text' is what follows then.
static bool shape_separators (ft_machine *m, const ft_exec_frame *f,
                              const ft_libc_charset *s, ft_libc_bytes *text) {
  size_t i = 0;
  while (i < text->size && ft_libc_charset_branch (m, f, text->bytes[i], s))
    i++;
  *text = behind (*text, i);
  return text->size;
}

// Where the token goes on is kept in memory, whose address is known.
bool ft_libc_constrain_token (ft_machine *m, const ft_exec_frame *f,
                           const ft_libc_call *c) {
  size_t n = c->ranges.size;
  ft_libc_charset s;
  for (size_t i = 0; i + 1 < n; i++)
    pinned_range (m, c, i);
  if (n < 2 || !set_of (ft_libc_range (c, n - 2), &s))
    return false;
  ft_libc_bytes text = ft_libc_range (c, n - 1);
  if (!ft_libc_bytes_are_known (text))
    return false;
  if (c->kind == FT_LIBC_MODEL_TOKEN) {
    if (!shape_separators (m, f, &s, &text))
      return false;
    if (ft_libc_branch_equals (m, f, text.bytes[0], 0))
      return text.size == 1 && returns (c, 0);
  }
  s.has[0] = true;
  if (!shape_stretch (m, f, text, &s, false))
    return false;
  ft_libc_branch_equals (m, f, text.bytes[text.size - 1], 0);
  return c->told && c->result;
}

// ---- a text in a text ------------------------------------------------------

enum { MOST_COMPARISONS = 4096 };

static ft_value differ (ft_machine *m, const ft_libc_call *c, ft_value a,
                       ft_value b) {
  if (c->kind == FT_LIBC_MODEL_SEARCH_FOLDED) {
    a = ft_libc_lower_case (m, a);
    b = ft_libc_lower_case (m, b);
  }
  return ft_libc_compute (m, FT_OP_NE, 1, a, b);
}

// Whether the text is not at the begin of the other one, as a branch.
static bool is_elsewhere (ft_machine *m, const ft_exec_frame *f,
                          const ft_libc_call *c, ft_libc_bytes text,
                          ft_libc_bytes what) {
  ft_value other = ft_value_concrete (0);
  for (size_t k = 0; k < what.size; k++) {
    ft_value one = differ (m, c, text.bytes[k], what.bytes[k]);
    if (!ft_is_symbolic (m, &one) && one.word) // whatever the others are
      return true;
    other = ft_libc_compute (m, FT_OP_OR, 1, other, one);
  }
  return ft_libc_branch (m, f, FT_OP_NE, other, ft_value_concrete (0));
}

// Behind the begin of the text nothing was read that it could be in.
bool ft_libc_constrain_search (ft_machine *m, const ft_exec_frame *f,
                            const ft_libc_call *c) {
  bool bytes = c->kind == FT_LIBC_MODEL_SEARCH_BYTES;
  if (c->ranges.size != 2 || !c->told)
    return false;
  ft_libc_bytes what = pinned_range (m, c, bytes ? 1 : 0);
  ft_libc_bytes text = ft_libc_range (c, bytes ? 0 : 1);
  if (!ft_libc_bytes_are_known (what) || !ft_libc_bytes_are_known (text) || !what.size)
    return false;
  what.size -= !bytes; // its end
  if (!what.size || text.size * what.size > MOST_COMPARISONS)
    return false;
  size_t places = text.size < what.size ? 0 : text.size - what.size + 1, i = 0;
  while (i < places && is_elsewhere (m, f, c, behind (text, i), what))
    i++;
  for (size_t k = 0; !bytes && k < text.size; k++)
    if (ft_libc_branch_equals (m, f, text.bytes[k], 0) !=
        (i == places && k + 1 == text.size))
      return false;
  return i == places ? !c->result : c->result && i + 1 == places;
}

// ---- others ----------------------------------------------------------------

// The byte that is looked for was an argument, and is pinned.
bool ft_libc_constrain_last (ft_machine *m, const ft_exec_frame *f,
                          const ft_libc_call *c) {
  if (c->ranges.size != 1 || !c->told || f->arguments.size < 2 ||
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

// What it has read before says where the line goes.  Of one that is too long
// nothing was read.
bool ft_libc_constrain_line (ft_machine *m, const ft_exec_frame *f,
                          const ft_libc_call *c) {
  bool given = c->kind == FT_LIBC_MODEL_LINE_TO;
  if (!c->told || c->ranges.size != c->before + 1 ||
      (given && (f->arguments.size < 3 || !f->arguments.begin[2].known)))
    return false;
  for (size_t i = 0; i < c->before; i++)
    pinned_range (m, c, i);
  uint64_t end = given ? f->arguments.begin[2].word & 0xff : '\n';
  ft_libc_bytes line = ft_libc_range (c, c->before);
  if (!ft_libc_bytes_are_known (line))
    return false;
  for (size_t i = 0; i + 1 < line.size; i++)
    if (ft_libc_branch_equals (m, f, line.bytes[i], end))
      return false;
  ft_value last = line.bytes[line.size - 1];
  return last.word != end || ft_libc_branch_equals (m, f, last, end);
}

// ---- model set -------------------------------------------------------------

// Sets of bytes, and letters without case (see 'model.h').

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
