// Functions of libraries that programs parse their input with, and copy it
// with: what they return and write as an expression of the bytes that they
// read, for the shape that these have in the run (docs/internals/reexecution.md, Library
// functions).  "12" has two digits: that each of them is one, and that what
// follows is none, are branches; the value is 10 * a + b.  So the call goes the
// same way whatever the bytes are, as long as these branches come out so.
//
// Only in runs that tell of inputs: every byte that such a call reads is an
// event of its own.

#ifndef FT_SYMEX_LIBC_MODEL_H
#define FT_SYMEX_LIBC_MODEL_H

#include "symex/libc/libc_call.h"

typedef struct ft_libc_call { // the call that a thread is in
  uint8_t kind;              // enum ft_libc_model, NONE: it is in none
  size_t depth;              // of frames, at the call
  bool shaped;               // its branches are there
  bool told;                 // 'result' is what it returns
  bool extracts;             // but that is a stream, its first argument
  uint64_t result;
  size_t before;            // ranges that it had read when that was told
  FT_STACK (ft_value) bytes; // that it has read
  FT_STACK (size_t) ranges; // where each range begins in them
  FT_STACK (struct ft_libc_item) items; // that it writes, SCAN
  size_t given;                          // of them
} ft_libc_call;

typedef struct ft_libc_item {
  bool number;
  ft_value value;  // of a number
  uint32_t first; // in 'bytes', of a word
  uint32_t count; // of its bytes
  uint32_t size;  // of what is written
} ft_libc_item;

// Of the call: the branches that say that it goes the same way, once; false if
// it is not understood.  And what it returns, after those.
bool ft_libc_constrain (ft_machine *, const ft_exec_frame *, ft_libc_call *);
bool ft_libc_result (ft_machine *, const ft_exec_frame *, const ft_libc_call *,
                      ft_value *result);

typedef struct ft_libc_bytes { // a range that was read
  const ft_value *bytes;
  size_t size;
} ft_libc_bytes;

ft_libc_bytes ft_libc_range (const ft_libc_call *, size_t number);
bool ft_libc_bytes_are_known (ft_libc_bytes);

// Events of the call: a value, and a comparison that comes out as it does; how
// that is.
ft_value ft_libc_compute (ft_machine *, enum ft_operator, unsigned bytes,
                          ft_value, ft_value);
bool ft_libc_branch (ft_machine *, const ft_exec_frame *, enum ft_operator,
                    ft_value, ft_value);
bool ft_libc_branch_equals (ft_machine *, const ft_exec_frame *, ft_value, uint64_t word);

// ---- sets of bytes (model_set.c) -------------------------------------------

typedef struct ft_libc_charset {
  bool has[256];
} ft_libc_charset;

void ft_libc_charset_add (ft_libc_charset *, unsigned first, unsigned last);
ft_libc_charset ft_libc_charset_digits (unsigned base);
bool ft_libc_is_blank (uint64_t byte); // in the "C" locale
// Whether the byte is in it, as a value; and as a branch.
ft_value ft_libc_charset_contains (ft_machine *, ft_value byte, const ft_libc_charset *);
bool ft_libc_charset_branch (ft_machine *, const ft_exec_frame *, ft_value byte,
                     const ft_libc_charset *);
// As 'tolower' in the "C" locale.
ft_value ft_libc_lower_case (ft_machine *, ft_value byte);

// ---- texts (model_text.c) --------------------------------------------------

// Their branches; false if they are not understood, or return something else.
bool ft_libc_constrain_span (ft_machine *, const ft_exec_frame *,
                          const ft_libc_call *);
bool ft_libc_constrain_token (ft_machine *, const ft_exec_frame *,
                           const ft_libc_call *);
bool ft_libc_constrain_search (ft_machine *, const ft_exec_frame *,
                            const ft_libc_call *);
bool ft_libc_constrain_last (ft_machine *, const ft_exec_frame *,
                          const ft_libc_call *);
bool ft_libc_constrain_line (ft_machine *, const ft_exec_frame *,
                          const ft_libc_call *);

// ---- numbers (model_number.c) ----------------------------------------------

// A number as 'strtol' finds it in a text whose last byte is not its own.
typedef struct ft_libc_number {
  ft_libc_bytes text;
  unsigned base;
  size_t first, end; // of its digits
  bool negative, prefixed, guessed;
} ft_libc_number;

size_t ft_libc_max_digits (unsigned base); // that fit into 63 bits
// 'base' 0 is for the number to say.  False if it is not understood.
bool ft_libc_find_number (ft_libc_bytes, uint64_t base, ft_libc_number *);
void ft_libc_constrain_number (ft_machine *, const ft_exec_frame *,
                            const ft_libc_number *);
ft_value ft_libc_number_value (ft_machine *, const ft_libc_number *,
                               unsigned bytes);

// ---- scanf (model_scan.c) --------------------------------------------------

// Goes through the format and the text that the call has read, and lists what
// it writes.
bool ft_libc_constrain_scan (ft_machine *, const ft_exec_frame *, ft_libc_call *);
// The same of a line: up to the byte that stands in place of the format.
bool ft_libc_constrain_extracted (ft_machine *, const ft_exec_frame *,
                               ft_libc_call *);

#endif
