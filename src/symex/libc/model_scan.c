// scanf ('model.h'): the library's algorithm, with a branch for each comparison
// of a byte.  The model covers the conversions %d, %i, %u, %o, %x, %c, %s, %[
// and %n; a call with any other one leaves it.
//
// The slow twin is the library itself: tests/unit/test_model.c.
#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

#include <string.h>

typedef struct conversion {
  char letter;    // 0: none
  bool skips;     // %*: the item is not written
  uint64_t width; // 0: none
  unsigned bytes; // of a number
  ft_libc_charset set;
} conversion;

typedef struct scan {
  ft_machine *m;
  const ft_exec_frame *f;
  ft_libc_call *call;
  ft_libc_bytes format, text;
  size_t in_format, at; // places in the two
  bool stream;          // the text is what the call took from a stream
  uint64_t count;       // items assigned, as scanf returns
} scan;

enum outcome { DONE, FITS, MISMATCH, END, NOT_COVERED };

// ---- the format ------------------------------------------------------------

// The next byte of the format, whose last one is zero.
static unsigned char peek (const scan *s) {
  return (unsigned char)s->format.bytes[s->in_format].word;
}

static bool take (scan *s, char c) {
  if (peek (s) != (unsigned char)c)
    return false;
  s->in_format++;
  return true;
}

static unsigned take_size (scan *s) {
  if (take (s, 'h'))
    return take (s, 'h') ? 1 : 2;
  if (take (s, 'l'))
    return take (s, 'l'), 8;
  for (const char *c = "Lqjzt"; *c; c++)
    if (take (s, *c))
      return 8;
  return 4;
}

// A set, as the library reads it: any byte before '-' begins an interval.
static bool take_set (scan *s, ft_libc_charset *set) {
  ft_libc_charset listed = {{false}};
  bool others = take (s, '^');
  unsigned before = '[';
  for (bool first = true;; first = false) {
    unsigned c = peek (s);
    if (!c)
      return false;
    s->in_format++;
    if (c == ']' && !first)
      break;
    unsigned next = peek (s);
    if (c == '-' && !first && next && next != ']' && before <= next)
      ft_libc_charset_add (&listed, before, next);
    else
      listed.has[c] = true;
    before = c;
  }
  for (unsigned i = 0; i < 256; i++)
    set->has[i] = listed.has[i] != others;
  return true;
}

static bool take_conversion (scan *s, conversion *c) {
  *c = (conversion){.skips = take (s, '*')};
  bool wide = peek (s) >= '0' && peek (s) <= '9';
  for (; peek (s) >= '0' && peek (s) <= '9' && c->width < 1 << 20;
       s->in_format++)
    c->width = 10 * c->width + peek (s) - '0';
  if (wide && !c->width)
    return false;
  c->bytes = take_size (s);
  c->letter = (char)peek (s);
  if (!c->letter)
    return false;
  s->in_format++;
  if (c->letter == '[' && !take_set (s, &c->set))
    return false;
  bool text = strchr ("cs[", c->letter);
  if (c->letter == 's') {
    ft_libc_charset_add (&c->set, 0, 255);
    memset (c->set.has + '\t', false, '\r' - '\t' + 1);
    c->set.has[' '] = false;
  } else if (c->letter == 'c')
    ft_libc_charset_add (&c->set, 0, 255);
  return text ? c->bytes == 4 : strchr ("diuoxXn%", c->letter) != NULL;
}

// ---- the text --------------------------------------------------------------

static bool is_in (scan *s, const ft_libc_charset *set) {
  return s->at < s->text.size &&
         ft_libc_charset_branch (s->m, s->f, s->text.bytes[s->at], set);
}

static bool branch_is (scan *s, unsigned char c) {
  return s->at < s->text.size &&
         ft_libc_branch_equals (s->m, s->f, s->text.bytes[s->at], c);
}

// A zero ends a text, but not a stream.
static bool is_end (scan *s) {
  return s->at >= s->text.size || (!s->stream && branch_is (s, 0));
}

static void skip_blanks (scan *s) {
  ft_libc_charset blanks = {{false}};
  ft_libc_charset_add (&blanks, '\t', '\r');
  ft_libc_charset_add (&blanks, ' ', ' ');
  while (is_in (s, &blanks))
    s->at++;
}

static enum outcome match (scan *s, unsigned char c) {
  if (branch_is (s, c)) {
    s->at++;
    return FITS;
  }
  return is_end (s) ? END : MISMATCH;
}

static void list (scan *s, const conversion *c, ft_libc_item item) {
  if (c->skips)
    return;
  FT_PUSH (s->call->items, item);
  s->count += c->letter != 'n';
}

static enum outcome scan_word (scan *s, conversion *c) {
  size_t most = c->width ? c->width : c->letter == 'c' ? 1 : SIZE_MAX;
  size_t first = s->at;
  c->set.has[0] &= s->stream;
  while (s->at - first < most && is_in (s, &c->set))
    s->at++;
  uint32_t count = (uint32_t)(s->at - first);
  if (!count)
    return is_end (s) ? END : MISMATCH;
  uint32_t begin = (uint32_t)(s->text.bytes - s->call->bytes.begin);
  list (s, c,
        (ft_libc_item){.first = begin + (uint32_t)first,
                       .count = count,
                       .size = count + (c->letter != 'c')});
  return FITS;
}

// ---- numbers ---------------------------------------------------------------

static unsigned base_of (char letter) {
  return letter == 'o'           ? 8
         : letter == 'i'         ? 0
         : strchr ("xX", letter) ? 16
                                 : 10;
}

// The prefixes 0 and 0x; '*left' bytes of the width are left.
static bool take_base (scan *s, unsigned *base, size_t *left) {
  ft_libc_charset x = {{false}};
  x.has['x'] = x.has['X'] = true;
  if (*base == 8 || *base == 10 || !*left || !branch_is (s, '0')) {
    *base = *base ? *base : 10;
    return false;
  }
  s->at++;
  --*left;
  if (*left && is_in (s, &x)) {
    *base = 16;
    s->at++;
    --*left;
  } else if (!*base)
    *base = 8;
  return true;
}

// The extraction of a number that does not fit fails in C++.
static bool is_in_range (scan *s, const conversion *c, ft_libc_number n) {
  bool is_signed = c->letter == 'd';
  uint64_t most =
      c->bytes == 8 ? UINT64_MAX : (UINT64_C (1) << 8 * c->bytes) - 1;
  if (is_signed)
    most = (most >> 1) + n.negative;
  n.negative = false;
  ft_value value = ft_libc_number_value (s->m, &n, 8);
  ft_value fits =
      ft_libc_compute (s->m, FT_OP_ULE, 8, value, ft_value_concrete (most));
  return ft_libc_branch (s->m, s->f, FT_OP_NE, fits, ft_value_concrete (0));
}

static enum outcome scan_number (scan *s, const conversion *c) {
  ft_libc_number n = {.base = base_of (c->letter), .text = s->text};
  size_t left = c->width ? c->width : SIZE_MAX;
  ft_libc_charset digits = ft_libc_charset_digits (n.base ? n.base : 10);
  bool sign = false;
  if (!is_in (s, &digits)) { // else the byte is no sign
    if (is_end (s))
      return END;
    n.negative = branch_is (s, '-');
    sign = n.negative || branch_is (s, '+');
  }
  s->at += sign;
  left -= sign;
  bool zero = take_base (s, &n.base, &left);
  digits = ft_libc_charset_digits (n.base);
  for (n.first = s->at; left && is_in (s, &digits); left--)
    s->at++;
  n.end = s->at;
  if (n.first == n.end && !zero)
    return MISMATCH;
  if (n.end - n.first > ft_libc_max_digits (n.base) ||
      (s->call->model == FT_LIBC_MODEL_EXTRACT && !is_in_range (s, c, n)))
    return NOT_COVERED;
  list (s, c,
        (ft_libc_item){.number = true,
                       .value = ft_libc_number_value (s->m, &n, c->bytes),
                       .size = c->bytes});
  return FITS;
}

static enum outcome count_bytes (scan *s, const conversion *c) {
  list (s, c,
        (ft_libc_item){.number = true,
                       .value = ft_value_concrete (s->at),
                       .size = c->bytes});
  return FITS;
}

// ---- directives ------------------------------------------------------------

static enum outcome convert (scan *s, bool blanks) {
  conversion c;
  if (!take_conversion (s, &c))
    return NOT_COVERED;
  if (blanks || !strchr ("[cn", c.letter))
    skip_blanks (s);
  switch (c.letter) {
  case '%':
    return match (s, '%');
  case 'n':
    return count_bytes (s, &c);
  case 'c':
  case 's':
  case '[':
    return scan_word (s, &c);
  default:
    return scan_number (s, &c);
  }
}

// One directive of the format, with the blanks before it.
static enum outcome directive (scan *s) {
  bool blanks = false;
  for (; ft_libc_is_blank (peek (s)); s->in_format++)
    blanks = true;
  if (!peek (s)) {
    if (blanks)
      skip_blanks (s);
    return DONE;
  }
  unsigned char c = peek (s);
  s->in_format++;
  if (c == '%')
    return convert (s, blanks);
  if (blanks)
    skip_blanks (s);
  return match (s, c);
}

static bool begin (scan *s) {
  const ft_libc_call *c = s->call;
  if (!c->result_known || !c->ranges.size || c->ranges.size > 2)
    return false;
  s->format = ft_libc_range (c, 0);
  if (c->ranges.size > 1)
    s->text = ft_libc_range (c, 1);
  s->stream = c->model != FT_LIBC_MODEL_SCAN;
  ft_emit_concretize (s->m, FT_CONCRETIZE_LIBRARY_MODEL, s->format.bytes,
                      s->format.size);
  return ft_libc_bytes_are_known (s->format) &&
         ft_libc_bytes_are_known (s->text) && s->format.size &&
         !s->format.bytes[s->format.size - 1].word;
}

bool ft_libc_constrain_scan (ft_machine *m, const ft_exec_frame *f,
                             ft_libc_call *c) {
  scan s = {.m = m, .f = f, .call = c};
  FT_CLEAR (c->items);
  c->items_written = 0;
  if (!begin (&s))
    return false;
  enum outcome last;
  do
    last = directive (&s);
  while (last == FITS);
  bool none = last == END && !s.count && c->model != FT_LIBC_MODEL_EXTRACT;
  uint64_t result = none ? UINT32_MAX : s.count;
  return last != NOT_COVERED && ft_low_bits (c->result, 32) == result;
}

bool ft_libc_constrain_extracted (ft_machine *m, const ft_exec_frame *f,
                                  ft_libc_call *c) {
  scan s = {.m = m, .f = f, .call = c};
  FT_CLEAR (c->items);
  c->items_written = 0;
  if (!begin (&s) || s.format.size < 1)
    return false;
  uint64_t end = s.format.bytes[0].word;
  while (s.at < s.text.size && !branch_is (&s, (unsigned char)end))
    s.at++;
  uint32_t first = (uint32_t)(s.text.bytes - c->bytes.begin);
  if (c->result)
    FT_PUSH (c->items, ((ft_libc_item){.first = first,
                                       .count = (uint32_t)s.at,
                                       .size = (uint32_t)s.at + 1}));
  return c->result == (s.text.size > 0);
}
