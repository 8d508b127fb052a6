// Functions that look through texts, as the library does it, but that each
// comparison is a branch (see 'model.h').  What is looked for, and the sets of
// separators, are as they are.
//
// The slow twin is the library itself: tests/unit/test_model.c.
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
