// Calls that print.  A call that prints a constant text, or values that are arguments
// themselves, reads and writes nothing that a program sees.  '%s' reads memory, unless it is
// given a constant text, and '%n' writes memory; these end an alternative path.
//
// Such a call returns, unless the program may hold the stream, close or redirect it, read
// the output from a pipe, or be called back (program_summary.h).  The stream is a standard
// one: another may be closed, or be no stream, on the path.

#include <string.h>

#include "symex/altpath/execute.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"

enum { MAX_TEXT = 4096 };

// ---- streams ---------------------------------------------------------------

static bool is_global_of (const ft_exec_frame *f, const ft_code_operand *o,
                          const char *const *names) {
  if (o->kind != FT_OPERAND_GLOBAL || ft_code_global_offset (o))
    return false;
  const ft_global *g =
      f->function->table->globals.begin + ft_code_global_number (o);
  for (; *names; names++)
    if (g->kind == FT_GLOBAL_ELSEWHERE &&
        g->linkage == ft_guid (*names, strlen (*names)))
      return true;
  return false;
}

bool ft_is_standard_stream (const ft_exec_frame *f, const ft_instruction *i) {
  static const char *const names[] = {"stdout", "stderr", NULL};
  return i->width == 64 &&
         is_global_of (f, f->unit->code.operands.begin + i->first, names);
}

// Whether the argument is one of the objects of C++ for these streams.
static bool is_stream_object (const ft_exec_frame *f, const ft_code_operand *o) {
  static const char *const names[] = {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", NULL};
  return is_global_of (f, o, names);
}

// ---- texts -----------------------------------------------------------------

// The next byte of a constant text; false at the limit or if it is not
// constant.
static bool next_byte (const ft_machine *m, uint64_t *at, uint64_t end,
                       char *byte) {
  uint64_t word;
  if (*at == end || !ft_constant_word (m, *at, 1, &word))
    return false;
  *byte = (char)word;
  ++*at;
  return true;
}

static bool is_concrete (const ft_machine *m, const ft_value *v) {
  return v->known && !v->object && !ft_is_symbolic (m, v);
}

static bool is_constant_text (const ft_machine *m, const ft_value *text) {
  char byte = 1;
  uint64_t at = text->word, end = at + MAX_TEXT;
  if (!is_concrete (m, text))
    return false;
  while (byte && next_byte (m, &at, end, &byte))
    ;
  return !byte;
}

// Whether the bytes at an argument are constant.  Their number is the product of the
// 'factors' arguments behind it.
static bool are_constant_bytes (const ft_machine *m, const ft_value *bytes,
                                int factors) {
  uint64_t n = 1, at = bytes->word;
  char byte;
  for (int k = 1; k <= factors; k++)
    if (!is_concrete (m, bytes + k) ||
        __builtin_mul_overflow (n, bytes[k].word, &n))
      return false;
  if (!is_concrete (m, bytes) || n > MAX_TEXT)
    return false;
  while (n && next_byte (m, &at, UINT64_MAX, &byte))
    n--;
  return !n;
}

// ---- formats ---------------------------------------------------------------

// Values behind a format that are not taken yet.
typedef struct format_values {
  const ft_value *next;
  size_t left;
} format_values;

static bool take (format_values *v, size_t count) {
  bool fine = count <= v->left;
  v->next += fine ? count : 0;
  v->left -= fine ? count : 0;
  return fine;
}

// Behind a '%': flags, widths, lengths, and a letter that takes a value.
static bool takes_value (const ft_machine *m, uint64_t *at, uint64_t end,
                         format_values *values) {
  char byte = 0;
  do {
    if (!next_byte (m, at, end, &byte) || (byte == '*' && !take (values, 1)))
      return false;
  } while (byte && strchr ("-+ #0123456789.*'hlLqjzt", byte));
  if (byte == 's')
    return values->left && is_constant_text (m, values->next) && take (values, 1);
  return byte && strchr ("diouxXeEfFgGaAcp%", byte) && take (values, byte != '%');
}

// Whether the format takes no more than these values, and reads constants alone through
// those that are pointers.
static bool is_plain_format (const ft_machine *m, const ft_value *format,
                             format_values values) {
  char byte = 1;
  uint64_t at = format->word, end = at + MAX_TEXT;
  if (!is_concrete (m, format))
    return false;
  while (byte && next_byte (m, &at, end, &byte))
    if (byte == '%' && !takes_value (m, &at, end, &values))
      return false;
  return !byte;
}

// ---- calls -----------------------------------------------------------------

// What the arguments of a call that prints are: their numbers from 1 on, 0 for none.
typedef struct print_shape {
  bool prints;
  uint8_t stream, text, format, bytes;
  uint8_t factors; // arguments behind 'bytes' of which their number is the product
} print_shape;

static print_shape shape_of (enum ft_libc_altpath kind) {
  static const print_shape shapes[] = {
      [FT_LIBC_ALTPATH_PRINTS_FORMAT] = {true, .format = 1},
      [FT_LIBC_ALTPATH_PRINTS_CHECKED] = {true, .format = 2},
      [FT_LIBC_ALTPATH_PRINTS_TEXT] = {true, .text = 1},
      [FT_LIBC_ALTPATH_PRINTS_BYTE] = {true},
      [FT_LIBC_ALTPATH_PRINTS_FORMAT_TO] = {true, .stream = 1, .format = 2},
      [FT_LIBC_ALTPATH_PRINTS_CHECKED_TO] = {true, .stream = 1, .format = 3},
      [FT_LIBC_ALTPATH_PRINTS_TEXT_TO] = {true, .text = 1, .stream = 2},
      [FT_LIBC_ALTPATH_PRINTS_BYTES_TO] = {true, .bytes = 1, .factors = 2, .stream = 4},
      [FT_LIBC_ALTPATH_PRINTS_BYTE_TO] = {true, .stream = 2},
      [FT_LIBC_ALTPATH_FLUSHES] = {true, .stream = 1},
      [FT_LIBC_ALTPATH_INSERTS_TEXT] = {true, .stream = 1, .text = 2},
      [FT_LIBC_ALTPATH_INSERTS_BYTES] = {true, .stream = 1, .bytes = 2, .factors = 1},
      [FT_LIBC_ALTPATH_INSERTS_VALUE] = {true, .stream = 1},
  };
  bool known = kind < sizeof shapes / sizeof *shapes;
  return known ? shapes[kind] : (print_shape){false};
}

bool ft_altpath_uses_stream (enum ft_libc_altpath kind) {
  return shape_of (kind).stream;
}

static bool may_hold_streams (const ft_machine *m) {
  return m->summary.cancels_threads || m->summary.limits_memory ||
         m->summary.handles_streams;
}

// 'fflush (NULL)' is one of all streams.
static bool is_stream (const ft_machine *m, enum ft_libc_altpath kind,
                       const ft_value *v) {
  bool all = kind == FT_LIBC_ALTPATH_FLUSHES && is_concrete (m, v) && !v->word;
  return all || (v->is_stream && !ft_is_symbolic (m, v));
}

// How many arguments the shape needs.
static size_t count_needed (print_shape s) {
  uint8_t last[] = {s.stream, s.text, s.format, (uint8_t)(s.bytes + s.factors)};
  uint8_t needed = 1;
  for (size_t n = 0; n < sizeof last; n++)
    needed = last[n] > needed ? last[n] : needed;
  return needed;
}

bool ft_altpath_only_prints (const ft_machine *m, enum ft_libc_altpath kind,
                             const ft_value *arguments, size_t count) {
  print_shape s = shape_of (kind);
  size_t needed = count_needed (s);
  if (!s.prints || may_hold_streams (m) || count < needed)
    return false;
  if (s.stream && !is_stream (m, kind, arguments + s.stream - 1))
    return false;
  if (s.text)
    return is_constant_text (m, arguments + s.text - 1);
  if (s.bytes)
    return are_constant_bytes (m, arguments + s.bytes - 1, s.factors);
  return !s.format ||
         is_plain_format (m, arguments + s.format - 1,
                          (format_values){arguments + needed, count - needed});
}

// An insertion returns its stream.
static ft_value result_of (enum ft_libc_altpath kind) {
  ft_value v = FT_VALUE_UNKNOWN;
  v.is_stream = kind == FT_LIBC_ALTPATH_INSERTS_TEXT ||
                kind == FT_LIBC_ALTPATH_INSERTS_BYTES ||
                kind == FT_LIBC_ALTPATH_INSERTS_VALUE;
  return v;
}

static ft_value argument (ft_altpath_state *s, const ft_instruction *i,
                          uint32_t n) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value v = ft_altpath_operand (s, i, n);
  v.is_stream |=
      is_stream_object (f, f->unit->code.operands.begin + i->first + n);
  return v;
}

bool ft_altpath_step_print (ft_machine *m, ft_altpath_state *s,
                            const ft_instruction *i,
                            enum ft_libc_altpath what) {
  FT_STACK (ft_value) arguments = {0};
  for (uint32_t n = 1; n < i->count; n++)
    FT_PUSH (arguments, argument (s, i, n));
  bool fine = ft_altpath_only_prints (m, what, arguments.begin, arguments.size);
  FT_RELEASE (arguments);
  if (fine)
    ft_set_result (ft_altpath_top_frame (s), i, 0, result_of (what));
  return fine;
}
