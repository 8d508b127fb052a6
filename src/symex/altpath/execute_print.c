// Calls that print on a side that was not taken: of constant texts and of values
// that are in the call itself, they read and write nothing that a program sees.
// What is printed with %s is memory, and %n writes some; these end the side.
//
// A call may take its time, but returns: not where the program may hold the stream,
// have closed or redirected it, read from a pipe what it prints, or be called back
// ('survey.c').
#include "symex/altpath/execute.h"

#include <string.h>

enum { LONGEST = 4096 };

// The next byte of a text that never changes; false if it is none, or too long.
static bool next (const ft_machine *m, uint64_t *at, uint64_t end, char *byte) {
  uint64_t word;
  if (*at == end || !ft_constant_word (m, *at, 1, &word))
    return false;
  *byte = (char)word;
  ++*at;
  return true;
}

static bool is_constant_text (const ft_machine *m, uint64_t at) {
  char byte = 1;
  uint64_t end = at + LONGEST;
  while (byte && next (m, &at, end, &byte))
    ;
  return !byte;
}

// Behind a '%': flags, widths, lengths, and a letter that takes a value.  Counts
// what it takes.
static bool takes_value (const ft_machine *m, uint64_t *at, uint64_t end,
                         uint32_t *values) {
  char byte = 0;
  do {
    if (!next (m, at, end, &byte))
      return false;
    *values += byte == '*';
  } while (byte && strchr ("-+ #0123456789.*'hlLqjzt", byte));
  *values += byte != '%';
  return byte && strchr ("diouxXeEfFgGaAcp%", byte);
}

// With 'most' arguments behind it.
static bool is_plain_format (const ft_machine *m, uint64_t at, uint32_t most) {
  char byte = 1;
  uint32_t values = 0;
  uint64_t end = at + LONGEST;
  while (byte && next (m, &at, end, &byte))
    if (byte == '%' && !takes_value (m, &at, end, &values))
      return false;
  return !byte && values <= most;
}

bool ft_altpath_step_print (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                    enum ft_libc_altpath_effect what) {
  uint32_t n = what == FT_LIBC_PRINTS_CHECKED ? 2 : 1;
  if (m->survey.cancels || m->survey.starves || m->survey.handles_streams ||
      i->count <= n)
    return false;
  ft_value text = ft_altpath_operand (s, i, n);
  bool constant = text.known && !text.object && !ft_is_symbolic (m, &text);
  bool fine = what == FT_LIBC_PRINTS_BYTE ||
              (constant && (what == FT_LIBC_PRINTS_TEXT
                                ? is_constant_text (m, text.word)
                                : is_plain_format (m, text.word,
                                                   i->count - n - 1)));
  if (fine)
    ft_set_result (ft_altpath_top_frame (s), i, 0, FT_VALUE_UNKNOWN);
  return fine;
}
